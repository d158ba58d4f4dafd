import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useEffect, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { SEND } from '../testing/step.ts';
import type { FormProject } from './api.ts';
import { NextSteps } from './NextSteps.tsx';

const PROJECT = {
  code: 'PROBA',
  name: 'Проба',
  phase: 0,
  projectPhaseId: 7,
  phaseStatus: 1,
  actors: { now: [], next: [] },
  nextStep: null,
  availableActions: [SEND],
  mainAction: SEND.id,
  taskAction: SEND.id,
};

/** The steps below a form, until somebody else unlocks it. */
function Steps() {
  const [isLocked, setLocked] = useState(true);
  useEffect(() => {
    const unlock = () => setLocked(false);
    window.addEventListener('unlocked', unlock);
    return () => window.removeEventListener('unlocked', unlock);
  }, []);
  const form = { projectPhaseId: 7 } as ProjectForm;
  return <NextSteps form={form} project={PROJECT as unknown as FormProject} isLocked={isLocked} focus={false} />;
}

beforeEach(() => {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload:
        typeof url === 'string' && url.endsWith('/projects/PROBA')
          ? PROJECT
          : { today: '2026-11-20', forms: [], warnings: [] },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

test('a step keeps its dialog and comment when somebody else unlocks the form, and is offered no more', async () => {
  const screen = await draw(<Steps />);
  const step = screen.getByRole('button', { name: SEND.label.sr });
  await step.click();
  const comment = screen.getByRole('textbox', { name: 'Коментар' });
  await userEvent.fill(comment, 'Проверити износе');
  window.dispatchEvent(new Event('unlocked'));
  await expect.poll(() => step.elements().length).toBe(1);
  await expect.element(comment).toHaveValue('Проверити износе');
  await screen.getByRole('dialog').getByRole('button', { name: 'Одустани' }).click();
  await expect.element(step).not.toBeInTheDocument();
});

test('no button leads from a form to itself', async () => {
  const toMark = (id: number) => ({
    ...PROJECT,
    availableActions: [],
    nextStep: {
      key: 'markForm',
      label: { sr: 'Оцени образац', en: 'Mark' },
      place: 'form',
      form: { id, segment: 'x' },
    },
  });
  vi.mocked(window.fetch).mockImplementation(async (url) =>
    Response.json({
      payload: toMark(typeof url === 'string' && url.endsWith('/DRUGI') ? 2 : 1),
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const form = { id: 1, projectPhaseId: 7 } as ProjectForm;
  const screen = await draw(
    <>
      {['PROBA', 'DRUGI'].map((code) => (
        <section key={code} aria-label={code}>
          <NextSteps form={form} project={{ ...PROJECT, code } as unknown as FormProject} isLocked focus={false} />
        </section>
      ))}
    </>,
  );
  const links = (code: string) => screen.getByRole('region', { name: code }).getByRole('link');
  await expect.element(links('DRUGI')).toBeVisible();
  expect(links('PROBA').elements()).toEqual([]);
});

test('the steps of a project stand below the form of its present phase alone', async () => {
  const project = PROJECT as unknown as FormProject;
  const screen = await draw(
    <>
      {[6, 7].map((projectPhaseId) => (
        <section key={projectPhaseId} aria-label={String(projectPhaseId)}>
          <NextSteps form={{ projectPhaseId } as ProjectForm} project={project} isLocked focus={false} />
        </section>
      ))}
    </>,
  );
  const steps = (phase: string) => screen.getByRole('region', { name: phase }).getByRole('button');
  await expect.element(steps('7')).toBeVisible();
  expect(steps('6').elements()).toEqual([]);
});
