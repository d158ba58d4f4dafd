import { expect, test } from 'vitest';
import type { Project } from '@pimis/contract/projects';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { focusFirstErrors } from '../../../ui/first-error.ts';
import { Merging } from './Merging.tsx';

const PROJECT = { id: 1, code: 'PROBA', name: 'Проба', rights: { merge: true } } as unknown as Project;

test('without the other project the cursor goes to where it is chosen, and nothing is asked', async () => {
  focusFirstErrors();
  signIn();
  const screen = await draw(<Merging project={PROJECT} />);
  await screen.getByRole('button', { name: 'Споји' }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Други пројекат' })).toHaveFocus();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
