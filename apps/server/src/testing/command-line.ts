import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Ended, Subcommand } from './subcommand-process.ts';
import { databaseUrl } from './template.ts';

/** The program that an operator calls. */
export const LAUNCHER = join(import.meta.dirname, '../../../../pimis');

export type { Ended };

export async function queryOf(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** An empty database and a folder for the subcommands of one test file. Call it at the top of the file. */
export function useCommandLine(label: string): { folder: string; name: string; url: string } {
  const folder = mkdtempSync(join(tmpdir(), `pimis-${label}-`));
  const name = `t_${process.pid}_${label.replaceAll('-', '_')}`;
  beforeAll(() => queryOf(inject('postgresUrl'), `create database ${name}`));
  afterAll(async () => {
    await queryOf(inject('postgresUrl'), `drop database ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, name, url: databaseUrl(inject('postgresUrl'), name) };
}

/** Runs a program in a folder, with no setting but these. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((done) => {
    execFile(program, args, { env, cwd }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

let subcommands: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a subcommand in a process that remains for the next one: a process of its own takes longer to load its modules
 * than most subcommands take. They run one after another. Tests of signals, of two commands at once and of the output's
 * reader use `runProgram`.
 */
export function runSubcommand(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Ended> {
  const ended = last.then(async () => {
    if (!subcommands?.connected) {
      subcommands = fork(join(import.meta.dirname, 'subcommand-process.ts'), { execArgv: [] });
      // It ends with the channel, and keeps no worker of the tests alive.
      subcommands.unref();
    }
    const child = subcommands;
    child.send({ args, cwd, env } satisfies Subcommand);
    const [answer] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) =>
        Promise.reject(new Error(`pimis ${args.join(' ')} ended its process: ${code}`)),
      ),
    ])) as [Ended];
    return answer;
  });
  last = ended.catch(() => undefined);
  return ended;
}
