import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { ProjectDocument } from '@pimis/contract/documents';
import type { Phase } from '@pimis/contract/project-phases';
import { FORM_STATUS } from '@pimis/domain/constants';
import { PHASE } from '@pimis/domain/workflow/phases';
import { findBrowser, NO_BROWSER } from './browser.ts';

/**
 * Takes the pictures of the manual from the screens of a running server with demo data (PIMIS_MANUAL_URL, by default
 * the one of `npm start`). One WebP for each screen and language; names of pages as arguments choose some.
 */

const BASE = process.env.PIMIS_MANUAL_URL ?? 'http://localhost:3000';
const PASSWORD = 'Demo-pimis-2026!';
const FOLDER = join(import.meta.dirname, '..', 'manual', 'pictures');
const SIZE = { width: 1280, height: 800 };
const QUALITY = 0.72;
const CHOSEN = process.argv.slice(2);
/** The people of the demo data who fill in forms. */
const EDITOR = { login: 'local.user', organization: '50112' };
const LANGUAGES = { sr: 'sr-Cyrl', en: 'en' } as const;

interface Shot {
  page: string;
  path: string;
  login: string | null;
  /** Buttons to press before the picture, by their text in either language. */
  press?: RegExp;
}

const SCREENS: readonly Shot[] = [
  { page: 'login', path: '/login', login: null },
  { page: 'register-organization', path: '/register-organization', login: null },
  { page: 'dashboard', path: '/dashboard', login: 'local.user' },
  { page: 'tasks', path: '/tasks', login: 'reviewer' },
  { page: 'notifications', path: '/notifications', login: 'local.user' },
  { page: 'profile', path: '/administration/user/profile', login: 'local.user' },
  { page: 'projects', path: '/projects', login: 'admin' },
  { page: 'project-create', path: '/projects/create', login: 'local.user' },
  { page: 'archived', path: '/archived-projects', login: 'admin' },
  { page: 'project-lists', path: '/project-lists/3', login: 'admin' },
  { page: 'fiscal-calendar', path: '/portfolio/calendar', login: 'reviewer' },
  { page: 'scenarios', path: '/portfolio/scenarios', login: 'reviewer', press: /^(Нови сценарио|New scenario)$/ },
  { page: 'portfolio', path: '/portfolio/overview', login: 'admin' },
  { page: 'izvestaji', path: '/reporting', login: 'admin' },
  { page: 'registry', path: '/registry', login: 'operator' },
  { page: 'registry-table', path: '/registry/functions', login: 'operator', press: /^(Увези|Import)$/ },
  { page: 'registry-organization', path: '/registry/organization/10503', login: 'local.user' },
  { page: 'administration', path: '/administration', login: 'admin' },
  { page: 'users', path: '/administration/user/management', login: 'admin' },
  { page: 'roles', path: '/administration/role/management', login: 'admin' },
  { page: 'organizations', path: '/administration/organization/management', login: 'admin' },
  { page: 'notices', path: '/administration/notices', login: 'admin' },
  { page: 'audit', path: '/administration/audit', login: 'admin' },
  { page: 'health', path: '/administration/health', login: 'admin' },
  { page: 'connections', path: '/administration/connections', login: 'admin' },
  { page: 'publicity', path: '/administration/publicity', login: 'admin' },
];

async function signedIn(browser: Browser, login: string | null, language: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: BASE,
    viewport: SIZE,
    locale: 'sr-RS',
    timezoneId: 'Europe/Belgrade',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((chosen) => localStorage.setItem('pimis.language', chosen), language);
  if (login !== null) {
    const answer = await context.request.post('/api/login', {
      data: { login, password: PASSWORD },
      headers: { 'x-pimis-client': 'web' },
    });
    if (!answer.ok()) throw new Error(`${login} could not sign in: ${answer.status()}`);
  }
  return context;
}

async function ask<Payload>(context: BrowserContext, path: string, method = 'GET'): Promise<Payload> {
  const login = await context.request.post('/api/login', { data: { login: 'admin', password: PASSWORD } });
  const { payload } = (await login.json()) as { payload: { accessToken: string } };
  const answer = await context.request.fetch(`/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${payload.accessToken}` },
  });
  return ((await answer.json()) as { payload: Payload }).payload;
}

/** Makes the link of a project's newest document public and returns its address. */
async function publicLink(context: BrowserContext, code: string): Promise<string> {
  const [newest] = await ask<ProjectDocument[]>(context, `projects/${code}/documents?perPage=1`);
  if (!newest) throw new Error(`${code} has no document`);
  const { id, name, revision } = newest;
  await ask(context, `projects/${code}/documents/${id}/revisions/${revision}/security/false`, 'PUT');
  return `/document-download?token=${name}${revision}`;
}

/** The tabs of a project, and one form of each kind that the demo data hold. */
async function projectShots(context: BrowserContext): Promise<Shot[]> {
  const shots = new Map<string, Shot>();
  const add = (page: string, path: string, login: string | null = 'admin') => {
    if (!shots.has(page)) shots.set(page, { page, path, login });
  };
  const projects = await ask<{ code: string; organizationId: string }[]>(context, 'projects/paged?perPage=100');
  for (const { code, organizationId } of projects) {
    const base = `/projects/${code}`;
    for (const phase of await ask<Phase[]>(context, `projects/${code}/phases`)) {
      const path = `${base}/phases/${phase.id}`;
      add(`phases/${phase.phase}`, `${path}/forms`);
      const [entered] =
        phase.phase === PHASE.idea ? phase.forms.filter(({ status }) => status === FORM_STATUS.unlocked) : [];
      // Seen by a user who fills it in: with missing values and the bar for saving and locking.
      if (entered && organizationId === EDITOR.organization)
        add('forms', `${path}/forms/${entered.segment}/id/${entered.id}`, EDITOR.login);
      for (const form of phase.forms.slice(-1))
        add(`forms/${form.segment}`, `${path}/forms/${form.segment}/id/${form.id}`);
      if (phase.phase === PHASE.reporting) {
        if (!shots.has('document-download')) add('document-download', await publicLink(context, code), null);
        add('project-indicators', `${path}/successKeyIndicators`);
        add('project-phases', `${path}/activities`);
        add('project', `${base}/details`);
        add('project-documents', `${base}/documents`);
        add('project-comments', `${base}/comments`);
        add('project-options', `${base}/options`);
      }
    }
  }
  return [...shots.values()];
}

/** Encodes the picture as WebP in the same browser. */
async function webp(page: Page): Promise<Buffer> {
  const png = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  const press = page.context().browser();
  if (!press) throw new Error('The browser is gone');
  const blank = await press.newPage();
  const url = await blank.evaluate(
    async ({ source, quality }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { source: png, quality: QUALITY },
  );
  await blank.close();
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

async function take(context: BrowserContext, { path, press }: Shot): Promise<Buffer> {
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  if (press) {
    await page.getByRole('button', { name: press }).click();
    await page.getByRole('dialog').waitFor();
  }
  // Only in the demo, not in the product.
  await page.locator('.login-demo').evaluateAll((parts) => parts.forEach((part) => part.remove()));
  const picture = await webp(page);
  await page.close();
  return picture;
}

const executablePath = findBrowser();
if (!executablePath) throw new Error(NO_BROWSER);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const [folder, language] of Object.entries(LANGUAGES)) {
  const contexts = new Map<string | null, BrowserContext>();
  const asking = await signedIn(browser, null, language);
  for (const shot of [...SCREENS, ...(await projectShots(asking))]) {
    if (CHOSEN.length > 0 && !CHOSEN.includes(shot.page)) continue;
    const context = contexts.get(shot.login) ?? (await signedIn(browser, shot.login, language));
    contexts.set(shot.login, context);
    const path = join(FOLDER, folder, `${shot.page.replaceAll('/', '-')}.webp`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await take(context, shot));
    process.stdout.write(`${folder} ${shot.page}\n`);
  }
}
await browser.close();
