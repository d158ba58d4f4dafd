import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { MentionTextarea } from './MentionTextarea.tsx';

afterEach(() => vi.restoreAllMocks());

function Comment() {
  const [text, setText] = useState('');
  return <MentionTextarea code="PROBA" label="Нов коментар" value={text} onChange={setText} />;
}

test('who was chosen is not offered again, so that the next Enter begins a line', async () => {
  signIn();
  const payload = [{ login: 'local.user', name: 'Милена Јовић', organizationName: 'Град Прокупље', away: null }];
  const asked = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async () =>
      Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] }),
    );
  const screen = await draw(<Comment />);
  const field = screen.getByLabelText('Нов коментар');
  await field.click();
  await userEvent.keyboard('@Мил');
  const option = screen.getByRole('option', { name: /Милена Јовић/ });
  await expect.element(option).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('@local.user ');
  // A typed login is searched like any other text.
  await expect
    .poll(() => asked.mock.calls.some(([url]) => typeof url === 'string' && url.includes('q=local.user')))
    .toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('@local.user \n');
});
