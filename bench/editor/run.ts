import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser, NO_BROWSER } from '../../scripts/browser.ts';

/**
 * Measures keystroke to paint in a generated form of 3,000 fields, beside other libraries, in one browser; and in the
 * largest real form with a processor slowed down four times. Figures are milliseconds.
 */

const ROOT = import.meta.dirname;
const DIST = join(ROOT, 'dist');
const ROUNDS = Number(process.env.ROUNDS ?? 4);
const KEYS = 12;
const PAUSE_MS = 120;
/** How many idle periods of 50 ms without a change end a measurement; effects of a key come sooner. */
const IDLE_PERIODS = 20;
const SLOWER = 4;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

interface Subject {
  name: string;
  path: string;
  scalar: string;
  cell: string;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'PIMIS', path: 'ours.html', scalar: '[id="f-s0.f0"]', cell: '[id="f-rows[1].c0"]' },
  { name: 'react-hook-form', path: 'hook-form.html', scalar: '[id="s0.f0"]', cell: '[id="rows.0.c0"]' },
  {
    name: 'JSON Forms',
    path: 'json-forms.html',
    scalar: 'input[type=text] >> nth=0',
    cell: 'table input[type=text] >> nth=0',
  },
  { name: 'RJSF', path: 'rjsf.html', scalar: '[id="root_s0_f0"]', cell: '[id="root_rows_0_c0"]' },
];

function run(command: string, args: string[]): void {
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit' });
}

if (!existsSync(join(ROOT, 'node_modules'))) run('npm', ['ci', '--ignore-scripts']);
run(process.execPath, [join(ROOT, '../../node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']);

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  readFile(join(DIST, path)).then(
    (content) => response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(content),
    () => response.writeHead(404).end(),
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error(NO_BROWSER);
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-sync'],
});

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const shown = (value: number) => value.toFixed(1).padStart(8);

/** From the key to the frame that shows it: the start of the event, and a task after the next frame. */
async function keystrokes(page: Page, selector: string): Promise<number[]> {
  await page.locator(selector).first().click();
  await page.evaluate(() => {
    const times: number[] = [];
    (window as unknown as { times: number[] }).times = times;
    document.addEventListener(
      'keydown',
      () => {
        const started = performance.now();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => times.push(performance.now() - started);
          channel.port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('a');
    await page.waitForTimeout(PAUSE_MS);
  }
  // The first key warms up the page.
  return (await page.evaluate(() => (window as unknown as { times: number[] }).times)).slice(1);
}

/** Waits until the page has finished its own work: no request is open, and idle time passes without a change. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async (enough) => {
    await document.fonts.ready;
    let still = 0;
    const observer = new MutationObserver(() => {
      still = 0;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    while (still < enough) {
      still += 1;
      await new Promise((idle) => requestIdleCallback(idle));
    }
    observer.disconnect();
  }, IDLE_PERIODS);
}

async function open(path: string, ready: string): Promise<{ page: Page; mounted: number }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => console.error(path, error.message));
  const started = performance.now();
  await page.goto(`${base}/${path}`);
  await page.locator(ready).first().waitFor();
  const mounted = performance.now() - started;
  await settled(page);
  return { page, mounted };
}

const results = new Map<string, { scalar: number[]; cell: number[]; mount: number[] }>();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const subject of SUBJECTS) {
    const { page, mounted } = await open(subject.path, subject.scalar);
    const found = results.get(subject.name) ?? { scalar: [], cell: [], mount: [] };
    found.mount.push(mounted);
    found.scalar.push(...(await keystrokes(page, subject.scalar)));
    found.cell.push(...(await keystrokes(page, subject.cell)));
    results.set(subject.name, found);
    await page.close();
  }
}

console.log(`3,000 fields, ${ROUNDS} rounds of ${KEYS - 1} keys, Chromium ${browser.version()}; milliseconds`);
console.log('                   first mount   scalar median      p95   cell median      p95');
const ours = results.get('PIMIS');
for (const [name, { scalar, cell, mount }] of results) {
  console.log(
    name.padEnd(18),
    shown(quantile(mount, 0.5)),
    '     ',
    shown(quantile(scalar, 0.5)),
    shown(quantile(scalar, 0.95)),
    '    ',
    shown(quantile(cell, 0.5)),
    shown(quantile(cell, 0.95)),
  );
}
if (ours) {
  for (const [name, { scalar, cell }] of results) {
    if (name === 'PIMIS') continue;
    const ratio = (own: number[], other: number[]) => (quantile(own, 0.5) / quantile(other, 0.5)).toFixed(2);
    console.log(`PIMIS ÷ ${name}: scalar ${ratio(ours.scalar, scalar)}, cell ${ratio(ours.cell, cell)}`);
  }
}

const { page } = await open('ours.html?real', '[id="f-financialInfo.price.local"]');
const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
for (const place of ['financialInfo.activityList[1].name', 'implementation[1].plan[1].q1.amount']) {
  const times = await keystrokes(page, `[id="f-${place}"]`);
  console.log(
    `largest real form, processor ${SLOWER}× slower, ${place}: median ${shown(quantile(times, 0.5))}, p95 ${shown(quantile(times, 0.95))}`,
  );
}
await browser.close();
server.close();
