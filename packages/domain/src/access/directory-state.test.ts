import { expect, it } from 'vitest';
import { isDisabledEntry, isUnlikely } from './directory-state.ts';

const NOW = new Date('2026-11-29T03:00:00Z');
/** Days since 1970-01-01, as shadowExpire counts. */
const TODAY = Math.floor(NOW.getTime() / 86_400_000);

it.each([
  [{}, false],
  [{ userAccountControl: '512' }, false],
  [{ userAccountControl: '514' }, true],
  [{ userAccountControl: '66050' }, true],
  [{ nsAccountLock: 'TRUE' }, true],
  [{ nsAccountLock: 'false' }, false],
  [{ pwdAccountLockedTime: '000001010000Z' }, true],
  // Locked for minutes, after wrong passwords.
  [{ pwdAccountLockedTime: '20261129025500Z' }, false],
  [{ shadowExpire: String(TODAY) }, true],
  [{ shadowExpire: String(TODAY + 1) }, false],
  [{ shadowExpire: '-1' }, false],
  [{ shadowExpire: '0' }, false],
])('an entry with %j is disabled: %s', (entry, disabled) => {
  expect(isDisabledEntry(entry, NOW)).toBe(disabled);
});

it.each([
  [3, 3, false],
  [4, 8, false],
  [5, 8, true],
  [4, 4, true],
  [0, 0, false],
])('%i of %i gone is unlikely: %s', (gone, all, unlikely) => {
  expect(isUnlikely(gone, all)).toBe(unlikely);
});
