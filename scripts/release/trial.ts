import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { setInterval as every } from 'node:timers/promises';

/**
 * Tries an unpacked release: starts it, signs in, makes a paper, has a choice of projects proposed, opens the portal,
 * ends it. All packages needed for this must be in the release. Arguments: the folder of the release and that of the
 * data. It runs with the release's own Node and imports nothing, in a namespace without a network.
 */

const PAUSE_MS = 200;
const [folder = '', dataDir = ''] = process.argv.slice(2);
const outside = Object.values(networkInterfaces())
  .flat()
  .filter((address) => address?.internal === false);
if (outside.length > 0) throw new Error('There is a network: the trial says nothing.');

const server = spawn(`${folder}/pimis`, ['start'], {
  env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, PORT: '3000', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'exit');
let said = '';
const url = await new Promise<string>((done, fail) => {
  server.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const address = /^PIMIS: (\S+)$/m.exec(said)?.[1];
    if (address !== undefined) done(address);
  });
  server.once('exit', () => fail(new Error(`The release has ended: ${said}`)));
});

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`${url}${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function signedIn(login: string, password: string): Promise<Record<string, string>> {
  const answer = await call('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  });
  const { payload } = (await answer.json()) as { payload: { accessToken: string } };
  return { authorization: `Bearer ${payload.accessToken}`, 'content-type': 'application/json' };
}

/** Has the best choice within the ceilings computed, in a process of its own. */
async function propose(headers: Record<string, string>): Promise<string> {
  const asked = async <Payload>(path: string, body?: object) => {
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    return ((await (await call(`/api/${path}`, init)).json()) as { payload: Payload }).payload;
  };
  const { id } = await asked<{ id: number }>('portfolio/scenarios', { name: 'Проба', filter: {} });
  const { operationLocation } = await asked<{ operationLocation: string }>(`portfolio/scenarios/${id}/proposals`, {
    revision: 1,
    goal: 'worth',
  });
  const operation = operationLocation.split('/').at(-1);
  for await (const _ of every(PAUSE_MS)) {
    const { state, result } = await asked<{ state: string; result?: { state: string } }>(`operations/${operation}`);
    if (state === 'done') return result?.state ?? '';
    if (state === 'failed') throw new Error('The proposal has failed.');
  }
  return '';
}

try {
  const configuration = await call('/api/configuration');
  const { payload: product } = (await configuration.json()) as { payload: { demoPassword: string } };
  const headers = await signedIn('minister', product.demoPassword);
  const listed = await call('/api/projects/paged', { headers });
  const { payload: projects } = (await listed.json()) as { payload: { code: string }[] };
  const paper = await call(`/api/reporting/projects/${projects[0]?.code}/identity-cards`, { headers });
  const bytes = Buffer.from(await paper.arrayBuffer());
  if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error('The paper is no PDF.');
  const page = await (await call('/', { headers: { accept: 'text/html' } })).text();
  if (!page.includes('<div id="root"')) throw new Error('There is no web application.');
  await call('/help/');
  const portal = await (await call('/public', { headers: { accept: 'text/html' } })).text();
  if (!portal.includes('<svg')) throw new Error('The portal draws nothing.');
  const proposal = await propose(await signedIn('reviewer', product.demoPassword));
  process.stdout.write(
    `  ${projects.length} projects, a paper of ${bytes.length} bytes, a proposal (${proposal}), the portal\n`,
  );
} finally {
  server.kill('SIGTERM');
  await ended;
}
