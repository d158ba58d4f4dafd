import { afterEach, expect, test, vi } from 'vitest';
import type { DocumentRevision } from '@pimis/contract/documents';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { LinkDialog } from './LinkDialog.tsx';

afterEach(() => vi.restoreAllMocks());

test('a link is revoked once by two presses', async () => {
  signIn();
  const asked = vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}));
  const revision = { id: 3, documentId: 2, revision: 1, name: 'abc', secureLink: true, linkExpiresOn: null };
  const screen = await draw(<LinkDialog code="PROBA" revision={revision as DocumentRevision} onClose={() => {}} />);
  const revoke = screen.getByRole('button', { name: 'Опозови везу' });
  await expect.element(revoke).toBeVisible();
  const button = revoke.element() as HTMLButtonElement;
  button.click();
  await Promise.resolve();
  button.click();
  expect(asked.mock.calls.filter(([, options]) => options?.method === 'DELETE')).toHaveLength(1);
});
