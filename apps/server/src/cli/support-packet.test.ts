import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addJob } from '../platform/jobs/jobs.ts';
import { setReadOnly } from '../platform/process/read-only.ts';
import { useCommands } from '../testing/own-process.ts';
import { useServer } from '../testing/server.ts';

const SECRETS = {
  SMTP_URL: 'smtp://posta:lozinka-poste@127.0.0.1:1',
  TOKEN_SECRET_FORMER: 'a former secret that still opens second factors',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=kljuc',
};
const server = useServer();
const command = useCommands(server, SECRETS);
const folder = mkdtempSync(join(tmpdir(), 'pimis-packet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Texts in rows and in the log that the packet must not contain. */
const PLANTED = [
  'lozinka-poste',
  SECRETS.TOKEN_SECRET_FORMER,
  'kljuc',
  'jana.probna@example.rs',
  'Јана Пробна',
  'Пробна',
  'Jana Probna',
  'Šarić',
  '203.0.113.7',
  '2001:db8::7',
  '0101990710006',
  'PRJ-2026-001',
  'tajna-lozinka',
  'eyJhbGciOiJIUzI1NiJ9',
  'izvestaj.pdf',
  'kratak',
  'kratka',
  'Радови у згради',
];

const LOG = [
  'PostgreSQL: 2026-11-29 08:00:00 UTC [17] FATAL:  password authentication failed for user "Jana Probna"',
  'PostgreSQL: 2026-11-29 08:00:00 UTC [17] DETAIL:  Connection of Jana Probna from 203.0.113.7',
  'PostgreSQL is started for Šarić, Јана Пробна, postgresql://x:tajna-lozinka@db/pimis, from 2001:db8::7',
  'a client was refused: Authorization: Bearer kratak, password = kratka',
  JSON.stringify({
    level: 30,
    time: 1_796_000_000_000,
    reqId: '0b0b4c3e-66f3-4f0e-a3d0-5a1f9d2f0c11',
    req: {
      method: 'GET',
      path: '/api/projects/PRJ-2026-001/documents/izvestaj.pdf?search=Jana%20Probna',
      host: 'pimis.example.rs',
      address: '203.0.113.7',
    },
    user: 'Jana Probna',
    authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9',
    msg: 'incoming request',
  }),
  JSON.stringify({
    level: 50,
    err: {
      type: 'DatabaseError',
      code: '23505',
      message: 'Key (email)=(jana.probna@example.rs) of Jana Probna exists',
      stack:
        'DatabaseError: Key of Jana Probna 0101990710006\n    at parse (/home/jana.probna/pimis/node_modules/pg/lib/x.js:1:2)',
      detail: 'Jana Probna',
    },
    msg: 'Key (email)=(jana.probna@example.rs) of Jana Probna exists',
  }),
  JSON.stringify({ level: 40, to: 'jana.probna@example.rs', msg: 'mail to jana.probna@example.rs was not sent' }),
];

beforeAll(async () => {
  const { db } = server.context;
  await sql`update users set name = 'Јана Пробна', email = 'jana.probna@example.rs' where login = 'local.user'`.execute(
    db,
  );
  await db
    .transaction()
    .execute((tx) => addJob(tx, 'sendMail', { to: 'jana.probna@example.rs', subject: 'Јана Пробна', text: 'x' }));
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'No mailbox jana.probna@example.rs'`.execute(
    db,
  );
  await setReadOnly(db, 'Радови у згради');
});

it('the packet holds what support asks for, without secrets and without data of people', async () => {
  const log = join(folder, 'pimis.log');
  const path = join(folder, 'packet.txt');
  writeFileSync(log, `${LOG.join('\n')}\n`);
  const { child } = await command(['support-packet', path, '--log', log], /^The packet is in /m);
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  const packet = readFileSync(path, 'utf8');
  expect(statSync(path).mode & 0o077).toBe(0);
  for (const planted of PLANTED) expect(packet, planted).not.toContain(planted);
  expect(packet).not.toContain(new TextDecoder().decode(server.context.config.auditSecret));
  for (const line of [
    /^PIMIS \d/m,
    /^ok TOKEN_SECRET_FORMER: set$/m,
    /^wrong SMTP_URL: /m,
    /^database ok \d+ ms$/m,
    /^read-only on$/m,
    /^0132_stand_ins\.sql$/m,
    /^users \d+ \d+\.\d$/m,
    /^sendMail: 1 job, 1 given up$/m,
    /^PostgreSQL: .* FATAL: {2}password authentication failed/m,
    /"msg":"incoming request".*"method":"GET","path":"\/api\/projects\/:x\/documents\/:x"/,
    /"error":\{"type":"DatabaseError","code":"23505","at":\["node_modules\/pg\/lib\/x\.js:1:2"\]\}/,
    /"msg":"mail to \*\*\* was not sent"/,
  ]) {
    expect(packet).toMatch(line);
  }
});
