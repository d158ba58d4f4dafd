import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { PreviewDialog } from './PreviewDialog.tsx';

afterEach(() => vi.restoreAllMocks());

test('an image that cannot be shown is told', async () => {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ payload: null, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] }),
  );
  const revision = { documentId: 2, revisionId: 3, title: 'Ситуација', extension: 'png', scan: 'clean' } as const;
  // No server has the image.
  const screen = await draw(<PreviewDialog code="PROBA" revision={revision} onSave={() => {}} onClose={() => {}} />);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Слика не може да се прикаже. Преузмите датотеку.');
});
