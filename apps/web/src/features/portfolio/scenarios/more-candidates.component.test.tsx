import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawBesideAway } from '../../../testing/leaving.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { PortfolioLayout } from '../PortfolioLayout.tsx';
import { MoreCandidates } from './MoreCandidates.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';
import '../../../ui/print.css';

let sent: unknown[];

beforeEach(() => {
  sent = [];
  signIn(1, ['Admin', 'Project_View', 'Scenario_Manage']);
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (typeof request?.body === 'string') sent.push(JSON.parse(request.body));
    const status = { code: 0, name: 'Success' };
    const payload = request?.method === 'POST' ? { added: 2 } : [];
    return Response.json({ payload, additionalInformation: { totalRows: 3, groups: null }, status, errors: [] });
  });
});
afterEach(() => vi.restoreAllMocks());

const search = () => page.getByRole('textbox', { name: 'Назив, радни назив или орган' });

test('the filter is above the views and the list of scenarios, but not above one scenario', async () => {
  const view = await drawBesideAway(PortfolioLayout, {
    route: '/portfolio/scenarios',
    address: '/portfolio/scenarios',
  });
  await expect.element(search()).toBeVisible();
  await view.screen.unmount();
  await drawBesideAway(PortfolioLayout, { route: '/portfolio/scenarios/$id', address: '/portfolio/scenarios/7' });
  await expect.element(page.getByRole('navigation')).toBeVisible();
  await expect.element(search()).not.toBeInTheDocument();
});

test('further candidates are those of the filter in the dialog, also right after it was typed', async () => {
  const draft = { save: async () => 5, reload: async () => undefined, shown: { id: 7 } } as unknown as ScenarioDraft;
  await drawBesideAway(() => <MoreCandidates draft={draft} onClose={() => undefined} />, {
    route: '/portfolio/scenarios/7',
    address: '/portfolio/scenarios/7',
  });
  const source = page.getByRole('combobox');
  await expect.element(source).toBeVisible();
  await expect.element(search()).not.toBeInTheDocument();
  await source.selectOptions('По филтеру портфолија');
  await search().fill('мост');
  await page.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect.poll(() => sent).toEqual([{ revision: 5, filter: { 'filter[search]': 'мост' } }]);
});
