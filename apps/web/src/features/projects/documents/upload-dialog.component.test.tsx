import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { DOCUMENT_NAME_LENGTH } from '@pimis/domain/documents/files';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { UploadDialog } from './UploadDialog.tsx';

beforeEach(() => {
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
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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

/** Takes every upload at once, as the server does; `begun` counts the uploads. */
function taking(begun: { count: number }) {
  return class {
    status = 0;
    responseText = '';
    upload = {};
    onload: (() => void) | null = null;
    private method = '';
    open(method: string) {
      this.method = method;
    }
    setRequestHeader() {}
    abort() {}
    getResponseHeader(name: string) {
      if (name === 'Location') return `/api/projects/PROBA/uploads/${begun.count}`;
      return name === 'Upload-Offset' && this.method === 'PATCH' ? '1' : null;
    }
    send() {
      if (this.method === 'POST') begun.count += 1;
      this.status = this.method === 'POST' ? 201 : 204;
      queueMicrotask(() => this.onload?.());
    }
  };
}

test('a refused upload is not paused, and the next try sends its files anew', async () => {
  const begun = { count: 0 };
  vi.stubGlobal('XMLHttpRequest', taking(begun));
  const made: string[] = [];
  const others = vi.mocked(window.fetch).getMockImplementation();
  vi.mocked(window.fetch).mockImplementation(async (url, request) => {
    if (request?.method !== 'POST' || typeof url !== 'string' || !url.endsWith('/uploaded'))
      return (await others?.(url)) as Response;
    made.push(typeof request.body === 'string' ? request.body : '');
    const status = { code: 403, name: 'Forbidden' };
    return Response.json({ payload: null, additionalInformation: null, status, errors: [] }, { status: 403 });
  });
  const screen = await draw(<UploadDialog code="PROBA" onClose={vi.fn()} onDone={vi.fn()} />);
  await userEvent.upload(screen.getByLabelText('Датотека', { exact: true }), new File(['a'], 'plan.txt'));
  await userEvent.fill(screen.getByRole('textbox', { name: 'Опис' }), 'Ситуациони план');
  const add = screen.getByRole('button', { name: 'Додај', exact: true });
  await add.click();
  await expect.poll(() => made).toHaveLength(1);
  await expect.element(add).toBeVisible();
  expect(screen.getByText('Слање је заустављено', { exact: false }).query()).toBeNull();
  await add.click();
  await expect.poll(() => made).toHaveLength(2);
  expect(begun.count).toBe(2);
  expect(made[1]).toContain('"uploadId":"2"');
});
