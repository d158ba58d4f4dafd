import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import type { NewSecret } from '@pimis/contract/security';
import { takeMails } from '../../../testing/mails.ts';
import { useServer } from '../../../testing/server.ts';
import { DEMO_PASSWORD } from '../../system/demo-accounts.ts';

const server = useServer();
const OTHER_PASSWORD = 'Druga-lozinka-2026!';
let at = Date.parse('2026-11-30T10:15:00Z');
let authorization = '';

beforeAll(async () => {
  server.setNow(new Date(at));
  // One session for all changes: a new sign-in would need the second step.
  authorization = `Bearer ${await server.token('local.user')}`;
  await takeMails(server.context.db);
});

/** Calls as the person; returns the answer and the mails that it has caused. */
async function change<Payload>(method: 'PUT' | 'POST', path: string, payload: object) {
  const answer = await server.app.inject({
    method,
    url: `/api/security/users/local.user${path}`,
    headers: { authorization },
    payload,
  });
  const body = answer.json<Envelope<Payload>>();
  return { httpStatus: answer.statusCode, payload: body.payload, mails: await takeMails(server.context.db) };
}

it('a mail reports a new password, with the account and the time', async () => {
  const input = { login: 'local.user', password: 'Pogresna-1', newPassword: OTHER_PASSWORD };
  expect(await change('PUT', '/password-update', input)).toMatchObject({ httpStatus: 422, mails: [] });
  const { httpStatus, mails } = await change('PUT', '/password-update', { ...input, password: DEMO_PASSWORD });
  expect(httpStatus).toBe(200);
  expect(mails).toEqual([
    expect.objectContaining({ to: 'local.user@example.rs', subject: 'ПИМИС: лозинка је промењена' }),
  ]);
  expect(mails[0]?.text).toContain('Корисничко име: local.user');
  expect(mails[0]?.text).toContain('Време: 30.11.2026. у 11:15');
});

it('a mail reports each change of the second step', async () => {
  const password = OTHER_PASSWORD;
  const begun = await change<NewSecret>('POST', '/second-factor', { password });
  // A secret that nobody has confirmed changes nothing.
  expect(begun).toMatchObject({ httpStatus: 200, mails: [] });
  const secret = Secret.fromBase32(begun.payload?.secret ?? '');
  const subjects = async (path: string, proof: object = {}) => {
    // Each code is used once.
    at += 90_000;
    server.setNow(new Date(at));
    const code = new TOTP({ secret }).generate({ timestamp: at });
    const { httpStatus, mails } = await change('POST', `/second-factor${path}`, { ...proof, code });
    expect(httpStatus).toBe(200);
    return mails.map(({ subject }) => subject);
  };
  expect(await subjects('/confirm')).toEqual(['ПИМИС: други корак пријаве је укључен']);
  expect(await subjects('/recovery-codes', { password })).toEqual(['ПИМИС: направљени су нови резервни кодови']);
  expect(await subjects('/remove', { password })).toEqual(['ПИМИС: други корак пријаве је искључен']);
});
