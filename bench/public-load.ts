import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { at, benchFolder, median, tokenOf } from './measuring.ts';
import { serveProcess } from './served-process.ts';

/**
 * `npm run bench:public-load -- [--callers 500] [--seconds 10] [--rounds 4] [--pause 5000]`: a clerk's calls by themselves, and beside so many
 * anonymous callers of the portal and of open data, each from a network of its own. Ends with an error when the clerk's
 * median is more than a fifth slower. The callers run in a thread of the same machine, so they take a core of it.
 */
const { values } = parseArgs({
  options: {
    callers: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '4' },
    pause: { type: 'string', default: '5000' },
    /** Where the data of an earlier run are kept. */
    folder: { type: 'string', default: '' },
  },
});
const SECONDS = Number(values.seconds);
const CLERK_PAUSE_MS = 40;
/** After this time the callers are spread evenly, or their calls are answered. */
const SETTLED_MS = 4_000;
const SLOWER_AT_MOST = 1.2;
const CLERK_CALLS = [
  '/api/projects/paged?perPage=25',
  '/api/projects/MOST-CENTAR',
  '/api/dashboard',
  '/api/tasks/paged?perPage=20',
];

interface Counts {
  answered: number;
  refused: number;
  failed: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

function ask(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    }).on('error', reject);
  });
}

/** Callers who look at one page after the other, with a pause to read. */
async function crowd(url: string, callers: number, pauseMs: number): Promise<void> {
  const counts: Counts = { answered: 0, refused: 0, failed: 0 };
  const answer = await fetch(`${url}/api/open-data/projects?perPage=100`);
  const { projects } = (await answer.json()) as { projects: { id: string }[] };
  const addresses = [
    '/public',
    '/public/lat/projects?sort=value',
    '/api/open-data/projects?perPage=100',
    ...projects.flatMap(({ id }) => ['', '/lat', '/en'].map((language) => `/public${language}/projects/${id}`)),
    ...projects.map(({ id }) => `/public/projects?text=${id}`),
  ];
  let calling = false;
  parentPort?.on('message', (word: 'go' | 'rest') => {
    calling = word === 'go';
    if (!calling) parentPort?.postMessage(counts);
  });
  parentPort?.postMessage('ready');
  const one = async (caller: number) => {
    const headers = { 'x-forwarded-for': `10.${caller >> 8}.${caller & 255}.7`, 'accept-encoding': 'gzip' };
    await pause(Math.random() * pauseMs);
    for (let nth = caller; ; nth += 7) {
      while (!calling) await pause(Math.random() * pauseMs);
      const status = await ask(url + (addresses[nth % addresses.length] ?? ''), headers).catch(() => 0);
      if (status === 200) counts.answered += 1;
      else if (status === 503 || status === 429) counts.refused += 1;
      else counts.failed += 1;
      await pause(pauseMs * (0.5 + Math.random()));
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => one(caller)));
}

/** Times of a clerk's calls in ms. */
async function clerk(url: string, token: string): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  for (let nth = 0; performance.now() < end; nth += 1) {
    const before = performance.now();
    const status = await ask(url + (CLERK_CALLS[nth % CLERK_CALLS.length] ?? ''), { authorization: `Bearer ${token}` });
    times.push(performance.now() - before);
    if (status !== 200) throw new Error(`${CLERK_CALLS[nth % CLERK_CALLS.length]}: ${status}`);
    await pause(CLERK_PAUSE_MS);
  }
  return times;
}

async function measure(): Promise<boolean> {
  const folder = benchFolder(values.folder);
  const server = await serveProcess({ DEMO: '1', DATA_DIR: folder });
  const { url } = server;
  try {
    const token = await tokenOf(url, 'local.user');
    // The first calls compile and plan.
    await clerk(url, token);
    const worker = new Worker(import.meta.filename, {
      workerData: { url, callers: Number(values.callers), pauseMs: Number(values.pause) },
    });
    await once(worker, 'message');
    // In turns, because other work on the machine comes and goes.
    const [alone, beside]: [number[], number[]] = [[], []];
    let counts: Counts = { answered: 0, refused: 0, failed: 0 };
    for (let round = 0; round < Number(values.rounds); round += 1) {
      alone.push(...(await clerk(url, token)));
      worker.postMessage('go');
      await pause(SETTLED_MS);
      beside.push(...(await clerk(url, token)));
      worker.postMessage('rest');
      [counts] = (await once(worker, 'message')) as [Counts];
      await pause(SETTLED_MS);
    }
    await worker.terminate();
    const phases = [
      ['alone', alone],
      [`beside ${values.callers} callers`, beside],
    ] as const;
    for (const [name, times] of phases) {
      console.log(
        `clerk ${name}: ${times.length} calls, p50 ${median(times).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`,
      );
    }
    const seconds = (SECONDS + SETTLED_MS / 1000) * Number(values.rounds);
    console.log(
      `public: ${(counts.answered / seconds).toFixed(0)} answers/s, ${(counts.refused / seconds).toFixed(0)} refused/s, ${counts.failed} failed`,
    );
    console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
    return median(beside) <= median(alone) * SLOWER_AT_MOST;
  } finally {
    await server.stop();
    if (values.folder === '') rmSync(folder, { recursive: true, force: true });
  }
}

if (isMainThread) {
  process.exit((await measure()) ? 0 : 1);
} else {
  const { url, callers, pauseMs } = workerData as { url: string; callers: number; pauseMs: number };
  await crowd(url, callers, pauseMs);
}
