import { expect, it } from 'vitest';
import { isManyStill, rememberMany } from './counted-as-many.ts';

const at = (ms: number) => new Date(1_800_000_000_000 + ms);

it('is remembered for a minute, of its database alone, and by a clock that was set back no longer', () => {
  const db = {};
  rememberMany(db, 'type 3', at(0));
  expect(isManyStill(db, 'type 3', at(59_999))).toBe(true);
  expect(isManyStill(db, 'type 3', at(60_000))).toBe(false);
  expect(isManyStill(db, 'type 3', at(-60_000))).toBe(false);
  expect(isManyStill(db, 'type 4', at(0))).toBe(false);
  expect(isManyStill({}, 'type 3', at(0))).toBe(false);
});

it('is not remembered where it depends on who asks', () => {
  const db = {};
  rememberMany(db, null, at(0));
  expect(isManyStill(db, null, at(0))).toBe(false);
});

it('is remembered of the thousand filters that were counted last', () => {
  const db = {};
  for (let filter = 0; filter < 1_000; filter += 1) rememberMany(db, `${filter}`, at(filter));
  rememberMany(db, '0', at(1_000));
  rememberMany(db, 'one more', at(1_001));
  expect(isManyStill(db, '0', at(1_001))).toBe(true);
  expect(isManyStill(db, '1', at(1_001))).toBe(false);
  expect(isManyStill(db, '2', at(1_001))).toBe(true);
});
