import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Organization } from '@pimis/contract/organizations';
import type { Project } from '@pimis/contract/projects';
import type { UserDetails } from '@pimis/contract/users';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { RemarkText } from '../../forms/remarks/RemarkText.tsx';
import { Changing } from '../../testing/Changing.tsx';
import { draw } from '../../testing/form.tsx';
import { keptPlaces, leaveInput } from '../../testing/left-input.ts';
import { signIn } from '../../testing/sign-in.ts';
import { DecisionDialog } from '../administration/DecisionDialog.tsx';
import { RevokeDialog } from '../administration/StatusDialogs.tsx';
import { UserCreatePage } from '../administration/UserCreatePage.tsx';
import { AbsenceDialog } from '../daily/absences/AbsenceDialog.tsx';
import { MailSettings } from '../daily/MailSettings.tsx';
import { ListsPage } from '../lists/ListsPage.tsx';
import { PersonalSection } from '../login/security/PersonalSection.tsx';
import { NewScenario } from '../portfolio/scenarios/NewScenario.tsx';
import { CreatePage } from '../projects/CreatePage.tsx';
import { Publicity } from '../projects/options/Publicity.tsx';
import { Settings } from '../projects/options/Settings.tsx';

const PROJECT = {
  id: 4,
  code: 'PROBA',
  name: 'Мост',
  type: 3,
  important: false,
  projectMigrated: false,
  status: PROJECT_STATUS.pending,
  phase: PHASE.idea,
  phaseStatus: PHASE_STATUS.entry,
  rights: { settings: true },
} as unknown as Project;
const ORGANIZATION = { id: '50112', name: 'Општина', treasuryBranchCode: '601', revision: '7', status: 1 };

/** One response with the fields that all tested screens read. */
const READ = {
  name: 'Ана',
  email: 'ana@example.rs',
  pendingEmail: null,
  turn: 'now',
  moved: 'now',
  comments: 'now',
  published: true,
  publicSince: '2026-03-01',
  withheld: null,
};
const LISTS = /configuration|lookup|roles|stand-in|lists|paged|candidates/;

beforeEach(() => {
  signIn(1, ['Admin', 'Project_Manage']);
  vi.spyOn(window, 'fetch').mockImplementation(async (address) =>
    Response.json({
      payload: typeof address === 'string' && LISTS.test(address) ? [] : READ,
      additionalInformation: { claims: [], totalRows: 0, older: false },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

async function drawAt(element: ReactElement) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => element }),
    history: createMemoryHistory(),
  });
  return draw(<RouterProvider router={router as never} />);
}

const none = () => undefined;

test.each<[string, string, unknown, () => ReactElement, string]>([
  [
    'a revocation',
    'revoke-user/ana',
    'Разлог',
    () => <RevokeDialog user={{ login: 'ana' } as UserDetails} onClose={none} />,
    'Разлог',
  ],
  [
    'a decision',
    'approve-organization/50112',
    { comment: 'Одобрено' },
    () => <DecisionDialog organization={ORGANIZATION as Organization} approve onClose={none} />,
    'Одобрено',
  ],
  ['choices of mails', 'mails', { moved: 'digest' }, () => <MailSettings />, 'digest'],
  [
    'an absence',
    'absence/ana',
    { firstDay: '2026-11-30' },
    () => <AbsenceDialog login="ana" onClose={none} />,
    '30.11.2026.',
  ],
  ['own data', 'profile', { name: 'Ана Антић' }, () => <PersonalSection />, 'Ана Антић'],
  ['a new scenario', 'new-scenario', 'Предлог', () => <NewScenario onClose={none} />, 'Предлог'],
  ['a reason to withhold', 'publicity/4', { reason: 'Одбрана' }, () => <Publicity project={PROJECT} />, 'Одбрана'],
  ['names', 'names/4', { name: 'Пут' }, () => <Settings project={PROJECT} />, 'Пут'],
  [
    'a remark',
    'remark-text/1',
    { text: 'Моје', base: '' },
    () => <RemarkText label="Примедба" place="remark-text/1" save="Сачувај" onSave={() => Promise.resolve(true)} />,
    'Моје',
  ],
  ['a new project', 'new-project', { name: 'Пут', sector: '3' }, () => <CreatePage />, 'Пут'],
  ['a new user', 'new-user', { notifyUser: false, name: 'Мара' }, () => <UserCreatePage />, 'Мара'],
])('the found input of %s is told, and dropped if it is not wanted', async (_what, place, input, element, shown) => {
  leaveInput(place, input);
  const screen = await drawAt(element());
  const values = () =>
    [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')].map(({ value }) => value);
  await expect.element(screen.getByText(/Враћен је унос/)).toBeVisible();
  await expect.poll(values).toContain(shown);
  await screen.getByRole('button', { name: 'Одбаци унос' }).click();
  await expect.element(screen.getByText(/Враћен је унос/)).not.toBeInTheDocument();
  expect(values()).not.toContain(shown);
});

test('the found name of a new list is told', async () => {
  leaveInput('new-list/3', 'Пролећна');
  const screen = await drawAt(<ListsPage />);
  await screen.getByRole('button', { name: 'Направи листу' }).click();
  await expect.element(screen.getByText(/Враћен је унос/)).toBeVisible();
  await expect.element(screen.getByRole('textbox')).toHaveValue('Пролећна');
});

test('names are not put into the fields of a project that has moved on, and wait until it comes back', async () => {
  leaveInput('names/4', { name: 'Пут' });
  const fixed = await drawAt(<Settings project={{ ...PROJECT, rights: { ...PROJECT.rights, settings: false } }} />);
  await expect.element(fixed.getByRole('textbox', { name: 'Назив пројекта' })).toHaveValue('Мост');
  await expect.element(fixed.getByText(/Враћен је унос/)).not.toBeInTheDocument();
  expect(keptPlaces()).toEqual(['names/4']);
  await fixed.unmount();
  const free = await drawAt(<Settings project={{ ...PROJECT, code: 'NOVI' }} />);
  await expect.element(free.getByRole('textbox', { name: 'Назив пројекта' })).toHaveValue('Пут');
});

test('names that are being typed stay, to be copied, when the project moves on meanwhile', async () => {
  const free = <Settings project={PROJECT} />;
  const fixed = <Settings project={{ ...PROJECT, rights: { ...PROJECT.rights, settings: false } }} />;
  const screen = await drawAt(<Changing pages={[free, fixed]} />);
  const name = screen.getByRole('textbox', { name: 'Назив пројекта' });
  await userEvent.fill(name, 'Пут');
  window.dispatchEvent(new Event('moved'));
  await expect.element(name).toHaveAttribute('readonly');
  await expect.element(name).toHaveValue('Пут');
  await expect.element(screen.getByRole('button', { name: 'Сачувај' })).not.toBeInTheDocument();
});

test('a reason waits while it cannot be read whether the public knows the project', async () => {
  leaveInput('publicity/4', { reason: 'Одбрана' });
  vi.mocked(window.fetch).mockImplementation(async () => Response.json(null, { status: 500 }));
  const failed = await drawAt(<Publicity project={PROJECT} />);
  await expect.element(failed.getByRole('button', { name: 'Покушај поново' })).toBeVisible();
  expect(keptPlaces()).toEqual(['publicity/4']);
});

test('what is found of a user who is no candidate any more is not sent', async () => {
  leaveInput('absence/ana', { firstDay: '2026-11-30', lastDay: '2026-11-30', actingUser: 'mara' });
  const screen = await drawAt(<AbsenceDialog login="ana" onClose={none} />);
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  const sent = () => vi.mocked(window.fetch).mock.calls.flatMap(([, options]) => options?.body ?? []);
  await expect
    .poll(sent)
    .toEqual([JSON.stringify({ firstDay: '2026-11-30', lastDay: '2026-11-30', actingUser: null })]);
});
