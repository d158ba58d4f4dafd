import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IDEA_EXAMPLE } from '@pimis/examples/idea';
import { makeClient } from './testing/clients.ts';
import { newCode } from './testing/codes.ts';
import { act } from './testing/projects.ts';
import { useServer } from './testing/server.ts';

/* The programs of docs/clients.md, run as they stand there. */

const server = useServer();
const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/clients.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'pimis-clients-'));
let address = '';

beforeAll(async () => {
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  writeFileSync(join(folder, 'idea.json'), JSON.stringify(IDEA_EXAMPLE));
  writeFileSync(join(folder, 'letter.txt'), 'Писмо');
  copyFileSync(join(folder, 'letter.txt'), join(folder, 'assessment.txt'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The only program of the page in a language. */
function programIn(language: string): string {
  const found = [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))];
  expect(found, language).toHaveLength(1);
  return found[0]?.[1] ?? '';
}

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Language, file and command; the programs that it needs besides Node. */
const PROGRAMS = [
  { language: 'bash', file: 'send-idea.sh', command: 'bash', needs: ['bash', 'curl', 'jq'] },
  { language: 'python', file: 'send_idea.py', command: 'python3', needs: ['python3'] },
  { language: 'typescript', file: 'send-idea.ts', command: process.execPath, needs: [] },
];

describe.each(PROGRAMS)('the client in $language', ({ language, file, command, needs }) => {
  const missing = needs.filter((program) => !isInstalled(program));
  const name = missing.length > 0 ? ` (not installed: ${missing.join(', ')})` : '';

  it.skipIf(missing.length > 0)(`sends an idea and reads its answer${name}`, async () => {
    writeFileSync(join(folder, file), programIn(language));
    const client = await makeClient(server, { name: `Програм ${language}` });
    const code = newCode();
    const child = spawn(command, [file, code], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        PIMIS_URL: address,
        PIMIS_CLIENT_ID: client.clientId,
        PIMIS_CLIENT_SECRET: client.secret,
        PIMIS_PAUSE: '0.1',
      },
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    const failures = text(child.stderr);
    let said = '';
    for await (const part of child.stdout) {
      const waited = said.includes('was sent');
      said += String(part);
      if (waited || !said.includes('was sent')) continue;
      const answered = await act(server, 'local.admin', code, 2, { comment: 'Допуните опис.' });
      expect(answered.httpStatus).toBe(200);
    }
    expect(await failures).toBe('');
    expect(await ended).toBe(0);
    expect(said).toMatch(new RegExp(`^${code} was sent\nAnswer: .+: Допуните опис\\.\n$`));
  });
});
