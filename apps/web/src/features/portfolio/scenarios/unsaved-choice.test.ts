import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { dropUnsaved, keepUnsaved, newUnsavedKey, takeOver, withUnsaved } from './unsaved-choice.ts';

/** The storage of a browser; `isFull`: it takes nothing more. */
let isFull = false;
const storage = () => {
  const items: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      items[key] = text;
    },
    removeItem: (key: string) => {
      delete items[key];
    },
  };
  return new Proxy(items, {
    get: (_, name: string) => methods[name as keyof typeof methods] ?? items[name],
  });
};
const kept = () => Object.keys(window.localStorage);

beforeEach(() => {
  isFull = false;
  vi.stubGlobal('window', { localStorage: storage() });
  vi.useFakeTimers({ now: new Date('2026-04-02T09:00:00Z') });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const SAVED = {
  id: 7,
  revision: 1,
  isOwn: true,
  name: 'План',
  shared: false,
  goal: 'marks',
  candidates: [],
  ceilings: [],
} as unknown as Scenario;
const named = (name: string) => ({ ...SAVED, name });

it('the changes of a visit are applied to the scenario as it is now', () => {
  const key = newUnsavedKey(7);
  expect(keepUnsaved(key, SAVED, named('Мој'))).toBe(true);
  const { shown, left } = withUnsaved({ ...SAVED, revision: 2, shared: true });
  expect(shown).toMatchObject({ name: 'Мој', shared: true, revision: 2 });
  expect(left).toEqual([key]);
});

it('without a change nothing is kept, and what was kept goes', () => {
  const key = newUnsavedKey(7);
  keepUnsaved(key, SAVED, named('Мој'));
  expect(keepUnsaved(key, SAVED, named(' План '))).toBe(true);
  expect(kept()).toEqual([]);
  expect(withUnsaved(SAVED)).toEqual({ shown: SAVED, left: [] });
  expect(withUnsaved(SAVED).shown).toBe(SAVED);
});

it('the latest of several visits counts; one of an earlier version, without a time, is the first', () => {
  const choice = (name: string) => ({ name, shared: false, goal: 'marks', candidates: [], ceilings: [] });
  const keys = [newUnsavedKey(7), newUnsavedKey(7)] as const;
  vi.setSystemTime(new Date('2026-04-03T09:00:00Z'));
  keepUnsaved(keys[0], SAVED, named('Последњи'));
  vi.setSystemTime(new Date('2026-04-02T10:00:00Z'));
  keepUnsaved(keys[1], SAVED, named('Пре њега'));
  window.localStorage.setItem('pimis.scenario.7', JSON.stringify({ base: choice('План'), mine: choice('Први') }));
  expect(withUnsaved(SAVED).shown.name).toBe('Последњи');
  window.localStorage.removeItem(keys[0]);
  expect(withUnsaved(SAVED).shown.name).toBe('Пре њега');
});

it('a broken text is ignored, and so is everything at the scenario of another person or another scenario', () => {
  const key = newUnsavedKey(7);
  keepUnsaved(key, SAVED, named('Мој'));
  window.localStorage.setItem('pimis.scenario.7#1-2', '{"base":');
  expect(withUnsaved(SAVED).shown.name).toBe('Мој');
  expect(withUnsaved({ ...SAVED, isOwn: false })).toMatchObject({ shown: { name: 'План' }, left: [] });
  expect(withUnsaved({ ...SAVED, id: 70 })).toMatchObject({ shown: { name: 'План' }, left: [] });
});

it('dropping removes what every visit kept of this scenario alone', () => {
  for (const id of [7, 7, 70]) keepUnsaved(newUnsavedKey(id), SAVED, named('Мој'));
  dropUnsaved(7);
  expect(kept()).toHaveLength(1);
  expect(kept()[0]).toMatch(/^pimis\.scenario\.70#/);
});

it('a visit takes over what others left, and removes it there only where it is stored here', () => {
  const [before, key] = [newUnsavedKey(7), newUnsavedKey(7)];
  keepUnsaved(before, SAVED, named('Мој'));
  const found = withUnsaved(SAVED);
  isFull = true;
  takeOver(key, SAVED, found);
  expect(kept()).toEqual([before]);
  isFull = false;
  takeOver(key, SAVED, found);
  expect(kept()).toEqual([key]);
  takeOver(key, SAVED, withUnsaved(SAVED));
  expect(kept()).toEqual([key]);
});
