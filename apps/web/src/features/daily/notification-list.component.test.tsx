import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { describe, expect, test, vi } from 'vitest';
import type { AbsenceNotification, ProjectNotification } from '@pimis/contract/daily';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { draw } from '../../testing/form.tsx';
import { NotificationList } from './NotificationList.tsx';

const HOUR_MS = 3_600_000;
/** Noon in Belgrade, the time zone of the test browser, whose day begins before that of UTC. */
const noon = new Date().setHours(12, 0, 0, 0);

const row = (id: string, hoursAgo: number, read: boolean): ProjectNotification => ({
  id,
  kind: 'turn',
  projectCode: `PROBA-${id}`,
  projectName: `Пројекат ${id}`,
  projectStatus: 0,
  phase: 0,
  phaseStatus: 1,
  operation: 'return',
  decided: null,
  step: { sr: 'Закључај образац', en: 'Lock the form' },
  userName: 'Иван Лукић',
  standInFor: null,
  comment: null,
  postponedDate: null,
  commentId: null,
  documentId: null,
  createdDate: new Date(noon - hoursAgo * HOUR_MS).toISOString(),
  readDate: read ? new Date(noon).toISOString() : null,
});

const absence: AbsenceNotification = {
  id: '5',
  kind: 'absence',
  absence: { absent: 'Милош Петровић', standIn: 'Никола Стојановић', firstDay: '2026-11-23', lastDay: '2026-11-27' },
  userName: 'Милош Петровић',
  createdDate: new Date(noon).toISOString(),
  readDate: null,
};

describe('notifications', () => {
  test('stand in order of time under their days, with the unread ones told apart', async () => {
    const rows = [absence, row('4', 1, false), row('3', 2, true), row('2', 24, true), row('1', 24 * 40, false)];
    const router = createRouter({
      routeTree: createRootRoute({ component: () => <NotificationList rows={rows} level={2} /> }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
    const screen = await draw(<RouterProvider router={router as never} />);
    const today = screen.getByRole('region', { name: 'Данас' });
    await expect
      .element(today.getByRole('link', { name: /^Непрочитано: Ви сте на реду: Закључај образац/ }))
      .toBeVisible();
    await expect
      .element(
        today.getByRole('link', {
          name: /^Непрочитано: Одсуство: Милош Петровић ?23\.11\.2026\. – 27\.11\.2026\. · замењује: Никола Стојановић/,
        }),
      )
      .toHaveAttribute('href', '/administration/user/profile');
    await expect.element(today.getByRole('link', { name: /^Ви сте на реду.*Пројекат 3/ })).toBeVisible();
    await expect.element(screen.getByRole('region', { name: 'Јуче' }).getByText(/Пројекат 2/)).toBeVisible();
    const days = screen.getByRole('heading', { level: 2 }).elements();
    expect(days.map(({ textContent }) => textContent)).toEqual([
      'Данас',
      'Јуче',
      expect.stringMatching(/^\d+\.\d+\.\d{4}\.$/),
    ]);
    const shown = screen.getByRole('link').elements();
    expect(shown.map(({ textContent }) => /Пројекат (\d)/.exec(textContent ?? '')?.[1])).toEqual([
      undefined,
      '4',
      '3',
      '2',
      '1',
    ]);
  });

  test('of yesterday are told as such, though the change of summer time took an hour from that day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-28T22:30:00Z') });
    const rows = ['2027-03-28T10:00:00Z', '2027-03-27T22:45:00Z'].map((createdDate, index) => ({
      ...row(String(index), 0, true),
      createdDate,
    }));
    const router = createRouter({
      routeTree: createRootRoute({ component: () => <NotificationList rows={rows} level={2} /> }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
    const screen = await draw(<RouterProvider router={router as never} />);
    await expect.element(screen.getByRole('region', { name: 'Јуче' }).getByText(/Пројекат 0/)).toBeVisible();
    await expect.element(screen.getByRole('region', { name: '27.3.2027.' }).getByText(/Пројекат 1/)).toBeVisible();
    vi.useRealTimers();
  });

  test('of a decision name its phase: a stopped correction does not stop the project', async () => {
    const stopped = {
      ...row('1', 1, true),
      kind: 'decision',
      operation: 'commissionStop',
      phase: PHASE.reporting,
      decided: { phase: PHASE.correction, status: PHASE_STATUS.stopped },
    } as const;
    const router = createRouter({
      routeTree: createRootRoute({ component: () => <NotificationList rows={[stopped]} level={2} /> }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
    const screen = await draw(<RouterProvider router={router as never} />);
    await expect.element(screen.getByText('Комисија: обуставља се (Корекција)')).toBeVisible();
  });

  test('tell to which day the commission postpones', async () => {
    const postponed = { ...row('1', 1, true), kind: 'decision', postponedDate: '2027-03-01' } as const;
    const router = createRouter({
      routeTree: createRootRoute({ component: () => <NotificationList rows={[postponed]} level={2} /> }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
    const screen = await draw(<RouterProvider router={router as never} />);
    await expect.element(screen.getByRole('link').getByText('Одлаже се до: 1.3.2027.')).toBeVisible();
  });

  test('of one project stand together below its name, in the bell whatever their days', async () => {
    const own = { projectCode: 'PROBA', projectName: 'Мост' };
    const rows = [{ ...row('4', 1, false), ...own }, row('3', 2, true), { ...row('2', 24, true), ...own }];
    const router = createRouter({
      routeTree: createRootRoute({ component: () => <NotificationList rows={rows} level={null} /> }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
    const screen = await draw(<RouterProvider router={router as never} />);
    const group = screen.getByRole('list', { name: 'Мост PROBA' });
    await expect.element(group).toBeVisible();
    expect(group.getByRole('listitem').elements()).toHaveLength(2);
    // The project with several notifications is named once; the notification of the other one has no group.
    expect(screen.getByText('Мост PROBA').elements()).toHaveLength(1);
    await expect.element(screen.getByRole('link', { name: /Пројекат 3/ })).toBeVisible();
    expect(screen.getByRole('heading').elements()).toEqual([]);
  });
});
