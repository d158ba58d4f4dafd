import i18next from 'i18next';
import type { StaticDataRouteOption } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';

interface Matched {
  staticData: StaticDataRouteOption;
  params: object;
}

/** What a screen calls itself while it is shown, where its address alone does not tell. */
let own: string | null = null;
let shown = '';

/** Title of the document: what the innermost screen is called, the project it belongs to, then the product. */
export function setTitle(matches: readonly Matched[]): void {
  const titles = matches.flatMap(({ staticData, params }) => {
    const name = staticData.named?.(params as Record<string, string | undefined>);
    if (name) {
      if (i18next.language === 'en') return [name.en];
      return [i18next.language === 'sr-Latn' ? cyrillicToLatin(name.sr) : name.sr];
    }
    return staticData.title ? [i18next.t(staticData.title)] : [];
  });
  const { projectCode } = (matches.at(-1)?.params ?? {}) as { projectCode?: string };
  shown = [titles.at(-1), projectCode].filter(Boolean).join(' – ');
  write();
}

function write(): void {
  document.title = [own ?? shown, i18next.t('common.product')].filter(Boolean).join(' – ');
}

/** Names the tab after what is on the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    own = title;
    write();
    return () => {
      own = null;
      write();
    };
  }, [title]);
}

export interface Crumb {
  text: string;
  /** Without an address it is where one is. */
  to?: string;
}

const NO_CRUMBS: readonly Crumb[] = [];
let further = NO_CRUMBS;
const followers = new Set<() => void>();

function setFurther(crumbs: readonly Crumb[]): void {
  further = crumbs;
  for (const follower of followers) follower();
}

/** Crumbs of a screen whose address alone does not tell them; the same list as long as they say the same. */
export function useCrumbs(crumbs: readonly Crumb[]): void {
  useEffect(() => {
    setFurther(crumbs);
    return () => setFurther(NO_CRUMBS);
  }, [crumbs]);
}

function follow(follower: () => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** What comes behind the crumbs of the routes. */
export const useFurtherCrumbs = (): readonly Crumb[] => useSyncExternalStore(follow, () => further);
