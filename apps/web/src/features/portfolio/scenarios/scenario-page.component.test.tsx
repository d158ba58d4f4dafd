import { afterEach, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { drawBesideAway } from '../../../testing/leaving.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import '../../../ui/print.css';
import { ScenarioPage } from './ScenarioPage.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
});

const SCENARIO = {
  id: 7,
  name: 'Седница',
  ownerName: 'Ана Јовић',
  isOwn: true,
  shared: true,
  goal: 'marks',
  revision: 1,
  changedDate: '2026-11-24T09:00:00Z',
  candidates: [],
  hidden: 0,
  ceilings: [],
  committed: [],
};

const answered = (payload: unknown) =>
  Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });

test.each([
  ['is taken to the copy', false, '/portfolio/scenarios/8'],
  ['and goes elsewhere meanwhile stays there', true, '/projects'],
])('who copies a scenario %s', async (_what, leaves, there) => {
  signIn(1, ['Scenario_Manage']);
  const copied = Promise.withResolvers<Response>();
  const sent: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (path) => {
    if (typeof path !== 'string') return answered(null);
    sent.push(path);
    if (path.endsWith('/copy')) return copied.promise;
    return answered(path.endsWith('/changes') ? [] : SCENARIO);
  });
  const { screen, path } = await drawBesideAway(ScenarioPage);
  const menu = screen.getByRole('button', { name: 'Радње' });
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Копирај' }).click();
  await expect.poll(() => sent.some((to) => to.endsWith('/copy'))).toBe(true);
  if (leaves) {
    await screen.getByRole('link', { name: 'На други екран' }).click();
    await expect.poll(path).toBe('/projects');
  }
  copied.resolve(answered({ id: 8 }));
  await expect.element(menu).not.toHaveAttribute('data-loading');
  await expect.poll(path).toBe(there);
});

test('who asks for a proposal after somebody else saved is told, shown what was saved, and can ask again', async () => {
  signIn(1, ['Scenario_Manage']);
  let saved = { ...SCENARIO, isOwn: false };
  const asked: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (path, init) => {
    if (typeof path !== 'string') return answered(null);
    if (path.endsWith('/changes')) return answered([]);
    if (!path.endsWith('/proposals')) return answered(saved);
    asked.push(JSON.parse(init?.body as string));
    const status = { code: 4071, name: 'ScenarioConflict' };
    return Response.json({ payload: null, additionalInformation: null, status, errors: [] }, { status: 409 });
  });
  const { screen } = await drawBesideAway(ScenarioPage);
  await expect.element(screen.getByRole('heading', { name: 'Седница' })).toBeVisible();
  saved = { ...saved, name: 'Седница у марту', revision: 2 };
  const propose = screen.getByRole('button', { name: 'Предложи' });
  await propose.click();
  await expect
    .element(screen.getByText('Сценарио је у међувремену измењен. Погледајте га, па поновите.'))
    .toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Седница у марту' })).toBeVisible();
  await propose.click();
  await expect
    .poll(() => asked)
    .toEqual([
      { revision: 1, goal: 'marks' },
      { revision: 2, goal: 'marks' },
    ]);
});

test.each([
  ['however long that is called', 'ш'.repeat(120), 'ш'.repeat(111)],
  ['without a half of a character before the mark', `${'ш'.repeat(110)}🏗️`, 'ш'.repeat(110)],
])('a copy is told from its original, %s', async (_what, name, kept) => {
  signIn(1, ['Scenario_Manage']);
  const names: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (path, init) => {
    if (typeof path !== 'string') return answered(null);
    if (!path.endsWith('/copy')) return answered(path.endsWith('/changes') ? [] : { ...SCENARIO, name });
    names.push((JSON.parse(init?.body as string) as { name: string }).name);
    return answered({ id: 8 });
  });
  const { screen } = await drawBesideAway(ScenarioPage);
  await screen.getByRole('button', { name: 'Радње' }).click();
  await screen.getByRole('menuitem', { name: 'Копирај' }).click();
  await expect.poll(() => names).toEqual([`${kept} – копија`]);
});

test('the whole name of a scenario is on its paper', async () => {
  signIn(1, ['Scenario_Manage']);
  const name = 'ш'.repeat(120);
  vi.spyOn(window, 'fetch').mockImplementation(async (path) =>
    answered(typeof path === 'string' && path.endsWith('/changes') ? [] : { ...SCENARIO, name }),
  );
  const { screen } = await drawBesideAway(ScenarioPage);
  await expect.element(screen.getByRole('heading', { name })).toBeVisible();
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  await expect.element(screen.getByRole('heading', { name })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
});

/** The scenario of somebody, open on its page; `deleted` answers the deletion. */
async function opened(isOwn: boolean) {
  signIn(1, ['Scenario_Manage']);
  const sent: string[] = [];
  const deleted = Promise.withResolvers<Response>();
  vi.spyOn(window, 'fetch').mockImplementation(async (path, init) => {
    if (typeof path !== 'string') return answered(null);
    if (init?.method === 'DELETE') {
      sent.push(path);
      return deleted.promise;
    }
    return answered(path.endsWith('/changes') ? [] : { ...SCENARIO, isOwn });
  });
  const drawn = await drawBesideAway(ScenarioPage, {
    route: '/portfolio/scenarios/$scenarioId',
    address: '/portfolio/scenarios/7',
  });
  await drawn.screen.getByRole('button', { name: 'Радње' }).click();
  return { ...drawn, sent, deleted, remove: drawn.screen.getByRole('menuitem', { name: 'Обриши' }) };
}

test('a scenario is deleted by its owner after a question that names it, which leads to the other scenarios', async () => {
  const { screen, path, sent, deleted, remove } = await opened(true);
  await remove.click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/Сценарио „Седница“ биће трајно обрисан/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Одустани' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  await screen.getByRole('button', { name: 'Радње' }).click();
  await remove.click();
  await dialog.getByRole('button', { name: 'Обриши' }).click();
  deleted.resolve(answered({}));
  await expect.poll(path).toBe('/portfolio/scenarios');
  expect(sent).toEqual(['/api/portfolio/scenarios/7']);
});

test('the scenario of somebody else has no command that deletes it', async () => {
  const { screen, remove } = await opened(false);
  await expect.element(screen.getByRole('menuitem', { name: 'Копирај' })).toBeVisible();
  await expect.element(remove).not.toBeInTheDocument();
});

const PLANNED = {
  code: 'VRTIC-3',
  name: 'Вртић',
  organizationName: 'Град Чачак',
  sector: 1,
  phase: 3,
  mark: '70.00',
  worth: '16500000.00',
  needs: [{ year: 2027, source: 'Буџет Републике Србије', amount: '16500000.00' }],
  state: 'in',
  shift: 0,
};

test('the calendar beside the candidates follows a switch at once, under the ceilings that are set on top', async () => {
  signIn(1, ['Scenario_Manage']);
  const ceilings = [{ year: 2027, source: 'Буџет Републике Србије', amount: '10000000.00' }];
  const scenario = {
    ...SCENARIO,
    ceilings,
    candidates: [PLANNED, { ...PLANNED, code: 'DRUGI', name: 'Пут', needs: [] }],
  };
  vi.spyOn(window, 'fetch').mockImplementation(async (path) =>
    answered(typeof path === 'string' && path.endsWith('/changes') ? [] : scenario),
  );
  const { screen } = await drawBesideAway(ScenarioPage);
  const year = screen.getByRole('row', { name: /^2027/ });
  await expect.element(year).toHaveTextContent('202716,5010,00 преко 6,50Буџет Републике Србије');
  await expect.element(screen.getByText('Прекорачење од 2027, укупно 6,50')).toBeVisible();
  await expect.element(screen.getByText('без 1 пројекта који нема потребе по годинама')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Вртић' }).click();
  await expect.element(year).toHaveTextContent('2027–10,0010,00');
  // The unit is said once.
  expect(document.body.textContent?.match(/милионима/g)).toHaveLength(1);
  await screen.getByRole('button', { name: 'Границе' }).click();
  await expect.element(screen.getByRole('button', { name: /^од 10,00: .+, 2027, промени границу/ })).toBeVisible();
  expect(document.body.textContent?.match(/милионима/g)).toHaveLength(1);
});
