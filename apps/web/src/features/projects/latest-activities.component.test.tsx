import { afterEach, expect, test, vi } from 'vitest';
import type { LatestActivity } from '@pimis/contract/project-phases';
import type { Project } from '@pimis/contract/projects';
import { PHASE } from '@pimis/domain/workflow/phases';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { LatestActivities } from './LatestActivities.tsx';
import './project.css';

afterEach(() => vi.restoreAllMocks());

const activity = (id: string, phase: number, operation: string): LatestActivity => ({
  id,
  phase,
  operation,
  changedDate: '2026-07-02T09:00:00Z',
  changedUser: 'Ана Анић',
  standInFor: null,
  comment: null,
  date: null,
  postponedDate: null,
  report: null,
});

function drawn(payload: readonly LatestActivity[]) {
  signIn();
  const status = { code: 0, name: 'Success' };
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ payload, additionalInformation: null, status, errors: [] }),
  );
  const project = { code: 'PROBA', phase: PHASE.reporting, projectPhaseId: 7 } as Project;
  return draw(<LatestActivities project={project} />);
}

test('an activity of a phase that the project has left is told with the name of that phase', async () => {
  const payload = [
    activity('2', PHASE.correction, 'withdrawCorrection'),
    activity('1', PHASE.reporting, 'requestCorrection'),
    { ...activity('0', PHASE.reporting, 'approveQuarter'), report: { code: 'kvartalni', name: 'Квартални-2026-2' } },
  ];
  const screen = await drawn(payload);
  await expect.element(screen.getByText(/^Корекција · Ана Анић · /)).toBeVisible();
  await expect.element(screen.getByText(/^Ана Анић · /)).toBeVisible();
  // Which of the quarters it was.
  await expect.element(screen.getByText(/^Квартални извештај, 2\. квартал 2026 · Ана Анић · /)).toBeVisible();
});

test('the longest name of a person stays within the panel', async () => {
  const changedUser = 'Ж'.repeat(200);
  const screen = await drawn([{ ...activity('1', PHASE.reporting, 'approveQuarter'), changedUser }]);
  const { container } = screen;
  await expect.element(screen.getByText(/^Ж+ · /)).toBeVisible();
  expect(container.scrollWidth).toBe(container.clientWidth);
});
