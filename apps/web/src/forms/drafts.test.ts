import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DraftPlace, dropDraft, newDraftKey, newestDraft, readDraft, writeDraft } from './drafts.ts';

/** Stands for `localStorage`, whose keys are its properties. */
let kept: Record<string, string>;

beforeEach(() => {
  kept = {};
  const methods = {
    getItem: { value: (key: string) => kept[key] ?? null },
    setItem: { value: (key: string, text: string) => (kept[key] = text) },
    removeItem: { value: (key: string) => delete kept[key] },
  };
  vi.stubGlobal('window', {
    get localStorage() {
      return Object.defineProperties({ ...kept }, methods);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const PLACE: DraftPlace = { userId: 1, formId: 7 };
const draftAt = (at: string) => ({ values: { at }, revision: 3, at });

function visit(at: string, place = PLACE): string {
  const key = newDraftKey(place);
  writeDraft(key, draftAt(at));
  return key;
}

test('the newest draft of other visits is offered, not the own one', () => {
  const middle = visit('2026-11-02');
  const newest = visit('2026-11-03');
  visit('2026-11-01');
  const own = visit('2026-11-04');
  expect(newestDraft(PLACE, own)).toEqual({ ...draftAt('2026-11-03'), key: newest });
  dropDraft(newest);
  expect(newestDraft(PLACE, own)?.key).toBe(middle);
});

test.each([
  { userId: 2, formId: 7 },
  { userId: 1, formId: 8 },
  { userId: 1, formId: 70 },
  { userId: 1, formId: 7, part: 'marks' as const },
])('a draft of another user, form or part is not offered: %o', (other) => {
  visit('2026-11-01', other);
  expect(newestDraft(PLACE, newDraftKey(PLACE))).toBeNull();
  expect(newestDraft(other, newDraftKey(other))?.at).toBe('2026-11-01');
});

test('of a user and a form whose numbers read alike together no draft is offered', () => {
  visit('2026-11-01', { userId: 1, formId: 17 });
  const other = { userId: 11, formId: 7 };
  expect(newestDraft(other, newDraftKey(other))).toBeNull();
});

test('a draft that was never stored is none, and of two of the same time the first is offered', () => {
  expect(readDraft(newDraftKey(PLACE))).toBeNull();
  const first = visit('2026-11-01');
  visit('2026-11-01');
  expect(newestDraft(PLACE, '')?.key).toBe(first);
});

test('a truncated draft is removed and not offered', () => {
  const key = visit('2026-11-01');
  kept[key] = (kept[key] ?? '').slice(0, 10);
  expect([readDraft(key), kept[key]]).toEqual([null, undefined]);
});
