import { cdp } from 'vitest/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '../../testing/form.tsx';
import '../../ui/print.css';
import { AuditPage } from './AuditPage.tsx';

afterEach(() => vi.restoreAllMocks());

test('on upright paper long details break no day and no address', async () => {
  const row = {
    id: '1',
    at: '2026-11-27T11:53:18Z',
    login: 'reviewer',
    operation: 'scenario.create',
    subjectType: 'scenario',
    subjectId: '2',
    subjectName: 'Друга варијанта',
    organizationId: null,
    address: '192.168.100.200',
    detail: { before: null, after: { candidates: Array.from({ length: 80 }, (_, nth) => `PROJEKAT-${nth}`) } },
    sealed: true,
  };
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({
      payload: [row],
      additionalInformation: { totalRows: 1 },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const upright = 700;
  const screen = await draw(
    <main style={{ width: upright }}>
      <AuditPage />
    </main>,
  );
  const address = screen.getByText(row.address);
  await expect.element(address).toBeVisible();
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  const linesOf = (text: string | RegExp) => screen.getByText(text).element().getClientRects().length;
  const [day, what, from] = [linesOf(/^27\.11\.2026\./), linesOf('Сценарио: отварање'), linesOf(row.address)];
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  // The day and time, and the subject and operation, may take two lines each; the address only one.
  expect([Math.max(day, what), from]).toEqual([2, 1]);
});
