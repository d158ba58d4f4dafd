import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import { DEMO_PASSWORD } from '../modules/system/demo-accounts.ts';
import type { TestServer } from './server.ts';
import { databaseUrl } from './template.ts';

export interface OwnProcess {
  child: ChildProcess;
  url: string;
  authorization: string;
}

/**
 * Subcommands of `pimis` in processes of their own, on the database and files of a test: each call starts one and waits
 * for a line of its output. Remaining processes are killed at the end of the file. Call it at the top of the file.
 */
export function useCommands(server: TestServer, env: Readonly<Record<string, string>> = {}) {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  return async (
    args: readonly string[],
    line: RegExp,
    own: Readonly<Record<string, string>> = {},
  ): Promise<{ child: ChildProcess; found: RegExpExecArray }> => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
    const child = spawn(process.execPath, [join(import.meta.dirname, '../cli/main.ts'), ...args], {
      env: {
        ...process.env,
        NODE_ENV: '',
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATABASE_URL: databaseUrl(inject('postgresUrl'), rows[0]?.name ?? ''),
        DATA_DIR: server.context.config.dataDir,
        AUDIT_SECRET: new TextDecoder().decode(server.context.config.auditSecret),
        ...env,
        ...own,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    for await (const _ of every(50)) {
      const found = line.exec(said);
      if (found) return { child, found };
      if (child.exitCode !== null) break;
    }
    throw new Error(`pimis ${args.join(' ')} has ended: ${said}`);
  };
}

/** Servers in processes of their own, as `useCommands`: each call starts one and signs in. */
export function useProcesses(server: TestServer, env: Readonly<Record<string, string>> = {}) {
  const start = useCommands(server, env);
  return async (login: string): Promise<OwnProcess> => {
    const { child, found } = await start(['serve'], /^PIMIS: (\S+)$/m);
    const url = found[1] ?? '';
    return { child, url, authorization: await signedInAt(url, login) };
  };
}

/** The header with which a demo account calls a server. */
export async function signedInAt(url: string, login: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: DEMO_PASSWORD }),
  });
  const { payload, status } = (await answer.json()) as Envelope<{ accessToken: string }>;
  if (!payload) throw new Error(`Sign-in of ${login} failed: ${status.name}`);
  return `Bearer ${payload.accessToken}`;
}
