import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { declarationOf, declarationProblem, mayGoOn, touchedTables } from './migration-declarations.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const NAME = '0999_trial.sql';
const problem = (text: string) => declarationProblem(NAME, text);

it('every migration since the rule declares whether servers may go on, and keeps to it', () => {
  const files = readdirSync(FOLDER).filter((name) => /^\d{4}_.*\.sql$/.test(name));
  expect(files.length).toBeGreaterThan(5);
  const problems = files.map((name) => declarationProblem(name, readFileSync(join(FOLDER, name), 'utf8')));
  expect(problems.filter((one) => one !== null)).toEqual([]);
});

it('reads the first line alone', () => {
  expect(declarationOf('-- expand: a column that nobody reads yet\nalter table a add column b text;')).toEqual({
    kind: 'expand',
    reason: 'a column that nobody reads yet',
  });
  expect(declarationOf('\n-- expand: too late')).toBeNull();
  expect(declarationOf('-- expand:\n')).toBeNull();
  expect(mayGoOn('alter table a add column b text;')).toBe(false);
});

it('refuses an expansion that takes away what others use', () => {
  const takes = [
    'alter table projects drop column name;',
    'drop table lists;',
    'alter table projects rename column a to b;',
    'alter table projects alter column a type bigint;',
    'alter table projects alter a set not null;',
    'alter table projects add constraint c check (a > 0);',
    'alter table projects add column a integer not null;',
  ];
  for (const statement of takes) {
    expect(problem(`-- expand: why\n${statement}`), statement).toContain(NAME);
    expect(problem(`-- contract: why\n${statement}`), statement).toBeNull();
  }
  const gives = [
    'alter table projects add column a integer;',
    "alter table projects add column a text not null default '';",
    'create table a (id integer primary key, b text not null, constraint c check (id > 0));',
    'create index i on projects (a);\n-- drop table a',
    'alter table projects drop column a;',
  ];
  expect(gives.map((statement) => problem(`-- expand: why\n${statement}`) === null)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(problem('create table a ();')).toContain('does not begin');
});

it('names the tables that are locked or rewritten', () => {
  const text = `create table a (); alter table projects add column x text; create unique index i on Lists (a);
    update project_forms set a = 1; -- alter table not_this`;
  expect(touchedTables(text)).toEqual(['projects', 'lists', 'project_forms']);
});
