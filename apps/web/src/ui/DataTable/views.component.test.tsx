import { Notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setLanguage } from '../../i18n/i18n.ts';
import { expectAccessibleInBothThemes } from '../../testing/accessible.ts';
import { draw } from '../../testing/form.tsx';
import { keepViews, view } from '../../testing/kept-views.ts';
import { signIn } from '../../testing/sign-in.ts';
import { beginTable, drawTable, NARROW, requestedBy } from '../../testing/table.tsx';

beforeEach(beginTable);
afterEach(() => vi.restoreAllMocks());

type Screen = Awaited<ReturnType<typeof drawTable>>['screen'];

const openMenu = (screen: Screen) => screen.getByRole('button', { name: 'Сачувани погледи' }).click();

async function openSaving(screen: Screen): Promise<void> {
  await openMenu(screen);
  await screen.getByRole('menuitem', { name: 'Сачувај овај поглед' }).click();
}

const nameField = (screen: Screen) => screen.getByLabelText(/^Назив погледа/);
const tabNames = (screen: Screen) =>
  [...screen.getByRole('navigation', { name: 'Погледи' }).element().querySelectorAll('button')].map(({ textContent }) =>
    textContent.trim(),
  );

const present = (screen: Screen) =>
  screen
    .getByRole('navigation', { name: 'Погледи' })
    .element()
    .querySelector('[aria-current="true"]')
    ?.textContent.trim();

test('a view is saved on the server with filters, order and columns', async () => {
  const kept = keepViews([]);
  const { screen, requested } = await drawTable();
  await requestedBy(requested, screen.getByRole('button', { name: 'Шифра' }).click());
  await openSaving(screen);
  // A user who does not administer the people of an organization shares nothing.
  await expect.element(screen.getByRole('checkbox', { name: 'Подели са својим органом' })).not.toBeInTheDocument();
  await nameField(screen).fill('По шифри');
  await screen.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect.element(nameField(screen)).not.toBeInTheDocument();
  expect(kept.sent).toEqual([
    {
      method: 'POST',
      path: 'table-views',
      body: { table: 'proba', name: 'По шифри', search: { sort: 'code', cols: 'code,value' }, shared: false },
    },
  ]);
});

test('a chosen view brings back its filters, order and columns', async () => {
  keepViews([view(1, 'По шифри', { search: { sort: 'code', desc: true, cols: 'code', 'f.value-from': '5' } })]);
  const { screen, requested } = await drawTable();
  await openMenu(screen);
  const chosen = await requestedBy(requested, screen.getByRole('menuitem', { name: 'По шифри' }).click());
  expect(chosen).toMatchObject({ sortBy: 'code', descending: true, columns: ['code'], filters: { 'value-from': '5' } });
});

test('a view that names what the table does not have opens with the rest', async () => {
  const search = { sort: 'secret', desc: true, cols: 'gone,code', 'f.gone': '1', 'f.value-to': '9' };
  keepViews([view(1, 'Стари', { search })]);
  const { screen, requested } = await drawTable();
  await openMenu(screen);
  const chosen = await requestedBy(requested, screen.getByRole('menuitem', { name: 'Стари' }).click());
  expect(chosen).toMatchObject({ sortBy: undefined, descending: false, columns: ['code'] });
  expect(chosen?.filters).toEqual({ 'value-to': '9' });
});

test('who administers the people of an organization shares a view with it', async () => {
  const kept = keepViews([]);
  signIn(1, ['User_Manage']);
  const { screen } = await drawTable();
  await openSaving(screen);
  await nameField(screen).fill('За колегијум');
  await screen.getByRole('checkbox', { name: 'Подели са својим органом' }).click();
  await screen.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect.poll(() => kept.sent).toMatchObject([{ body: { name: 'За колегијум', shared: true } }]);
});

test('the name of a view that one may change replaces its state, unless somebody changed it meanwhile', async () => {
  const kept = keepViews([view(4, 'Скупи', { search: { 'f.value-from': '5' } })]);
  const { screen } = await drawTable();
  await openSaving(screen);
  await nameField(screen).fill('Скупи');
  // Another tab replaces it.
  kept.views = [view(4, 'Скупи', { search: { 'f.value-from': '7' }, revision: 2 })];
  kept.refusal = 'RecordConflict';
  const replace = screen.getByRole('button', { name: 'Замени поглед' });
  await replace.click();
  await expect
    .poll(() => kept.sent)
    .toMatchObject([{ method: 'PUT', path: 'table-views/4', body: { search: {}, revision: 1 } }]);
  await expect
    .element(page.getByRole('alert').filter({ hasText: /Овај поглед је у међувремену измењен/ }))
    .toBeVisible();
  // The typed name and the state are kept; a second press replaces the newer view knowingly.
  await expect.element(nameField(screen)).toHaveValue('Скупи');
  kept.refusal = null;
  await replace.click();
  await expect.element(nameField(screen)).not.toBeInTheDocument();
  expect(kept.sent.at(-1)).toMatchObject({ body: { search: {}, revision: 2 } });
});

test('a view is renamed, becomes the default, and is deleted; one that others share is only made the default', async () => {
  const kept = keepViews([view(1, 'Скупи'), view(2, 'За колегијум', { shared: true, mayChange: false })]);
  const { screen } = await drawTable();
  await openSaving(screen);
  await screen.getByRole('button', { name: 'Преименуј поглед Скупи' }).click();
  await screen.getByLabelText('Нови назив погледа Скупи').fill('Највећи');
  await screen.getByRole('button', { name: 'Преименуј', exact: true }).click();
  const shared = screen.getByRole('button', { name: 'Отварај табелу са погледом За колегијум' });
  await expect.element(shared).toBeEnabled();
  await shared.click();
  const remove = screen.getByRole('button', { name: 'Уклони поглед Скупи' });
  await expect.element(remove).toBeEnabled();
  await remove.click();
  await expect
    .poll(() => kept.sent)
    .toMatchObject([
      { method: 'PUT', path: 'table-views/1', body: { name: 'Највећи', revision: 1 } },
      { method: 'PUT', path: 'table-views/2/default' },
      { method: 'DELETE', path: 'table-views/1?revision=1' },
    ]);
  await expect.element(screen.getByRole('button', { name: 'Уклони поглед За колегијум' })).not.toBeInTheDocument();
  await expectAccessibleInBothThemes(screen.getByRole('dialog').element());
});

test('a refused view is reported, and its name stays', async () => {
  const kept = keepViews([]);
  kept.refusal = 'ViewNameTaken';
  const { screen } = await drawTable();
  await openSaving(screen);
  await nameField(screen).fill('По шифри');
  await screen.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect.poll(() => kept.sent).toHaveLength(1);
  await expect.element(nameField(screen)).toHaveValue('По шифри');
});

test('the table opens with the default view, but not where its address filters', async () => {
  const views = [view(1, 'Скупи', { isDefault: true, search: { 'f.value-from': '5' } })];
  keepViews(views);
  const opened = await drawTable();
  await expect.poll(() => opened.requested.mock.lastCall?.[0].filters).toEqual({ 'value-from': '5' });
  await opened.screen.unmount();
  const filtered = await drawTable({ filters: { search: 'мост' } });
  await expect.poll(() => tabNames(filtered.screen)).toEqual(['Сви', 'Скупи']);
  expect(filtered.requested).not.toHaveBeenCalled();
});

test('views that the browser kept are sent once and then gone from it', async () => {
  const kept = keepViews([]);
  const own = 'pimis.views.proba.1';
  localStorage.setItem(
    own,
    JSON.stringify([{ name: 'Скупи', search: { 'f.value-from': '5', 'f x': 1, cols: ['a'] } }, { name: ' ' }, null]),
  );
  const { screen } = await drawTable();
  await expect
    .poll(() => kept.sent)
    .toEqual([
      {
        method: 'POST',
        path: 'table-views/taken-over',
        body: { table: 'proba', views: [{ name: 'Скупи', search: { 'f.value-from': '5' } }] },
      },
    ]);
  await expect.poll(() => localStorage.getItem(own)).toBeNull();
  await screen.unmount();
  await drawTable();
  expect(kept.sent).toHaveLength(1);
});

test('a kept view that the server would refuse does not hold the others back', async () => {
  const kept = keepViews([]);
  const refused = [
    { name: 'Два\nреда', search: {} },
    { name: 'Огроман', search: { sort: 1e308 } },
    { name: 'Дугачак', search: Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`f.${at}`, 'а'.repeat(999)])) },
  ];
  const long = `${'а'.repeat(59)}😀`;
  const own = [...refused, { name: long, search: {} }, { name: 'Скупи', search: {} }];
  localStorage.setItem('pimis.views.proba.1', JSON.stringify(own));
  await drawTable();
  const views = ['а'.repeat(59), 'Скупи'].map((name) => ({ name, search: {} }));
  await expect.poll(() => kept.sent.map(({ body }) => body)).toEqual([{ table: 'proba', views }]);
});

test('kept views stay in the browser while the server refuses them', async () => {
  const kept = keepViews([]);
  kept.refusal = 'ReadOnly';
  localStorage.setItem('pimis.views.proba.1', JSON.stringify([{ name: 'Скупи', search: {} }]));
  await drawTable();
  await expect.poll(() => kept.sent).toHaveLength(1);
  expect(localStorage.getItem('pimis.views.proba.1')).toContain('Скупи');
});

test.for(['abc', 'null', '{"a":1}', '[1,null,{"name":"Без стања"}]'])(
  'the table is drawn where another program stored %s as its views and columns',
  async (stored) => {
    const kept = keepViews([]);
    localStorage.setItem('pimis.views.proba.1', stored);
    localStorage.setItem('pimis.columns.proba.1', stored);
    const { screen } = await drawTable();
    await expect.element(screen.getByText('P-1', { exact: true })).toBeVisible();
    await openMenu(screen);
    await expect.element(screen.getByRole('menuitem').first()).toHaveTextContent('Сачувај овај поглед');
    expect(kept.sent).toEqual([]);
  },
);

test('a long word in the name of a view breaks, so that the view can be removed on the narrowest screen', async () => {
  const name = 'Ш'.repeat(60);
  keepViews([view(1, name)]);
  await page.viewport(...NARROW);
  const { screen } = await drawTable();
  await openMenu(screen);
  const item = screen.getByRole('menuitem', { name }).element();
  expect(item.scrollWidth).toBeLessThanOrEqual(item.clientWidth);
  await screen.getByRole('menuitem', { name: 'Сачувај овај поглед' }).click();
  const remove = screen.getByRole('button', { name: `Уклони поглед ${name}` });
  await expect.element(remove).toBeVisible();
  expect(remove.element().getBoundingClientRect().right).toBeLessThan(360);
});

test('views are tabs above the table: all rows, offered ones, saved ones; the present one is marked', async () => {
  keepViews([
    view(1, 'Скупи', { search: { 'f.value-from': '5', desc: true, sort: 'code' } }),
    view(2, 'За колегијум', { shared: true, search: { 'f.value-to': '5' } }),
  ]);
  const { screen, requested } = await drawTable({ views: [{ name: 'Касне', filters: { late: 'true' } }] });
  const tabs = screen.getByRole('navigation', { name: 'Погледи' });
  await expect.poll(() => tabNames(screen)).toEqual(['Сви', 'Касне', 'Скупи', 'За колегијум']);
  expect(present(screen)).toBe('Сви');
  const late = await requestedBy(requested, tabs.getByText('Касне').click());
  expect(late).toMatchObject({ page: 1, filters: { late: 'true' } });
  await expect.poll(() => present(screen)).toBe('Касне');
  const saved = await requestedBy(requested, tabs.getByText('Скупи').click());
  expect(saved).toMatchObject({ filters: { 'value-from': '5' }, descending: true });
  await expect.poll(() => present(screen)).toBe('Скупи');
  const all = await requestedBy(requested, tabs.getByText('Сви').click());
  expect(all?.filters).toEqual({});
  await expectAccessibleInBothThemes(screen.container);
});

test('of views with the same filters the chosen one is marked, also after another order', async () => {
  const search = { 'f.value-from': '5' };
  keepViews([view(1, 'Скупи', { search }), view(2, 'Скупи по шифри', { search: { ...search, sort: 'code' } })]);
  const { screen, requested } = await drawTable();
  const tab = screen.getByRole('button', { name: 'Скупи по шифри' });
  await requestedBy(requested, tab.click());
  await expect.poll(() => present(screen)).toBe('Скупи по шифри');
  await requestedBy(requested, screen.getByRole('button', { name: 'Шифра' }).click());
  await expect.poll(() => requested.mock.lastCall?.[0].descending).toBe(true);
  expect(present(screen)).toBe('Скупи по шифри');
  await openMenu(screen);
  await requestedBy(requested, screen.getByRole('menuitem', { name: 'Скупи', exact: true }).click());
  await expect.poll(() => present(screen)).toBe('Скупи');
});

test('where nothing was chosen yet, the view whose order is set too is marked, the default one first', async () => {
  const search = { 'f.value-from': '5', sort: 'code' };
  const first = view(1, 'Скупи', { search: { 'f.value-from': '5' } });
  keepViews([first, view(2, 'По шифри', { search }), view(3, 'Мој', { search, isDefault: true })]);
  const opened = await drawTable({ filters: { 'value-from': '5' }, sortBy: 'code' });
  await expect.poll(() => present(opened.screen)).toBe('Мој');
  await opened.screen.unmount();
  const other = await drawTable({ filters: { 'value-from': '5' }, sortBy: 'value' });
  await expect.poll(() => present(other.screen)).toBe('Скупи');
});

test('views that changed in another tab are shown on return to this one; its table stays as it is', async () => {
  const kept = keepViews([view(1, 'Скупи')]);
  const { screen, requested } = await drawTable();
  await expect.poll(() => tabNames(screen)).toEqual(['Сви', 'Скупи']);
  kept.views = [view(1, 'Највећи', { isDefault: true, search: { 'f.value-from': '5' } })];
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => tabNames(screen)).toEqual(['Сви', 'Највећи']);
  expect(present(screen)).toBe('Сви');
  expect(requested).not.toHaveBeenCalled();
});

test('a view that was changed meanwhile is not deleted, and this is said', async () => {
  const kept = keepViews([view(4, 'Скупи')]);
  await draw(<Notifications />);
  const { screen } = await drawTable();
  await openSaving(screen);
  kept.refusal = 'RecordConflict';
  await screen.getByRole('button', { name: 'Уклони поглед Скупи' }).click();
  await expect.poll(() => kept.sent).toMatchObject([{ method: 'DELETE', path: 'table-views/4?revision=1' }]);
  await expect.element(page.getByText('Поглед „Скупи“ је у међувремену измењен, па није уклоњен.')).toBeVisible();
});

test('a table without tabs of its own has none until a view is saved', async () => {
  keepViews([view(1, 'Друга табела', { table: 'other' })]);
  const { screen } = await drawTable();
  await openMenu(screen);
  await expect.element(screen.getByRole('menuitem').first()).toHaveTextContent('Сачувај овај поглед');
  await expect.element(screen.getByRole('navigation', { name: 'Погледи' })).not.toBeInTheDocument();
});

test('names of views are shown in the chosen script', async () => {
  keepViews([view(1, 'Моји мостови')]);
  const { screen } = await drawTable();
  await setLanguage('sr-Latn');
  try {
    await expect.element(screen.getByRole('button', { name: 'Moji mostovi' })).toBeVisible();
    await screen.getByRole('button', { name: 'Sačuvani pogledi' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Moji mostovi' })).toBeVisible();
    await screen.getByRole('menuitem', { name: 'Sačuvaj ovaj pogled' }).click();
    await expect.element(screen.getByRole('button', { name: 'Ukloni pogled Moji mostovi' })).toBeVisible();
  } finally {
    await setLanguage('sr-Cyrl');
  }
});
