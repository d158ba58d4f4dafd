import { useSyncExternalStore } from 'react';
import { keep, readKept } from '../browser/storage.ts';

/** The choices: system setting, light, dark. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export type ColorScheme = 'light' | 'dark';

const KEY = 'pimis.theme';
const ATTRIBUTE = 'data-mantine-color-scheme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function stored(): Theme {
  const found = readKept(KEY);
  return THEMES.find((theme) => theme === found) ?? 'system';
}

let chosen = stored();

export const scheme = (): ColorScheme => {
  if (chosen !== 'system') return chosen;
  return system.matches ? 'dark' : 'light';
};

function apply(): void {
  document.documentElement.setAttribute(ATTRIBUTE, scheme());
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme): void {
  chosen = theme;
  keep(KEY, theme);
  apply();
}

/** Applies the theme of this computer and follows changes of the system and of other tabs. */
export function followTheme(): void {
  system.addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    chosen = stored();
    apply();
  });
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => chosen);
export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, scheme);
