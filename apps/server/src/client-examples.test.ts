import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IDEA_EXAMPLE } from '@pimis/examples/idea';
import { makeClient, type TestClient } from './testing/clients.ts';
import { newCode } from './testing/codes.ts';
import { act, createProject } from './testing/projects.ts';
import { useServer } from './testing/server.ts';

/* The programs of docs/clients.md, run unchanged. */

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

/** The only program of a section of the page. */
function programIn(title: string): string {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  const found = [...section.matchAll(/^```\w+\n(.*?)^```$/gms)];
  expect(found, title).toHaveLength(1);
  return found[0]?.[1] ?? '';
}

const environment = (client: TestClient, at = address) => ({
  PATH: process.env.PATH,
  PIMIS_URL: at,
  PIMIS_CLIENT_ID: client.clientId,
  PIMIS_CLIENT_SECRET: client.secret,
  PIMIS_PAUSE: '0.1',
});

const notInstalled = (programs: string[]) => {
  const missing = programs.filter((program) => !isInstalled(program));
  return { isMissing: missing.length > 0, note: missing.length > 0 ? ` (not installed: ${missing.join(', ')})` : '' };
};

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Section, file and command; the programs that it needs besides Node. */
const PROGRAMS = [
  { title: 'curl', file: 'send-idea.sh', command: 'bash', needs: ['bash', 'curl', 'jq'] },
  { title: 'Python', file: 'send_idea.py', command: 'python3', needs: ['python3'] },
  { title: 'TypeScript', file: 'send-idea.ts', command: process.execPath, needs: [] },
];

describe.each(PROGRAMS)('the client in $title', ({ title, file, command, needs }) => {
  const { isMissing, note } = notInstalled(needs);

  it.skipIf(isMissing)(`sends an idea and reads its answer${note}`, async () => {
    writeFileSync(join(folder, file), programIn(title));
    const client = await makeClient(server, { name: `Програм ${title}` });
    const code = newCode();
    const child = spawn(command, [file, code], { cwd: folder, env: environment(client) });
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

describe('the program that changes what it has read', () => {
  const { isMissing, note } = notInstalled(['bash', 'curl', 'jq']);

  it.skipIf(isMissing)(`looks again where somebody was faster${note}`, async () => {
    const client = await makeClient(server, { name: 'Преименовање' });
    const code = await createProject(server, 'local.user');
    const rename = (name: string) => server.call('local.user', 'PUT', `projects/${code}`, { code, name });
    await rename('Први назив');
    // A proxy before the server: a person renames the project just before the first change arrives.
    let isFirst = true;
    const pass = async (request: IncomingMessage, response: ServerResponse) => {
      const { method = 'GET', url = '', headers } = request;
      const body = await text(request);
      if (method === 'PUT' && isFirst) {
        isFirst = false;
        expect((await rename('Назив колеге')).httpStatus).toBe(200);
      }
      const answer = await server.app.inject({ method: method as 'GET', url, headers, payload: body });
      response.writeHead(answer.statusCode, answer.headers).end(answer.rawPayload);
    };
    const proxy = createServer((request, response) => {
      pass(request, response).catch((error: Error) => response.destroy(error));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    writeFileSync(join(folder, 'rename.sh'), programIn('Change what you have read'));
    const child = spawn('bash', ['rename.sh', code, 'Назив програма'], {
      cwd: folder,
      env: environment(client, `http://127.0.0.1:${port}`),
    });
    const [said, failures] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await new Promise((resolve) => proxy.close(resolve));
    expect(failures).toBe('');
    expect(said).toBe('Now: Први назив\nNow: Назив колеге\nSuccess: Назив програма\n');
  });
});

describe('the program that keeps a copy', () => {
  const { isMissing, note } = notInstalled(['python3']);

  it.skipIf(isMissing)(`reads everything once, and then what has changed${note}`, async () => {
    const client = await makeClient(server, { name: 'Копија', claims: ['Project_View'], organizationId: '00000' });
    writeFileSync(join(folder, 'copy_projects.py'), programIn('Keep a copy of all projects'));
    const run = async () => {
      const child = spawn('python3', ['copy_projects.py'], { cwd: folder, env: environment(client) });
      const [said, failures] = await Promise.all([text(child.stdout), text(child.stderr)]);
      expect(failures).toBe('');
      return said;
    };
    const codes = [await createProject(server, 'local.user'), await createProject(server, 'other.user')];
    const copied = () => {
      const { projects } = JSON.parse(readFileSync(join(folder, 'projects.json'), 'utf8')) as {
        projects: Record<string, { code: string; name: string }>;
      };
      return Object.values(projects);
    };
    // Running transactions of other tests on the same database server delay the feed.
    await expect
      .poll(async () => {
        await run();
        return copied().map(({ code }) => code);
      })
      .toEqual(expect.arrayContaining(codes));
    const all = copied().length;
    expect(await run()).toBe(`0 changed, ${all} projects\n`);
    await server.call('local.user', 'PUT', `projects/${codes[0]}`, { code: codes[0], name: 'Промењен назив' });
    await expect.poll(run).toBe(`1 changed, ${all} projects\n`);
    expect(copied().find(({ code }) => code === codes[0])?.name).toBe('Промењен назив');
    // The database server was replaced: the program begins again.
    const file = join(folder, 'projects.json');
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { cursor: string };
    const [, ...place] = JSON.parse(Buffer.from(kept.cursor, 'base64url').toString()) as unknown[];
    const cursor = Buffer.from(JSON.stringify(['other', ...place])).toString('base64url');
    writeFileSync(file, JSON.stringify({ ...kept, cursor }));
    expect(await run()).toBe(`${all} changed, ${all} projects\n`);
  });
});
