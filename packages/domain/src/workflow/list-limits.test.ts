import { expect, it } from 'vitest';
import { LIST_NAME, sessionDays } from './list-limits.ts';

it('a session takes place within a year and a day after its list was made', () => {
  expect(sessionDays('2026-05-01')).toEqual({ first: '2026-05-01', last: '2027-05-02' });
});

it('the name of a list begins with a letter or digit that is seen, and can be part of an address', () => {
  const name = new RegExp(LIST_NAME, 'u');
  for (const right of ['2026-1', ' Мај ', 'a._- 1']) expect(right).toMatch(name);
  for (const wrong of ['', ' ', '-1', '.а', '\u034fа', '\u115fа', 'a/b', 'а\n']) expect(wrong).not.toMatch(name);
});
