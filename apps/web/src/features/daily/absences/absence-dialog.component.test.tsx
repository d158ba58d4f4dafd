import { Notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { AbsenceDialog } from './AbsenceDialog.tsx';

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

const answer = (status: number, name: string, more: object) =>
  Response.json(
    {
      payload: null,
      additionalInformation: null,
      errors: [],
      status: { code: status === 200 ? 0 : 2, name },
      ...more,
    },
    { status },
  );

test('a refused absence names its field', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async (asked, { method = 'GET' } = {}) => {
    if (method === 'POST') {
      return answer(409, 'StandInOverlap', {
        errors: ['firstDay.StandInOverlap'],
        fieldErrors: [{ field: 'firstDay', code: 'StandInOverlap' }],
      });
    }
    if (typeof asked === 'string' && asked.includes('configuration')) {
      return answer(200, 'Success', { payload: { today: '2026-11-20' } });
    }
    return answer(200, 'Success', { payload: [], additionalInformation: { claims: [] } });
  });
  const screen = await draw(
    <>
      <Notifications />
      <AbsenceDialog login="ana" onClose={() => undefined} />
    </>,
  );
  for (const name of ['Први дан', 'Последњи дан']) {
    await userEvent.fill(screen.getByRole('textbox', { name }), '24.11.2026.');
    await userEvent.keyboard('{Tab}');
  }
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(screen.getByText(/^Поље „Први дан“: /)).toBeVisible();
});
