import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { enter } from './actors.ts';
import { expectGoodScreen } from './screens.ts';
import { test } from './seats.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PROJECTS = 10_000;

test('thousands of projects that wait are counted, filtered, sorted and chosen with the keyboard', async ({
  seats,
}) => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'pimis-many-'));
  chmodSync(folder, 0o755);
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' };
  await promisify(execFile)(join(ROOT, 'pimis'), ['seed', '--projects', String(PROJECTS)], { env });
  const server = spawn(join(ROOT, 'pimis'), ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => /^PIMIS: (\S+)$/m.exec(said)?.[1], { timeout: 60_000 }).toBeDefined();
    const url = /^PIMIS: (\S+)$/m.exec(said)?.[1] ?? '';
    const page = await enter(await seats.takeAlone({ baseURL: url }), 'reviewer');

    await page.goto('/tasks');
    const heading = page.getByRole('heading', { level: 1, name: /Чека на вас/ });
    const count = async () => Number((await heading.innerText()).replaceAll(/\D/g, ''));
    await expect.poll(count).toBeGreaterThan(1_000);
    const all = await count();
    await expectGoodScreen(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    // The oldest are first, and the last page is reached.
    await expect(page.getByRole('row')).toHaveCount(11);
    await page.getByRole('button', { name: 'Последња страна' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(new RegExp(`од ${all.toLocaleString('sr-RS')}`))).toBeVisible();

    await page.getByLabel('Назив, радни назив или орган').focus();
    await page.keyboard.type('B-10');
    await expect.poll(count).toBeLessThan(all);
    await expect(page.getByRole('row', { name: /B-10/ }).first()).toBeVisible();
    const choice = page.getByRole('checkbox', { name: /^Изабери/ }).first();
    await choice.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Обради изабране (1)' })).toBeEnabled();
  } finally {
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
});
