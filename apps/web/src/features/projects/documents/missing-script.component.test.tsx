import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { connectionBack } from '../../../api/connection.ts';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { UploadDialog } from './UploadDialog.tsx';

vi.mock('tus-js-client', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

afterEach(() => {
  vi.restoreAllMocks();
  connectionBack();
});

/** The page that the server has now. */
const pageWith = (script: string) => new Response(`<script type="module" src="${script}"></script>`);

test.for([
  ['of a version that is no longer served', async () => pageWith('/assets/index-new.js'), /нова верзија/],
  ['without a connection', () => Promise.reject(new TypeError('Failed to fetch')), /Нема везе са сервером/],
] as const)('a dialog %s says why it cannot send', async ([, served, said]) => {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    if (url === '/') return served();
    const isUploads = typeof url === 'string' && url.includes('uploads');
    const payload = isUploads ? [] : { documentMaxFiles: 5, documentMaxBytes: 1000 };
    const status = { code: 0, name: 'Success' };
    return Response.json({ payload, additionalInformation: null, status, errors: [] });
  });
  const closed = vi.fn();
  const screen = await draw(<UploadDialog code="PROBA" onClose={closed} onDone={vi.fn()} />);
  await userEvent.upload(screen.getByLabelText('Датотека', { exact: true }), new File(['a'], 'plan.txt'));
  await userEvent.fill(screen.getByRole('textbox', { name: 'Опис' }), 'Ситуациони план');
  await screen.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect.element(screen.getByText(said)).toBeVisible();
  await screen.getByRole('button', { name: 'Одустани' }).click();
  expect(closed).toHaveBeenCalledOnce();
});
