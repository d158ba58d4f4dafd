import { afterEach, expect, test, vi } from 'vitest';
import type { Organization } from '@pimis/contract/organizations';
import { draw } from '../../testing/form.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';

afterEach(() => vi.restoreAllMocks());

test('a decision that is made is over, also when what still waits cannot be read', async () => {
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
  const organization = {
    id: '50112',
    name: 'Општина Проба',
    adminName: 'Ана',
    treasuryBranchCode: '601',
    revision: '7',
  };
  const screen = await draw(<DecisionDialog organization={organization as Organization} approve onClose={onClose} />);
  await screen.getByRole('button').last().click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  // Once, and for the request as it was read.
  expect(sent).toMatchObject([{ respond: 1, revision: '7' }]);
});
