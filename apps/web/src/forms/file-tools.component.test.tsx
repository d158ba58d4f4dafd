import { Notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ProjectForm } from '@pimis/contract/forms';
import { draw, formOf } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import type { FormProject } from './api.ts';
import { FileTools } from './FileTools.tsx';
import { FormStore } from './store.ts';

/** The server's answer to a file: the values in it, or the field because of which it is refused. */
let answer: { values: object } | { refused: string };
let asked: number;

beforeEach(() => {
  asked = 0;
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    asked += 1;
    if ('values' in answer) {
      const payload = { inputJson: JSON.stringify(answer.values), errors: [], warnings: [], otherProject: null };
      const status = { code: 0, name: 'Success' };
      return Response.json({ payload, additionalInformation: null, status, errors: [] });
    }
    const errors = [{ field: answer.refused, code: 'InvalidField' }];
    const status = { code: 1004, name: 'ValidationError' };
    return Response.json({ payload: null, additionalInformation: null, status, errors }, { status: 422 });
  });
});
afterEach(() => vi.restoreAllMocks());

/** The tools of a form into which something was typed. */
async function tools() {
  const store = new FormStore({
    definition: formOf([{ path: 'назив', kind: 'text', label: { sr: 'Назив', en: 'Name' } }]),
    values: { назив: 'Сачувано' },
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  });
  store.set(['назив'], 'Откуцано');
  const form = { id: 7, revision: 0 } as ProjectForm;
  const screen = await draw(
    <>
      <FileTools store={store} form={form} project={{ code: 'PROBA' } as FormProject} mayImport />
      <Notifications />
    </>,
  );
  const input = screen.container.querySelector('input[type=file]') as HTMLInputElement;
  const choose = () => userEvent.upload(page.elementLocator(input), new File(['x'], 'obrazac.json'));
  return { store, input, choose };
}

test('a file that holds no form, or another one, is told as that, and is chosen again once it is corrected', async () => {
  const { input, choose } = await tools();
  answer = { refused: 'file' };
  await choose();
  await expect.element(page.getByText(/^У датотеци нису подаци обрасца/)).toBeVisible();
  expect(input.files).toHaveLength(0);
  answer = { refused: 'formCode' };
  await choose();
  await expect.element(page.getByText('Датотека је извезена из другог обрасца.')).toBeVisible();
  expect(asked).toBe(2);
});

test('what was typed before a file was read comes back when that is undone', async () => {
  const { store, choose } = await tools();
  answer = { values: { назив: 'Из датотеке' } };
  await choose();
  await expect.poll(() => store.values.назив).toBe('Из датотеке');
  await page.getByRole('button', { name: 'Врати' }).click();
  expect(store.values.назив).toBe('Откуцано');
});
