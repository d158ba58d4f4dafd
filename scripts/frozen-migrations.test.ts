import { expect, it } from 'vitest';
import { frozenHashes, migrationHashes, thawed, withNewMigrations } from './frozen-migrations.ts';

it('no landed migration has changed, and each is among the frozen ones (npm run tables adds new ones)', () => {
  const [frozen, present] = [frozenHashes(), migrationHashes()];
  expect(thawed(frozen, present)).toEqual([]);
  expect([...present.keys()].filter((name) => !frozen.has(name))).toEqual([]);
});

it('a changed and a removed one are named, and nothing is written over them', () => {
  const frozen = new Map([
    ['0100_one.sql', 'a'],
    ['0101_two.sql', 'b'],
  ]);
  const present = new Map([
    ['0100_one.sql', 'other'],
    ['0102_three.sql', 'c'],
  ]);
  expect(thawed(frozen, present)).toEqual([
    '0100_one.sql has landed and was changed: restore it, and add a migration',
    '0101_two.sql has landed and is gone: restore it, and add a migration',
  ]);
  expect(() => withNewMigrations(frozen, present)).toThrow('0101_two.sql has landed and is gone');
  expect(
    withNewMigrations(
      new Map([['0102_three.sql', 'c']]),
      new Map([
        ['0102_three.sql', 'c'],
        ['0103_four.sql', 'd'],
      ]),
    ),
  ).toBe('c  0102_three.sql\nd  0103_four.sql\n');
});
