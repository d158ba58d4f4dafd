import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { useServer } from './testing/server.ts';

/* The types that openapi-typescript makes of the description, and the program of docs/clients.md that uses them. */

const server = useServer();
const ROOT = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'pimis-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program of Node in the folder; its exit code and all that it said. */
const run = (script: string, ...args: string[]): Promise<{ code: number | null; said: string }> =>
  new Promise((done) => {
    const child = execFile(process.execPath, [script, ...args], { cwd: folder }, (_error, out, err) =>
      done({ code: child.exitCode, said: out + err }),
    );
  });

async function compile(program: string) {
  writeFileSync(join(folder, 'client.ts'), program);
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--allowImportingTsExtensions',
  ];
  return run(
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    ...options,
    '--types',
    '',
    '--lib',
    'es2023,dom',
    'client.ts',
  );
}

it('compiles, and a program that reads what the interface does not have does not', async () => {
  writeFileSync(join(folder, 'openapi.json'), (await server.app.inject('/api/docs/json')).body);
  const generator = join(import.meta.dirname, '../node_modules/openapi-typescript/bin/cli.js');
  const made = await run(generator, 'openapi.json', '--output', 'pimis.d.ts');
  expect(made.code, made.said).toBe(0);
  const page = readFileSync(join(ROOT, 'docs/clients.md'), 'utf8');
  const program = /^```ts\n(.*?)^```$/ms.exec(page)?.[1] ?? '';
  expect(program).toContain('payload.code');
  expect(await compile(program)).toEqual({ code: 0, said: '' });
  const wrong = await compile(program.replace('payload.code', 'payload.cod'));
  expect(wrong.code).not.toBe(0);
  expect(wrong.said).toContain("Property 'cod' does not exist");
});
