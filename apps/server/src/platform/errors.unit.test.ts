import { expect, it } from 'vitest';
import { CATALOGUE } from '@pimis/contract/errors';
import type { Answers } from '@pimis/contract/errors/answers';
import { DATABASE } from '@pimis/contract/errors/database';
import { DOCUMENTS } from '@pimis/contract/errors/documents';
import { GENERAL } from '@pimis/contract/errors/general';
import { OPERATIONS } from '@pimis/contract/errors/operations';
import { ORGANIZATIONS } from '@pimis/contract/errors/organizations';
import { PROJECTS } from '@pimis/contract/errors/projects';
import { REGISTRIES } from '@pimis/contract/errors/registries';
import { USERS } from '@pimis/contract/errors/users';

/** Each part of the catalogue, with the thousands of its numbers. */
const PARTS: readonly (readonly [Answers, readonly number[]])[] = [
  [GENERAL, [0, 1]],
  [USERS, [2]],
  [ORGANIZATIONS, [3]],
  [PROJECTS, [4]],
  [DOCUMENTS, [5]],
  [REGISTRIES, [6]],
  [OPERATIONS, [8]],
  [DATABASE, [9]],
];

it('each answer of the catalogue has a number and a name of its own, in the part of its thousand', () => {
  const answers = PARTS.flatMap(([part, thousands]) =>
    Object.entries(part).map(([name, { code }]) => ({ name, code, thousands })),
  );
  expect(answers.filter(({ code, thousands }) => !thousands.includes(Math.floor(code / 1000)))).toEqual([]);
  expect(new Set(answers.map(({ code }) => code)).size).toBe(answers.length);
  expect(answers.map(({ name }) => name).toSorted()).toEqual(Object.keys(CATALOGUE).toSorted());
});
