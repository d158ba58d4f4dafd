import { afterEach, expect, test, vi } from 'vitest';
import type { Organization } from '@pimis/contract/organizations';
import { draw } from '../../testing/form.tsx';
import { isSent } from '../../testing/sent.ts';
import { DecisionDialog } from './DecisionDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const ORGANIZATION = {
  id: '50112',
  name: 'Општина Проба',
  adminName: 'Ана',
  treasuryBranchCode: '601',
  revision: '7',
} as Organization;

test('a decision that is made is over, also when what still waits cannot be read', { tags: ['thorough'] }, async () => {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, options) => {
    const path = address instanceof Request ? address.url : address.toString();
    const made = path.endsWith('/request-resolve');
    if (made) sent.push(JSON.parse(options?.body as string));
    return Response.json(
      {
        payload: made ? { adminLogin: 'novi.admin' } : null,
        additionalInformation: null,
        status: made ? { code: 0, name: 'Success' } : { code: 2, name: 'ServerError' },
        errors: [],
      },
      { status: made ? 200 : 500 },
    );
  });
  const onClose = vi.fn();
  const screen = await draw(<DecisionDialog organization={ORGANIZATION} approve onClose={onClose} />);
  await screen.getByRole('button').last().click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  // Once, and for the request as it was read.
  expect(sent).toMatchObject([{ respond: 1, revision: '7' }]);
});

test('the comment of a decision cannot be typed while it is sent: it would be dropped with the one that was', async () => {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((_, options) => {
    if (options?.body) sent.push(JSON.parse(options.body as string));
    return new Promise<Response>(() => undefined);
  });
  const screen = await draw(<DecisionDialog organization={ORGANIZATION} approve={false} onClose={() => undefined} />);
  const comment = screen.getByRole('textbox');
  await comment.fill('Недостаје потврда.');
  await screen.getByRole('button').last().click();
  await expect.poll(() => isSent(comment)).toBe(true);
  expect(sent).toMatchObject([{ respond: 2, comment: 'Недостаје потврда.' }]);
});
