import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import { questionsOf } from '@pimis/domain/forms/marking';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import type { FormProject } from './api.ts';
import { Marks } from './Marks.tsx';
import type { MarksState } from './use-marks.ts';

beforeEach(() => signIn());
afterEach(() => localStorage.clear());

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
