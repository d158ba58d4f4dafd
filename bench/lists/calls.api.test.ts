import { expect, it } from 'vitest';
import { useServer } from '../../apps/server/src/testing/server.ts';
import { BENCH_LOGINS, callsOfWhoSees, type SeenProject } from './calls.ts';
import { addressOf } from './measure.ts';

const server = useServer();

/** A role may lack the permission for a call; any other refusal would be measured in place of an answer. */
const FORBIDDEN = 403;

it.each(BENCH_LOGINS)('every measured call is answered or forbidden to %s', async (login) => {
  const { payload } = await server.call<SeenProject[] | null>(login, 'GET', 'projects/paged?perPage=1');
  const refused: string[] = [];
  let answered = 0;
  for (const { name, path } of callsOfWhoSees(payload?.[0])) {
    const { httpStatus } = await server.call<unknown>(login, 'GET', addressOf(path));
    if (httpStatus === 200) answered += 1;
    else if (httpStatus !== FORBIDDEN || login === 'admin') refused.push(`${name}: ${httpStatus}`);
  }
  expect(refused).toEqual([]);
  expect(answered).toBeGreaterThan(0);
});
