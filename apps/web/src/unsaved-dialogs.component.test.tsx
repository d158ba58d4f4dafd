import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { FormSummary } from '@pimis/contract/project-phases';
import type { ProjectList } from '@pimis/contract/lists';
import type { Organization } from '@pimis/contract/organizations';
import type { Project } from '@pimis/contract/projects';
import type { UserDetails } from '@pimis/contract/users';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { DecisionDialog } from './features/administration/DecisionDialog.tsx';
import { RevokeDialog } from './features/administration/StatusDialogs.tsx';
import { AbsenceDialog } from './features/daily/absences/AbsenceDialog.tsx';
import { ListsPage } from './features/lists/ListsPage.tsx';
import { SessionDay } from './features/lists/SessionDay.tsx';
import { CeilingDialog } from './features/portfolio/calendar/CeilingDialog.tsx';
import { NewScenario } from './features/portfolio/scenarios/NewScenario.tsx';
import { UploadDialog } from './features/projects/documents/UploadDialog.tsx';
import { EvaluatorDialog } from './features/projects/EvaluatorDialog.tsx';
import { StatusButtons } from './features/projects/StatusButtons.tsx';
import { RowEditDialog } from './features/registries/RowEditDialog.tsx';
import { drawBesideAway } from './testing/leaving.tsx';
import { signIn } from './testing/sign-in.ts';

const ORGANIZATION = { id: '50112', name: 'Општина Проба', adminName: 'Ана', revision: '7', status: 1 } as Organization;
const LIST = {
  id: 1,
  type: 3,
  name: '1-2026',
  createdDate: '2026-03-31T22:30:00.000Z',
  approved: false,
  sessionDay: null,
  sessionNumber: null,
} as ProjectList;
const PROJECT = {
  code: 'PROBA',
  name: 'Проба',
  organizationName: 'Град',
  status: 0,
  rights: { archive: true },
} as Project;
const FORM = { id: 5, code: 'plan', name: 'План', evaluatorOrganizationId: null } as FormSummary;
const FOUND = [{ id: '50101', name: 'Град Ваљево' }];

beforeEach(() => {
  signIn(1, ['Admin']);
  vi.spyOn(window, 'fetch').mockImplementation(async (asked) => {
    const path = asked instanceof Request ? asked.url : asked.toString();
    const payload = path.includes('configuration')
      ? { today: '2026-11-20', documentMaxFiles: 5, documentMaxBytes: 1000 }
      : path.includes('budget-users')
        ? FOUND
        : [];
    return Response.json({
      payload,
      additionalInformation: { claims: [], totalRows: FOUND.length, older: false },
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
});
afterEach(() => vi.restoreAllMocks());

type Screen = Awaited<ReturnType<typeof drawBesideAway>>['screen'];

const fill = (field: string | RegExp, text: string) => async (screen: Screen) => {
  await userEvent.fill(screen.getByRole('dialog').getByRole('textbox', { name: field }), text);
  await userEvent.tab();
};

interface Case {
  what: string;
  shown: (close: () => void) => ReactElement;
  /** The button that opens the dialog, where it is not drawn by itself. */
  opener?: string | RegExp;
  type: (screen: Screen) => Promise<void>;
}

/** Every dialog that is closed with Escape, and its input. */
const CASES: readonly Case[] = [
  {
    what: 'the comment on an end of a project',
    shown: () => <StatusButtons project={PROJECT} />,
    opener: /./,
    type: fill('Коментар', 'Нема средстава'),
  },
  {
    what: 'the reason of a revocation',
    shown: (close) => <RevokeDialog user={{ login: 'ana', name: 'Ана' } as UserDetails} onClose={close} />,
    type: fill(/./, 'Погрешан орган'),
  },
  {
    what: 'the comment on a request of an organization',
    shown: (close) => <DecisionDialog organization={ORGANIZATION} approve={false} onClose={close} />,
    type: fill(/./, 'Недостаје потврда'),
  },
  {
    what: 'the account of a new organization',
    shown: (close) => <DecisionDialog organization={ORGANIZATION} approve onClose={close} />,
    type: async (screen) => {
      await userEvent.fill(screen.getByRole('dialog').getByRole('textbox').first(), 'novi.admin');
    },
  },
  {
    what: 'the evaluator of a form',
    shown: (close) => <EvaluatorDialog form={FORM} code="PROBA" onClose={close} />,
    type: async (screen) => {
      await userEvent.fill(screen.getByRole('dialog').getByRole('combobox'), 'Ваљево');
      await screen.getByRole('option').first().click();
    },
  },
  {
    what: 'a chosen file',
    shown: (close) => <UploadDialog code="PROBA" onClose={close} onDone={close} />,
    type: (screen) => userEvent.upload(screen.getByLabelText('Датотека', { exact: true }), new File(['a'], 'plan.txt')),
  },
  {
    what: 'the name of a scenario',
    shown: (close) => <NewScenario onClose={close} />,
    type: fill(/./, 'Мањи буџет'),
  },
  {
    what: 'a ceiling',
    shown: (close) => <CeilingDialog year={2027} source="" amount="5.00" onSave={() => undefined} onClose={close} />,
    type: fill(/./, '6,00'),
  },
  {
    what: 'the first day of an absence',
    shown: (close) => <AbsenceDialog login="ana" onClose={close} />,
    type: fill('Први дан', '24.11.2026.'),
  },
  {
    what: 'the last day of an absence',
    shown: (close) => <AbsenceDialog login="ana" onClose={close} />,
    type: fill('Последњи дан', '24.11.2026.'),
  },
  {
    what: 'the number of a session',
    shown: () => <SessionDay type={3} list={LIST} />,
    opener: /./,
    type: fill('Број седнице', '12'),
  },
  {
    what: 'the day of a session',
    shown: () => <SessionDay type={3} list={LIST} />,
    opener: /./,
    type: fill('Дан седнице', '1.4.2026.'),
  },
  {
    what: 'the name of a list',
    shown: () => <ListsPage />,
    opener: 'Направи листу',
    type: fill(/./, '2026-1'),
  },
  {
    what: 'a row of a registry',
    shown: (close) => (
      <RowEditDialog
        registry={registryOf('funding-sources')}
        existing={{ row: { id: '01', code: '01', name: 'Буџет' }, revision: '1' }}
        onClose={close}
      />
    ),
    type: fill('Назив', 'Нови назив'),
  },
];

test.each(CASES)('Escape asks before a dialog drops $what, and keeps it', async ({ shown, opener, type }) => {
  const close = vi.fn();
  const { screen } = await drawBesideAway(() => shown(close));
  if (opener !== undefined) await screen.getByRole('button', { name: opener }).first().click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await type(screen);
  await userEvent.keyboard('{Escape}');
  const stay = screen.getByRole('button', { name: 'Настави унос' });
  await expect.element(stay).toBeVisible();
  await stay.click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(close).not.toHaveBeenCalled();
});
