import i18next, { type ParseKeys } from 'i18next';
import type { AnyRouter, StaticDataRouteOption } from '@tanstack/react-router';
import type { SearchHit } from '@pimis/contract/dashboard';
import { maySeeScreen } from '@pimis/domain/access/screens';
import type { SessionUser } from '../api/session-store.ts';
import { REGISTRIES } from '@pimis/domain/registries/catalogue';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { searchFold } from '@pimis/domain/text/transliterate';
import type { Area } from '../i18n/areas.ts';
import { loadBothLanguages } from '../i18n/i18n.ts';
import { currentCommands } from '../ui/commands.ts';

const MOST = 6;
/** A shorter text finds nothing. */
export const FEWEST_LETTERS = 2;

interface Screen {
  path: string;
  title: BilingualText;
}

function textPair(key: ParseKeys): BilingualText {
  return { sr: i18next.getFixedT('sr-Cyrl')(key), en: i18next.getFixedT('en')(key) };
}

/** Loads the titles of all screens in both languages, because people may search in either. */
export async function loadTitles(router: AnyRouter): Promise<true> {
  const routes: Routes = router.routesByPath;
  const keys = Object.values(routes).flatMap(titleKeyOf);
  const areas = new Set(keys.map((key) => key.split('.')[0] as Area));
  await loadBothLanguages([...areas]);
  return true;
}

interface Titled {
  options: { staticData?: StaticDataRouteOption };
  parentRoute?: Titled;
}
type Routes = Record<string, Titled>;

function titleKeyOf(route: Titled): ParseKeys[] {
  const key = route.options.staticData?.title ?? route.parentRoute?.options.staticData?.crumb;
  return key ? [key] : [];
}

/** Screens without parameters, by the titles of their routes. */
function screensOf(router: AnyRouter): Screen[] {
  const found = new Map<string, Screen>();
  const routes: Routes = router.routesByPath;
  for (const [fullPath, route] of Object.entries(routes)) {
    const [title] = titleKeyOf(route);
    const path = fullPath.replace(/(.)\/$/, '$1');
    if (title && path !== '/' && !path.includes('$')) found.set(path, { path, title: textPair(title) });
  }
  found.set('/project-lists/3', { path: '/project-lists/3', title: textPair('frame.nav.lists') });
  for (const { code, title } of REGISTRIES) {
    const path = `/registry/${code}`;
    found.set(path, { path, title });
  }
  return [...found.values()];
}

/** Returns whether a word of the title begins with the typed text. */
function fits(title: string, wanted: string): boolean {
  return ` ${searchFold(title)}`.includes(` ${wanted}`);
}

export interface CommandHit extends SearchHit {
  run: () => void;
}

/** Actions of the screen behind the search, by the texts of their buttons. */
export function commandHits(typed: string, detail: string): CommandHit[] {
  const wanted = searchFold(typed.trim());
  if (wanted.length < FEWEST_LETTERS) return [];
  return currentCommands()
    .filter(({ title }) => fits(title, wanted))
    .slice(0, MOST)
    .map(({ title, run }) => ({ kind: 'action', id: title, title, detail, path: '', run }));
}

/** A page of the manual with its address. */
interface Topic {
  name: string;
  title: BilingualText;
  group: BilingualText;
  address: string;
}

/** The pages of the manual. The list names every form, so it is loaded with the first search. */
export async function loadTopics(): Promise<readonly Topic[]> {
  const { MANUAL_GROUPS, MANUAL_PAGES } = await import('@pimis/domain/manual/pages');
  return MANUAL_PAGES.map(({ name, title, group, screens }) => ({
    name,
    title,
    group: MANUAL_GROUPS[group],
    // A page is found by a screen that it explains; any project fits the project in its address.
    address: screens?.[0]?.replaceAll(/\$\w+/g, '0') ?? `/${name}`,
  }));
}

/** Pages of the manual by their titles. */
export function topicHits(topics: readonly Topic[], typed: string, english: boolean): SearchHit[] {
  const wanted = searchFold(typed.trim());
  if (wanted.length < FEWEST_LETTERS) return [];
  const say = ({ sr, en }: BilingualText) => (english ? en : sr);
  return topics
    .filter(({ title }) => fits(title.sr, wanted) || fits(title.en, wanted))
    .slice(0, MOST)
    .map(({ name, title, group, address }) => ({
      kind: 'help',
      id: name,
      title: say(title),
      detail: say(group),
      path: address,
    }));
}

/** Screens with a title that begins with the typed text, in either script or in English. */
export function screenHits(router: AnyRouter, user: SessionUser, typed: string, english: boolean): SearchHit[] {
  const wanted = searchFold(typed.trim());
  if (wanted.length < FEWEST_LETTERS) return [];
  return screensOf(router)
    .filter(({ path, title }) => (fits(title.sr, wanted) || fits(title.en, wanted)) && maySeeScreen(user, path))
    .slice(0, MOST)
    .map(({ path, title }) => ({ kind: 'screen', id: path, title: english ? title.en : title.sr, detail: path, path }));
}
