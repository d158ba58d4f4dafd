import i18next, { type ParseKeys } from 'i18next';
import type { AnyRouter, StaticDataRouteOption } from '@tanstack/react-router';
import type { SearchHit } from '@pimis/contract/dashboard';
import { can } from '@pimis/domain/access/policies';
import { SCREEN_PERMISSIONS } from '@pimis/domain/access/screens';
import type { SessionUser } from '../api/session-store.ts';
import { REGISTRIES } from '@pimis/domain/registries/catalogue';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { searchFold } from '@pimis/domain/text/transliterate';
import type { Area } from '../i18n/areas.ts';
import { bringInBoth } from '../i18n/i18n.ts';

const MOST = 6;

interface Screen {
  path: string;
  title: BilingualText;
}

function textPair(key: ParseKeys): BilingualText {
  return { sr: i18next.getFixedT('sr-Cyrl')(key), en: i18next.getFixedT('en')(key) };
}

/** Brings the titles of all screens in both languages: what is looked for may be written in either. */
export async function loadTitles(router: AnyRouter): Promise<true> {
  const routes: Routes = router.routesByPath;
  const keys = Object.values(routes).flatMap(titleKeyOf);
  const areas = new Set(keys.map((key) => key.split('.')[0] as Area));
  await bringInBoth([...areas]);
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

/** Screens that have an address of their own, by the titles that their routes give them. */
function screensOf(router: AnyRouter): Screen[] {
  const found = new Map<string, Screen>();
  const routes: Routes = router.routesByPath;
  for (const [fullPath, route] of Object.entries(routes)) {
    const [title] = titleKeyOf(route);
    const path = fullPath.replace(/(.)\/$/, '$1');
    if (title && path !== '/' && !path.includes('$')) found.set(path, { path, title: textPair(title) });
  }
  found.set('/project-lists/3', { path: '/project-lists/3', title: textPair('shell.nav.lists') });
  for (const { code, title } of REGISTRIES) {
    const path = `/registry/${code}`;
    found.set(path, { path, title });
  }
  return [...found.values()];
}

/** Screens whose title begins a word as somebody typed it, in either script or in English. */
export function screenHits(router: AnyRouter, user: SessionUser, typed: string, english: boolean): SearchHit[] {
  const wanted = searchFold(typed.trim());
  if (wanted.length < 2) return [];
  const fits = (title: string) => ` ${searchFold(title)}`.includes(` ${wanted}`);
  const allowed = (path: string) => {
    const policy = SCREEN_PERMISSIONS.find(([beginning]) => path.startsWith(beginning))?.[1];
    return policy === undefined || can(user, policy, policy === 'project.create' ? { important: true } : undefined);
  };
  return screensOf(router)
    .filter(({ path, title }) => (fits(title.sr) || fits(title.en)) && allowed(path))
    .slice(0, MOST)
    .map(({ path, title }) => ({ kind: 'screen', id: path, title: english ? title.en : title.sr, detail: path, path }));
}
