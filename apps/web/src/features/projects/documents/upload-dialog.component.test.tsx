import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { DOCUMENT_NAME_LENGTH } from '@pimis/domain/documents/files';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { UploadDialog } from './UploadDialog.tsx';

beforeEach(() => {
  localStorage.clear();
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload:
        typeof url === 'string' && url.includes('uploads') ? [] : { documentMaxFiles: 5, documentMaxBytes: 1000 },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  // The upload has no end.
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

test('what would not be sent any more cannot be typed while files are sent', async () => {
  const [close, done] = [vi.fn(), vi.fn()];
  const screen = await draw(<UploadDialog code="PROBA" onClose={close} onDone={done} />);
  const file = screen.getByLabelText('Датотека', { exact: true });
  await userEvent.upload(file, new File(['a'], 'plan.txt'));
  const description = screen.getByRole('textbox', { name: 'Опис' });
  await userEvent.fill(description, 'Ситуациони план');
  await screen.getByRole('button', { name: 'Додај', exact: true }).click();
  const stop = screen.getByRole('button', { name: 'Заустави слање' });
  await expect.element(stop).toBeVisible();
  await expect.element(description).toHaveAttribute('readonly');
  await expect.element(file).not.toBeInTheDocument();
  await stop.click();
  await expect.element(description).not.toHaveAttribute('readonly');
  await expect.element(file).toBeInTheDocument();
});

test('the title of a file with a long name ends with a whole character', async () => {
  const screen = await draw(<UploadDialog code="PROBA" onClose={vi.fn()} onDone={vi.fn()} />);
  const begun = 'ш'.repeat(DOCUMENT_NAME_LENGTH - 1);
  await userEvent.upload(screen.getByLabelText('Датотека', { exact: true }), new File(['a'], `${begun}🏗.txt`));
  await expect.element(screen.getByRole('textbox', { name: 'Назив' })).toHaveValue(begun);
});

test('begins at the choice of files', async () => {
  const screen = await draw(<UploadDialog code="PROBA" onClose={vi.fn()} onDone={vi.fn()} />);
  await expect.element(screen.getByRole('button', { name: 'Изабери', exact: true })).toHaveFocus();
});
