import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { draw, formOf } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { ActionBar } from './ActionBar.tsx';
import type { FormProject } from './api.ts';
import { FormStore } from './store.ts';

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

const WARNED = {
  ...formOf([{ path: 'назив', kind: 'text', label: { sr: 'Назив', en: 'Name' } }]),
  rules: [{ code: 'FluentTextTooShort', severity: 'warning', check: () => [{ path: 'назив' }] } as const],
};

test('a form with warnings is locked after the question alone, however often the button is pressed', async () => {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((_, options) => {
    if (options?.body) sent.push(JSON.parse(options.body as string));
    return new Promise(() => {});
  });
  const store = new FormStore({
    definition: WARNED,
    values: { назив: 'Кратко' },
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  });
  const rights = { lock: true, unlock: false, import: false };
  const form = { id: 7, code: 'proba', revision: 0, inputJsonRevisions: [], status: FORM_STATUS.unlocked, rights };
  const screen = await draw(
    <ActionBar
      store={store}
      form={form as unknown as ProjectForm}
      definition={WARNED}
      project={{ code: 'PROBA' } as FormProject}
      mayEdit
      mayComment={false}
      changed={false}
      draft={{ storedAt: null, isUnkept: false, base: 0 }}
      onSaved={() => {}}
      onValidation={() => {}}
    />,
  );
  const button = screen.getByRole('button', { name: 'Закључај' }).element() as HTMLButtonElement;
  // The second press of a quick double click comes before the question is drawn.
  button.click();
  await Promise.resolve();
  button.click();
  const question = screen.getByRole('dialog');
  await expect.element(question).toBeVisible();
  expect(sent).toEqual([]);
  await question.getByRole('button', { name: 'Закључај' }).click();
  await expect.poll(() => sent).toMatchObject([{ id: 7, action: 2 }]);
});
