import i18next from 'i18next';
import type { StaticDataRouteOption } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';

interface Matched {
  staticData: StaticDataRouteOption;
  params: object;
}

/** Titles of screens that their address does not determine. */
let own: string | null = null;
let shown = '';

/** The title of the document: the innermost screen, its project, then the product. */
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

/** Sets the title of the tab. */
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
  /** An item without an address is the present screen. */
  to?: string;
}

const NO_CRUMBS: readonly Crumb[] = [];
let further = NO_CRUMBS;
const followers = new Set<() => void>();

function setFurther(crumbs: readonly Crumb[]): void {
  further = crumbs;
  for (const follower of followers) follower();
}

/** Crumbs that the address of a screen does not determine; the list is stable while its items are. */
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

/** The crumbs after those of the routes. */
export const useFurtherCrumbs = (): readonly Crumb[] => useSyncExternalStore(follow, () => further);
