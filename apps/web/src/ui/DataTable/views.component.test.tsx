import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../../testing/accessible.ts';
import { signIn } from '../../testing/sign-in.ts';
import { beginTable, drawTable, NARROW, requestedBy } from '../../testing/table.tsx';

beforeEach(beginTable);

test('a view is saved under a name, brings back filters and order, and goes when it is removed', async () => {
  const { screen, requested } = await drawTable();
  await requestedBy(requested, screen.getByRole('button', { name: 'Шифра' }).click());
  await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
  await screen.getByRole('menuitem', { name: 'Сачувај овај поглед' }).click();
  await screen.getByLabelText(/^Назив погледа/).fill('По шифри');
  await screen.getByRole('button', { name: 'Сачувај', exact: true }).click();
  const turned = await requestedBy(requested, screen.getByRole('button', { name: 'Шифра' }).click());
  expect(turned).toMatchObject({ sortBy: 'code', descending: true });
  await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
  const saved = await requestedBy(requested, screen.getByRole('menuitem', { name: 'По шифри' }).click());
  expect(saved).toMatchObject({ sortBy: 'code', descending: false, columns: ['code', 'value'] });
});

test('no view is dropped for another: one more than there may be is refused, another state of one is not', async () => {
  const views = Array.from({ length: 20 }, (_, index) => ({ name: `Поглед ${index + 1}`, search: {} }));
  localStorage.setItem('pimis.views.proba.1', JSON.stringify(views));
  const { screen } = await drawTable();
  await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
  await screen.getByRole('menuitem', { name: 'Сачувај овај поглед' }).click();
  const name = screen.getByLabelText(/^Назив погледа/);
  const save = screen.getByRole('button', { name: 'Сачувај', exact: true });
  await name.fill('Још један');
  await expect.element(screen.getByText(/највише 20/)).toBeVisible();
  await expect.element(save).toBeDisabled();
  await name.fill('Поглед 1');
  await save.click();
  await expect.element(name).not.toBeInTheDocument();
  const kept = JSON.parse(localStorage.getItem('pimis.views.proba.1') ?? '[]') as typeof views;
  expect(kept.map((view) => view.name)).toEqual([...views.slice(1), ...views.slice(0, 1)].map((view) => view.name));
});

test.for(['abc', 'null', '{"a":1}', '[1,null,{"name":"Без стања"}]'])(
  'the table is drawn where another program stored %s as its views and columns',
  async (stored) => {
    localStorage.setItem('pimis.views.proba.1', stored);
    localStorage.setItem('pimis.columns.proba.1', stored);
    const { screen } = await drawTable();
    await expect.element(screen.getByText('P-1', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
    await expect.element(screen.getByRole('menuitem').first()).toHaveTextContent('Сачувај овај поглед');
  },
);

test('the views of one user are not shown to the next at the same computer', async () => {
  localStorage.setItem('pimis.views.proba.1', JSON.stringify([{ name: 'Поглед Ане', search: {} }]));
  const viewsOf = async (userId: number) => {
    signIn(userId);
    const { screen } = await drawTable();
    await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
    const names = screen
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent);
    await screen.unmount();
    return names;
  };
  expect(await viewsOf(1)).toContain('Поглед Ане');
  expect(await viewsOf(2)).not.toContain('Поглед Ане');
});

test('a view for which the browser has no room is not called saved, and its name stays', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { screen } = await drawTable();
  await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
  await screen.getByRole('menuitem', { name: 'Сачувај овај поглед' }).click();
  await screen.getByLabelText(/^Назив погледа/).fill('По шифри');
  await screen.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect.element(screen.getByText(/^Поглед није сачуван/)).toBeVisible();
  await expect.element(screen.getByLabelText(/^Назив погледа/)).toHaveValue('По шифри');
});

test('a long word in the name of a view breaks, so that the view can be removed on the narrowest screen', async () => {
  const name = 'Ш'.repeat(60);
  localStorage.setItem('pimis.views.proba.1', JSON.stringify([{ name, search: {} }]));
  await page.viewport(...NARROW);
  const { screen } = await drawTable();
  await screen.getByRole('button', { name: 'Сачувани погледи' }).click();
  const item = screen.getByRole('menuitem', { name }).element();
  expect(item.scrollWidth).toBeLessThanOrEqual(item.clientWidth);
  await screen.getByRole('menuitem', { name: 'Сачувај овај поглед' }).click();
  const remove = screen.getByRole('button', { name: `Уклони поглед ${name}` });
  await expect.element(remove).toBeVisible();
  expect(remove.element().getBoundingClientRect().right).toBeLessThan(360);
});

test('views are tabs above the table: all rows, offered ones, saved ones; the present one is marked', async () => {
  localStorage.setItem(
    'pimis.views.proba.1',
    JSON.stringify([{ name: 'Скупи', search: { 'f.value': '5', desc: true } }]),
  );
  const { screen, requested } = await drawTable({ views: [{ name: 'Касне', filters: { late: 'true' } }] });
  const tabs = screen.getByRole('navigation', { name: 'Погледи' });
  const present = () => tabs.element().querySelector('[aria-current="true"]')?.textContent;
  const names = () => [...tabs.element().querySelectorAll('button')].map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(['Сви', 'Касне', 'Скупи']);
  expect(present()).toBe('Сви');
  const late = await requestedBy(requested, tabs.getByText('Касне').click());
  expect(late).toMatchObject({ page: 1, filters: { late: 'true' } });
  await expect.poll(present).toBe('Касне');
  const saved = await requestedBy(requested, tabs.getByText('Скупи').click());
  expect(saved).toMatchObject({ filters: { value: '5' }, descending: true });
  await expect.poll(present).toBe('Скупи');
  const all = await requestedBy(requested, tabs.getByText('Сви').click());
  expect(all?.filters).toEqual({});
  await expectAccessibleInBothThemes(screen.container);
});
