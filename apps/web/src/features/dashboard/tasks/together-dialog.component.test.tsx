import { afterEach, expect, test, vi } from 'vitest';
import type { StepResult, TaskRow } from '@pimis/contract/tasks';
import { expectAccessibleInBothThemes } from '../../../testing/accessible.ts';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { SEND } from '../../../testing/step.ts';
import { TogetherDialog } from './TogetherDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const TASKS = ['PRVI', 'DRUGI'].map((projectCode) => ({
  projectCode,
  projectName: `Пројекат ${projectCode}`,
  organizationName: 'Град Прокупље',
  nextStep: { key: SEND.key, label: SEND.label, place: 'project', list: null },
})) as unknown as TaskRow[];

test.for([
  ['yellow', true],
  ['red', false],
] as const)('steps that were refused are told in %s', async ([color, isDone]) => {
  signIn();
  const results: StepResult[] = [
    { code: 'PRVI', done: isDone, refusal: isDone ? null : 'InvalidProjectAction' },
    { code: 'DRUGI', done: false, refusal: 'InvalidProjectAction' },
  ];
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ payload: results, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] }),
  );
  const screen = await draw(<TogetherDialog tasks={TASKS} onClose={() => undefined} />);
  await screen.getByRole('dialog').getByRole('button').last().click();
  const told = screen.getByRole('alert');
  await expect.element(told).toBeVisible();
  expect(told.element().getAttribute('style')).toContain(`--mantine-color-${color}`);
  await expectAccessibleInBothThemes(told.element());
});
