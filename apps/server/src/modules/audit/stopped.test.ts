import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useProcesses } from '../../testing/own-process.ts';
import { useServer } from '../../testing/server.ts';
import { verifyChain } from './chain.ts';
import { lastSeal } from './queries.ts';

const server = useServer();
const SECRET = 'тајна овог испита, дужа од тридесет и два знака';
const started = useProcesses(server, { AUDIT_SECRET: SECRET });

it('a server that stops seals the waiting rows, and writes the head of the chain', async () => {
  const { child, url, authorization } = await started('admin');
  expect((await fetch(`${url}/api/login/logout`, { method: 'POST', headers: { authorization } })).status).toBe(200);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  const { db } = server.context;
  const config = { ...server.context.config, auditSecret: new TextEncoder().encode(SECRET) };
  const last = await lastSeal(db);
  const folder = join(config.dataDir, 'audit-heads');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ seal: last?.seal, hash: last?.hash.toString('hex') });
  const { count } = await db
    .selectFrom('audit_log')
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(last?.seal).toBe(count);
  expect(await verifyChain(db, config)).toMatchObject({ broken: null, waiting: 0, seals: Number(count) });
});
