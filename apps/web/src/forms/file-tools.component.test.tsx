import { Notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ProjectForm } from '@pimis/contract/forms';
import { draw, formOf } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';

import type { FormProject } from './api.ts';
import { FileTools } from './FileTools.tsx';
import { FormStore } from './store.ts';

let refused: string;
let asked: number;

beforeEach(() => {
  asked = 0;
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    asked += 1;
    const errors = [{ field: refused, code: 'InvalidField' }];
    const status = { code: 1004, name: 'ValidationError' };
    return Response.json({ payload: null, additionalInformation: null, status, errors }, { status: 422 });
  });
});
afterEach(() => vi.restoreAllMocks());

test('a file that holds no form, or another one, is told as that, and is chosen again once it is corrected', async () => {
  const store = new FormStore({
    definition: formOf([]),
    values: {},
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  });
  const form = { id: 7, revision: 0 } as ProjectForm;
  const project = { code: 'PROBA' } as FormProject;
  const screen = await draw(
    <>
      <FileTools store={store} form={form} project={project} mayImport />
      <Notifications />
    </>,
  );
  const input = screen.container.querySelector('input[type=file]') as HTMLInputElement;
  const choose = () => userEvent.upload(page.elementLocator(input), new File(['x'], 'obrazac.json'));
  refused = 'file';
  await choose();
  await expect.element(page.getByText(/^У датотеци нису подаци обрасца/)).toBeVisible();
  expect(input.files).toHaveLength(0);
  refused = 'formCode';
  await choose();
  await expect.element(page.getByText('Датотека је извезена из другог обрасца.')).toBeVisible();
  expect(asked).toBe(2);
});
