import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { databaseUrl } from './template.ts';

/** The program that an operator calls. */
export const LAUNCHER = join(import.meta.dirname, '../../../../pimis');
const PIMIS = pathToFileURL(join(import.meta.dirname, '../cli/pimis.ts')).href;

export interface Ended {
  code: number;
  out: string;
  err: string;
}

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

/** The arguments of Node for calls of subcommands one after the other, which print the exit code of each. */
export const inOneProcess = (calls: readonly string[][]): string[] => [
  '--input-type=module',
  '--eval',
  `import { pimis } from '${PIMIS}';
   for (const call of ${JSON.stringify(calls)}) console.log('exit code', call[0], await pimis(call, process.env));`,
];
