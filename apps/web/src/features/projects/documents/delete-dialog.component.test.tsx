import { Notifications, notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProjectDocument } from '@pimis/contract/documents';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { DeleteDialog } from './DeleteDialog.tsx';

beforeEach(() => signIn());
afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

/** The dialog that asks before a document is deleted; the server answers so. */
async function asking(name: string, status: number) {
  const sent: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    if (typeof address === 'string') sent.push(`${request?.method} ${address}`);
    return Response.json(
      { payload: {}, additionalInformation: null, status: { code: status === 200 ? 0 : 1, name }, errors: [] },
      { status },
    );
  });
  const onClose = vi.fn();
  const row = { id: 9, title: 'Ситуациони план' } as ProjectDocument;
  const screen = await draw(
    <>
      <Notifications />
      <DeleteDialog code="PROBA" row={row} onClose={onClose} />
    </>,
  );
  return { screen, dialog: screen.getByRole('dialog'), sent, onClose };
}

test('a document is named before it is deleted, and stays where the question is put aside', async () => {
  const { dialog, sent, onClose } = await asking('Success', 200);
  await expect.element(dialog.getByText('Документ „Ситуациони план“ биће уклоњен из пројекта.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Одустани' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
});

test.each([
  ['Success', 200, 'Документ је обрисан.'],
  ['UsedDocumentInForms', 409, 'Документ је употребљен у обрасцу и не може се обрисати.'],
])('a deletion is asked for once, and its outcome is told: %s', async (name, status, told) => {
  const { screen, dialog, sent, onClose } = await asking(name, status);
  await dialog.getByRole('button', { name: 'Обриши документ' }).click();
  await expect.element(screen.getByText(told)).toBeVisible();
  expect(sent).toEqual(['DELETE /api/projects/PROBA/documents/9']);
  expect(onClose).toHaveBeenCalledOnce();
});
