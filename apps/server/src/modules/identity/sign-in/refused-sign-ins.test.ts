import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { AuditRow } from '@pimis/contract/audit';
import { hashToken } from '../../../platform/access/tokens.ts';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';
import { useServer } from '../../../testing/server.ts';
import { userIdOf } from '../../../testing/users.ts';
import { insertSecondStep } from '../queries.ts';

const server = useServer();

async function signIn(login: string, password = DEMO_PASSWORD, address = '10.20.0.1') {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { login, password },
    headers: { 'x-forwarded-for': address },
  });
  return answer.statusCode;
}

async function rowsOf(login: string) {
  const { rows } = await sql<{ login: string | null; address: string; reason: string }>`
    select login, address, detail ->> 'reason' as reason from audit_log
    where operation = 'session.refused' and subject_id = ${login} order by id`.execute(server.context.db);
  return rows;
}

it('records why a sign-in was refused: password, lock, status or place', async () => {
  for (let tried = 0; tried < 5; tried += 1) await signIn('reviewer', 'погрешна');
  for (let tried = 0; tried < 3; tried += 1) expect(await signIn('reviewer')).toBe(423);
  const locked = await rowsOf('reviewer');
  // Refusals without a check of the password are counted.
  expect(locked.map(({ reason }) => reason)).toEqual([...Array.from({ length: 5 }, () => 'password'), 'locked']);
  expect(locked[0]).toMatchObject({ login: null, address: '10.20.0.1' });

  await server.context.db.updateTable('users').set({ status: 3 }).where('login', '=', 'verifier').execute();
  expect(await signIn('verifier')).toBe(403);
  expect((await rowsOf('verifier')).map(({ reason }) => reason)).toEqual(['revoked']);

  const places = { known_locations: ['10.9.9'] };
  await server.context.db.updateTable('users').set(places).where('login', '=', 'local.user').execute();
  expect(await signIn('local.user')).toBeGreaterThan(400);
  expect((await rowsOf('local.user')).map(({ reason }) => reason)).toEqual(['location']);
});

it('counts a slowed address, whatever names it tries', async () => {
  let slowed = 0;
  for (let tried = 0; tried < 130; tried += 1) {
    if ((await signIn(`nobody.${tried}`, 'погрешна', '10.30.0.1')) === 429) slowed += 1;
  }
  expect(slowed).toBeGreaterThan(10);
  expect(slowed).toBeLessThan(100);
  const { rows } = await sql<{ times: number | null }>`select (detail ->> 'times')::integer as times from audit_log
    where detail ->> 'reason' = 'slowed' and address = '10.30.0.1' order by id`.execute(server.context.db);
  expect(rows).toEqual([{ times: null }, { times: 10 }]);
});

it('records a second step that is invented, expired, or used elsewhere, and counts further ones', async () => {
  const second = async (token: string, path = 'second-step', address = '10.40.0.1') => {
    const payload = path === 'second-step' ? { token, code: '123456' } : { token };
    const headers = { 'x-forwarded-for': address };
    const answer = await server.app.inject({ method: 'POST', url: `/api/login/${path}`, payload, headers });
    return answer.json<{ status: { name: string } }>().status.name;
  };
  for (const path of ['second-step', 'second-factor', 'second-step']) {
    expect(await second('измишљен-токен-који-нико-није-дао', path)).toBe('InvalidSecondStep');
  }
  expect(await rowsOf('')).toEqual([{ login: null, address: '10.40.0.1', reason: 'expired' }]);

  const { db } = server.context;
  const id = await userIdOf(db, 'mei');
  const step = { userId: id, passwordKey: 'login:account:mei', location: '10.40.0' };
  await db
    .transaction()
    .execute((tx) => insertSecondStep(tx, { hash: hashToken('истекао-токен'), ...step }, new Date(0)));
  expect(await second('истекао-токен')).toBe('InvalidSecondStep');
  await db.transaction().execute((tx) => insertSecondStep(tx, { hash: hashToken('туђе-место'), ...step }, new Date()));
  expect(await second('туђе-место', 'second-step', '10.41.0.1')).toBe('InvalidSecondStep');
  expect((await rowsOf('mei')).map(({ address, reason }) => [address, reason])).toEqual([
    ['10.40.0.1', 'expired'],
    ['10.41.0.1', 'expired'],
  ]);
});

it('shows an unknown person as visitor, in the list and in the workbook, and not as the system', async () => {
  expect(await signIn('izmisljena.osoba', 'погрешна', '10.50.0.1')).toBe(401);
  const filter = 'filter[subjectId]=izmisljena.osoba';
  const list = await server.call<AuditRow[]>('admin', 'GET', `administration/audit?${filter}`);
  // For a row without a login but with an address, the screen shows „посетилац“.
  expect(list.payload).toMatchObject([{ operation: 'session.refused', login: null, address: '10.50.0.1' }]);
  for (const [language, word] of [
    ['sr', 'посетилац'],
    ['en', 'visitor'],
  ]) {
    const answer = await server.get('admin', `administration/audit/export?${filter}&language=${language}`);
    const rows = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? [];
    expect([rows.length, rows[1]?.[2]]).toEqual([2, word]);
  }
});

it('records signing out', async () => {
  expect((await server.call('operator', 'POST', 'login/logout')).httpStatus).toBe(200);
  const { rows } = await sql<{
    login: string;
  }>`select login from audit_log where operation = 'session.signOut'`.execute(server.context.db);
  expect(rows).toEqual([{ login: 'operator' }]);
});
