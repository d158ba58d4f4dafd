import { expect, test } from 'vitest';
import { answerCalls, readAfter } from '../../../testing/queries.ts';
import { candidatesQuery, standInsQuery } from './api.ts';

test('absences and possible stand-ins of a user are read, and read again after a change of the absences', async () => {
  answerCalls((address) => ({ payload: address, additionalInformation: { claims: ['Admin'] } }));
  const path = '/api/security/users/ana/stand-ins';
  expect(await readAfter(standInsQuery('ana'), ['stand-ins', 'ana'])).toEqual({ read: path, again: true });
  expect(await readAfter(candidatesQuery('ana'), ['stand-ins', 'ana'])).toEqual({
    read: { candidates: `${path}/candidates`, claims: ['Admin'] },
    again: true,
  });
});
