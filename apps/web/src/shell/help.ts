import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { configurationQuery } from '../api/common.ts';
import { useText } from '../i18n/use-text.ts';

/** From this width the manual fits beside the work. */
const WIDE = '(min-width: 1100px)';

let opened = false;
const listeners = new Set<() => void>();

export function setHelp(next: boolean): void {
  opened = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHelpOpened = (): boolean => useSyncExternalStore(listen, () => opened);

/** Address of the manual's page at a path below its root, in the language of the screen. */
export function useHelpOf(path: string): string {
  const { data: configuration } = useQuery(configurationQuery);
  const { language } = useText();
  return `${configuration?.helpRoot ?? '/help'}${path}?lang=${language}`;
}

/** Address of the manual's page about the screen. */
export function useHelpAddress(): string {
  return useHelpOf(useRouterState({ select: (state) => state.location.pathname }));
}

/** Our own manual opens beside the work if it fits; other manuals, and narrow screens, use the link. */
export function openBeside(event: { preventDefault: () => void; currentTarget: HTMLAnchorElement }): void {
  if (event.currentTarget.origin !== location.origin || !matchMedia(WIDE).matches) return;
  event.preventDefault();
  setHelp(!opened);
}
