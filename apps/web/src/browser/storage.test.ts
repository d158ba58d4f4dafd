import { afterEach, expect, it, vi } from 'vitest';
import { keep, keptKeys, newVisitKey, readKept, visitKeys } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

it('keeps texts of this computer and of this tab apart, and removes them', () => {
  const storage = () => {
    const items = new Map<string, string>();
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: unknown) => items.set(key, String(text)),
      removeItem: (key: string) => items.delete(key),
    };
  };
  vi.stubGlobal('window', { localStorage: storage(), sessionStorage: storage() });
  expect([keep('a', 'рачунар'), keep('a', 'картица', 'sessionStorage')]).toEqual([true, true]);
  expect([readKept('a'), readKept('a', 'sessionStorage')]).toEqual(['рачунар', 'картица']);
  expect(keep('a', null)).toBe(true);
  expect([readKept('a'), readKept('a', 'sessionStorage')]).toEqual([null, 'картица']);
});

it('says where a browser with blocked cookies keeps nothing', () => {
  const denied = {
    get: (): never => {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  vi.stubGlobal('window', Object.defineProperties({}, { localStorage: denied, sessionStorage: denied }));
  expect([readKept('a'), keptKeys(), visitKeys('a')]).toEqual([null, [], []]);
  expect([keep('a', 'текст'), keep('a', null)]).toEqual([false, false]);
});

it('finds what visits have kept at a place, not at one whose name only begins alike', () => {
  const localStorage = { 'form.7': '', 'form.7#1-2': '', 'form.70#1-2': '', 'form.7.marks': '', other: '' };
  vi.stubGlobal('window', { localStorage });
  expect(visitKeys('form.7')).toEqual(['form.7', 'form.7#1-2']);
});

it('gives each visit of a place a key of its own', () => {
  const keys = [newVisitKey('form.7'), newVisitKey('form.7')];
  for (const key of keys) expect(key).toMatch(/^form\.7#\d+-\d+$/);
  expect(keys[0]).not.toBe(keys[1]);
});
