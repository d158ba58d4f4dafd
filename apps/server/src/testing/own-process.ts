import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import { DEMO_PASSWORD } from '../seed/demo-accounts.ts';
import type { TestServer } from './server.ts';
import { databaseUrl } from './template.ts';

export interface OwnProcess {
  child: ChildProcess;
  url: string;
  authorization: string;
}

/**
 * Servers in processes of their own, on the database and files of a test: each call starts one and signs in. Remaining
 * processes are killed at the end of the file. Call it at the top of the file.
 */
export function useProcesses(server: TestServer, env: Readonly<Record<string, string>> = {}) {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  return async (login: string): Promise<OwnProcess> => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
    const child = spawn(process.execPath, [join(import.meta.dirname, '../serve.ts')], {
      env: {
        ...process.env,
        NODE_ENV: '',
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATABASE_URL: databaseUrl(inject('postgresUrl'), rows[0]?.name ?? ''),
        DATA_DIR: server.context.config.dataDir,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    for await (const _ of every(50)) if (/^PIMIS: /m.test(said) || child.exitCode !== null) break;
    const url = /^PIMIS: (\S+)$/m.exec(said)?.[1] ?? '';
    const answer = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login, password: DEMO_PASSWORD }),
    });
    const { payload } = (await answer.json()) as Envelope<{ accessToken: string }>;
    return { child, url, authorization: `Bearer ${payload?.accessToken}` };
  };
}
