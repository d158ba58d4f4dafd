import { Notifications, notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { questionsOf } from '@pimis/domain/forms/marking';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import type { FormProject } from './api.ts';
import { Marks } from './Marks.tsx';
import { type MarksState, useMarks } from './use-marks.ts';
import '@mantine/notifications/styles.css';

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

test('the score is written as the language writes numbers', async () => {
  const form = { code: 'pif-mini', rights: { mark: false } } as ProjectForm;
  const marks = Object.fromEntries(questionsOf(form.code).map(({ number }) => [`${number}.mark`, 4]));
  const state = { marks, open: false, found: null } as unknown as MarksState;
  const score = async (language: string) => {
    localStorage.setItem('pimis.language', language);
    const screen = await draw(<Marks form={form} project={{ code: 'PROBA' } as FormProject} state={state} />);
    const shown = screen.getByRole('status').element().textContent;
    await screen.unmount();
    return shown;
  };
  expect(await score('sr-Cyrl')).toContain('80,00');
  expect(await score('en')).toContain('80.00');
});

function Marking({ form }: { form: ProjectForm }) {
  return <Marks form={form} project={{ code: 'PROBA' } as FormProject} state={useMarks(form)} />;
}

test('marks cannot be changed while they are sent: what is typed then would look as if it was locked', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise<Response>(() => undefined));
  const form = { code: 'pif-mini', rights: { mark: true }, status: FORM_STATUS.locked, markJson: null };
  const screen = await draw(<Marking form={form as ProjectForm} />);
  const comment = screen.getByRole('textbox', { name: 'Образложење оцене за питање 1' });
  await userEvent.fill(comment, 'Потреба је доказана.');
  await screen.getByRole('button', { name: 'Сачувај оцене' }).click();
  await expect.element(comment).toHaveAttribute('readonly');
  await expect.element(screen.getByLabelText('Оцена за питање 1', { exact: true })).toBeDisabled();
});

test('who has locked the marks is told who acts next', async () => {
  const actors = { now: [{ people: [{ name: 'Драган Илић' }], organizationName: 'Министарство' }], next: [] };
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload: typeof url === 'string' && url.endsWith('/projects/PROBA') ? { status: 0, actors, nextStep: null } : {},
      additionalInformation: { formNotChanged: false },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const marks = Object.fromEntries(questionsOf('pif-mini').map(({ number }) => [`${number}.mark`, 4]));
  const form = {
    code: 'pif-mini',
    rights: { mark: true },
    status: FORM_STATUS.locked,
    markJson: JSON.stringify(marks),
  };
  const screen = await draw(
    <>
      <Notifications />
      <Marking form={form as ProjectForm} />
    </>,
  );
  await screen.getByRole('button', { name: 'Закључај оцену' }).click();
  await expect.element(screen.getByText('Оцена је закључана. Сада поступа Драган Илић.')).toBeVisible();
});

/** Renders the marking; returns with it a function that loads marks saved by a colleague. */
async function drawMarking() {
  const form = { code: 'pif-mini', rights: { mark: true }, status: FORM_STATUS.locked, markJson: null };
  let read: (markJson: string) => void = () => undefined;
  const Page = () => {
    const [markJson, setMarkJson] = useState<string | null>(null);
    useEffect(() => {
      read = setMarkJson;
    }, []);
    return <Marking form={{ ...form, markJson } as ProjectForm} />;
  };
  const screen = await draw(
    <>
      <Notifications className="notices" containerWidth={340} />
      <Page />
    </>,
  );
  const comment = (number: number) =>
    screen.getByRole('textbox', { name: `Образложење оцене за питање ${number}`, exact: true });
  return { screen, comment, read };
}

test('marks saved by a colleague meanwhile are taken over where the user has changed nothing', async () => {
  const { screen, comment, read } = await drawMarking();
  await userEvent.fill(comment(1), 'Моје');
  read(JSON.stringify({ '1.comment': 'Туђе', '2.comment': 'Туђе', '3.mark': 4 }));
  await expect.element(comment(2)).toHaveValue('Туђе');
  await expect.element(comment(1)).toHaveValue('Моје');
  // Shown, because a save would replace the colleague's answer.
  await expect.element(screen.getByText('Његови: 1. „Туђе“.', { exact: false })).toBeVisible();
});

test('the longest answer of a colleague can be read to its end, and stays until it is closed', async () => {
  notifications.clean();
  const shown = vi.spyOn(notifications, 'show');
  const { screen, comment, read } = await drawMarking();
  await userEvent.fill(comment(1), 'Моје');
  read(JSON.stringify({ '1.comment': 'Туђе образложење. '.repeat(110).trim() }));
  const told = screen.getByText('Неко други је одговорио', { exact: false });
  await expect.element(told).toBeVisible();
  const box = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
  const card = () => box(told.element().closest('[role="alert"]'));
  // The notification is as high as its text needs, up to the height at which the text scrolls.
  await expect.poll(() => card().height).toBeGreaterThan(180);
  expect(box(told.element()).top).toBeGreaterThanOrEqual(card().top);
  expect(box(told.element()).bottom).toBeLessThanOrEqual(card().bottom);
  expect(shown).toHaveBeenCalledWith(expect.objectContaining({ autoClose: false }));
});
