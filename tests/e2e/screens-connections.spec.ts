import { expect, type Page } from '@playwright/test';
import { addDays } from '../../packages/domain/src/dates/dates.ts';
import { authorization, signIn } from './actors.ts';
import { expectGoodScreen, follow } from './screens.ts';
import { test } from './seats.ts';

/* Screens of other systems: their list, a client, a webhook, and what a profile has of providers and calendars. */

/** Each script with a word of the list, the page of a client, that of a webhook, and the profile. */
const SCRIPTS = [
  ['sr-Cyrl', 'Вебхукови', 'Кључеви', 'Дневник испорука', 'Налози у другим системима', 'Календар'],
  ['sr-Latn', 'Vebhukovi', 'Ključevi', 'Dnevnik isporuka', 'Nalozi u drugim sistemima', 'Kalendar'],
  ['en', 'Webhooks', 'Keys', 'Log of deliveries', 'Accounts in other systems', 'Calendar'],
] as const;

test('screens of other systems are good in every script, wide and light, narrow and dark', async ({
  seats,
  request,
}) => {
  const headers = await authorization(request, 'admin');
  const make = async (path: string, data?: object) => {
    const answer = await request.post(`/api/administration/${path}`, { headers, ...(data ? { data } : {}) });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as { payload: { id: number } }).payload.id;
  };
  const client = await make('clients', {
    name: 'Управа за трезор – планирање и извршење буџета',
    organizationId: '50112',
    claims: ['Project_View', 'Project_Manage', 'Form_Manage', 'DMS_Manage'],
    addresses: ['10.20.0.0/16', '2001:db8:1234:5678::/64'],
    expiresOn: addDays(new Date().toISOString().slice(0, 10), 100),
  });
  await make(`clients/${client}/secrets`, {});
  await make(`clients/${client}/secrets`, {});
  const webhook = await make('webhooks', {
    name: 'Портал отворених података града Ужица',
    // Such a name is never found (RFC 6761), so nothing leaves this machine.
    url: 'https://prijem.portal-otvorenih-podataka-grada-uzica.invalid/pimis/dogadjaji?izvor=pimis',
    organizationId: '50112',
    kinds: ['step', 'decision', 'document.added'],
  });
  await make(`webhooks/${webhook}/test`);

  const page = await signIn(seats, 'admin', '/administration/connections');
  const screens = [
    ['/administration/connections', 1],
    [`/administration/connections/${client}`, 2],
    [`/administration/connections/webhooks/${webhook}`, 3],
  ] as const;
  await test.step('their pages have their names above and in the tab', async () => {
    await follow(page, `/administration/connections/${client}`);
    await expect(page.locator('.shell-place')).toContainText('Управа за трезор');
    await expect(page).toHaveTitle(/^Управа за трезор/);
    await follow(page, `/administration/connections/webhooks/${webhook}`);
    await expect(page.locator('.shell-place')).toContainText('Портал отворених података');
  });

  for (const script of SCRIPTS) {
    await page.evaluate((chosen) => localStorage.setItem('pimis.language', chosen), script[0]);
    await page.goto('/administration');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [path, word] of screens) await expectGood(page, path, [script[word]]);
    await expectGood(page, '/administration/user/profile', [script[4], script[5]]);
  }
  await page.evaluate(() => localStorage.removeItem('pimis.language'));
});

async function expectGood(page: Page, path: string, headings: readonly string[]): Promise<void> {
  await follow(page, path);
  // A table has its number of rows in the heading.
  for (const name of headings) {
    await expect(page.getByRole('heading', { name: new RegExp(`^${name}( \\d+)?$`) })).toBeVisible();
  }
  await expectGoodScreen(page);
}
