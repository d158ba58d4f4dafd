import { rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../apps/server/src/modules/system/demo-accounts.ts';
import { findBrowser, NO_BROWSER } from '../scripts/browser.ts';
import { run } from '../scripts/run.ts';
import { benchFolder, median, tokenOf } from './measuring.ts';
import { serveProcess } from './served-process.ts';
import {
  formInputs,
  narrowInputs,
  portfolioInputs,
  projectInputs,
  scenarioInputs,
  type Step,
  tableInputs,
  timelineInputs,
} from './web/inputs.ts';
import { LARGE_FIELDS, makeLarge, openLarge } from './web/large-form.ts';
import { largestPaint, portalAddresses } from './web/portal.ts';
import { makeLargeScenario } from './web/scenario.ts';
import { SCREENS } from './web/screens.ts';
import { FAST, makeLongTimeline, scrolledFrames, WHEEL } from './web/timeline.ts';
import { paintedSince, shiftsOf, slowestInput, watch } from './web/watch.ts';

/**
 * `npm run bench:web -- [--rounds 5] [--portal]`: the product as it is built, with the demo's data, in a real browser:
 * how soon a screen is seen over 1.5 Mbit/s and 300 ms, how long an input waits for its paint with the processor four
 * times slower, how far screens move by themselves, and how soon a form of more than 3,000 fields can be typed into,
 * how smoothly the timeline scrolls; with --portal only the public portal. Prints a table, and ends with an error when
 * a target is missed.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, portal: { type: 'boolean', default: false } },
});
const ROUNDS = Number(values.rounds);
const SLOW_LINE = { offline: false, latency: 300, downloadThroughput: 1_500_000 / 8, uploadThroughput: 1_500_000 / 8 };
const SLOWER = 4;
const PROJECT = '/projects/MOST-CENTAR/details';
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };
/** By then a screen has finished its own work after it was shown. */
const QUIET_MS = 1500;

const root = join(import.meta.dirname, '..');
const built = await run(process.execPath, [join(root, 'scripts', 'start.ts'), '--build-only']);
if (built !== 0) process.exit(built);
const executablePath = findBrowser();
if (executablePath === undefined) throw new Error(NO_BROWSER);

const folder = benchFolder();
const server = await serveProcess({ DEMO: '1', DATA_DIR: folder });
const { url } = server;

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-sync'],
});

const found = new Map<string, { times: number[]; most: number; unit: string }>();
function note(name: string, value: number, most: number, unit = 'ms'): void {
  const known = found.get(name) ?? { times: [], most, unit };
  known.times.push(value);
  found.set(name, known);
}

async function newPage(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'sr-RS',
    timezoneId: 'Europe/Belgrade',
    viewport: WIDE,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  await watch(page);
  return page;
}

const quiet = (page: Page) => page.waitForTimeout(QUIET_MS);

async function signIn(context: BrowserContext, login: string): Promise<void> {
  const data = { login, password: DEMO_PASSWORD };
  await context.request.post('/api/login', { data, headers: { 'x-pimis-client': 'web' } });
}

async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
}

async function slowProcessor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** The first visit: the sign-in, and the project page after it. */
async function signingIn(): Promise<void> {
  const page = await newPage();
  await slowLine(page);
  await page.goto(`/login?redirect=${encodeURIComponent(PROJECT)}`, { waitUntil: 'commit' });
  note('sign-in shown', await paintedSince(page, 'input[type=password]'), 2500);
  // The next screen is loaded while the password is typed.
  await page.waitForLoadState('networkidle');
  await page.locator('input[name=login], input[autocomplete~=username]').first().fill('local.user');
  await page.locator('input[type=password]').fill(DEMO_PASSWORD);
  await page.evaluate(() =>
    document.addEventListener('keydown', () => performance.mark('entered'), { capture: true, once: true }),
  );
  await page.keyboard.press('Enter');
  note('project page after signing in', await paintedSince(page, '.project-values dd', 'entered'), 2000);
  await page.context().close();
}

/** Screens as they come over a slow line, and what moves in them by itself. */
async function shifts(login: keyof typeof SCREENS): Promise<void> {
  for (const address of SCREENS[login]) {
    const page = await newPage();
    await signIn(page.context(), login);
    await slowLine(page);
    await page.goto(address);
    await page.locator('main h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await quiet(page);
    const all = await shiftsOf(page);
    const sum = all.reduce((whole, { value }) => whole + value, 0);
    note('layout shift, worst screen', sum, 0.05, '');
    if (sum > 0.05) {
      console.log(`${login} ${address}: ${sum.toFixed(3)}`);
      for (const { value, sources } of all) console.log(`  ${value.toFixed(3)} ${sources.join(' | ')}`);
    }
    await page.context().close();
  }
}

interface InputSettings {
  viewport?: typeof WIDE;
  prepare?: (page: Page) => Promise<void>;
  /** Whether the processor is four times slower. */
  slow?: boolean;
}

/** The most frequent inputs: time from the press to the next paint. */
async function inputs(
  login: string,
  address: string,
  ready: string,
  presses: (page: Page, step: Step) => Promise<void>,
  { viewport = WIDE, prepare, slow = true }: InputSettings = {},
): Promise<void> {
  const page = await newPage();
  await page.setViewportSize(viewport);
  await signIn(page.context(), login);
  await prepare?.(page);
  await page.goto(address);
  await page.locator(ready).first().waitFor();
  await quiet(page);
  if (slow) await slowProcessor(page);
  await presses(page, async (name, act) => {
    await slowestInput(page);
    await act();
    await quiet(page);
    note(`input to paint: ${name}`, await slowestInput(page), 100);
  });
  await page.context().close();
}

/** Pages of the public portal at the first visit. */
async function portal(): Promise<void> {
  for (const address of await portalAddresses(url)) {
    const page = await newPage();
    await slowLine(page);
    await page.goto(address, { waitUntil: 'networkidle' });
    await quiet(page);
    note('portal: largest paint', await largestPaint(page), 1500);
    const sum = (await shiftsOf(page)).reduce((whole, { value }) => whole + value, 0);
    note('portal: layout shift, worst page', sum, 0.02, '');
    await page.context().close();
  }
}

/** A plan of the demo that can be filled. */
async function planAddress(): Promise<string> {
  const answer = await fetch(`${url}/api/projects/MOST-CENTAR/phases`, {
    headers: { authorization: `Bearer ${await tokenOf(url, 'local.user')}` },
  });
  const { payload } = (await answer.json()) as {
    payload: { id: number; forms: { id: number; code: string; segment: string }[] }[];
  };
  const [address] = payload.flatMap(({ id, forms }) =>
    forms
      .filter(({ code }) => code === 'plan')
      .map((form) => `/projects/MOST-CENTAR/phases/${id}/forms/${form.segment}/id/${form.id}`),
  );
  if (!address) throw new Error('The demo has no plan that can be filled');
  return address;
}

async function largeForm(address: string): Promise<void> {
  const page = await newPage();
  await signIn(page.context(), 'local.user');
  await makeLarge(page);
  const { shown, key } = await openLarge(page, address);
  note(`form of ${LARGE_FIELDS} fields: shown after its answer`, shown, 400);
  note(`form of ${LARGE_FIELDS} fields: first key`, key, 100);
  await page.context().close();
}

/** How long frames last while 2,000 rows scroll with the processor four times slower. */
async function timeline(): Promise<void> {
  const page = await newPage();
  await signIn(page.context(), 'admin');
  await makeLongTimeline(page);
  await page.goto('/portfolio/timeline');
  await page.locator('.timeline-list .chart-mark').first().waitFor();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (const [speed, step] of [
    ['wheel', WHEEL],
    ['three times as fast', FAST],
  ] as const) {
    const { frames, empty } = await scrolledFrames(page, step);
    const of = `timeline of 2,000 rows, ${speed}`;
    note(`${of}: frame, median`, frames[Math.floor(frames.length / 2)] ?? 0, 17);
    note(`${of}: frame, 95 of 100`, frames[Math.floor(frames.length * 0.95)] ?? 0, 34);
    note(`${of}: frames with an empty row`, empty, 0);
  }
  await page.context().close();
}

console.log(
  `${cpus().length} cores (${cpus()[0]?.model}), Chromium ${browser.version()}, load ${loadavg()[0]?.toFixed(1)}`,
);
const plan = values.portal ? '' : await planAddress();
for (let round = 0; round < ROUNDS; round += 1) {
  await portal();
  if (values.portal) continue;
  await signingIn();
  await inputs('admin', '/projects', 'main tbody tr', tableInputs);
  await inputs('local.user', PROJECT, '.project-values dd', projectInputs);
  await inputs('local.user', plan, '.form-body input', formInputs);
  await inputs('admin', '/projects', 'main .table-cards li', narrowInputs, { viewport: NARROW });
  await inputs('admin', '/portfolio/overview', 'main .chart-mark', portfolioInputs);
  await inputs('admin', '/portfolio/timeline', '.timeline-list .chart-mark', timelineInputs, {
    prepare: makeLongTimeline,
  });
  await inputs('admin', '/portfolio/scenarios/1', '.candidate', scenarioInputs, {
    prepare: makeLargeScenario,
    slow: false,
  });
  await largeForm(plan);
  await timeline();
}
for (const login of values.portal ? [] : (['local.user', 'admin'] as const)) await shifts(login);
await browser.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });

let missed = false;
console.log(`\n| ${ROUNDS} rounds | median | most | target |\n| --- | --- | --- | --- |`);
for (const [name, { times, most, unit }] of found) {
  // For layout shifts the worst screen counts, for times the median.
  const counts = unit === '' ? Math.max(...times) : median(times);
  missed ||= counts > most;
  const shown = (value: number) => (unit === '' ? value.toFixed(3) : `${Math.round(value)} ${unit}`);
  console.log(
    `| ${name} | ${shown(median(times))} | ${shown(Math.max(...times))} | ${shown(most)}${counts > most ? ': missed' : ''} |`,
  );
}
console.log(`load at the end: ${loadavg()[0]?.toFixed(1)}`);
process.exit(missed ? 1 : 0);
