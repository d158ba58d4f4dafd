import { notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessibleInBothThemes } from '../../../testing/accessible.ts';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { CalendarSection } from './CalendarSection.tsx';

const SINCE = '2026-11-20T10:00:00.000Z';

afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

/** A server with one address; returns the calls that change it. */
function answering(first: string | null) {
  let createdDate = first;
  const sent: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    const method = request?.method ?? 'GET';
    let payload: object = { createdDate };
    if (method !== 'GET') {
      sent.push(method);
      createdDate = method === 'POST' ? SINCE : null;
      payload =
        method === 'POST' ? { createdDate, address: `https://pimis.rs/api/calendar/tajna${sent.length}.ics` } : {};
    }
    return Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });
  });
  return sent;
}

test('the address of the calendar is made, shown once to be copied, and revoked after a question', async () => {
  signIn();
  const sent = answering(null);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await draw(<CalendarSection />);
  await expect.element(screen.getByText('Календар нема адресу.')).toBeVisible();
  await screen.getByRole('button', { name: 'Направи адресу' }).click();
  await expect
    .element(screen.getByLabelText('Адреса календара'))
    .toHaveTextContent('https://pimis.rs/api/calendar/tajna1.ics');
  await screen.getByRole('button', { name: 'Копирај' }).click();
  await expect.element(screen.getByText('Копирано.')).toBeVisible();
  expect(copied).toHaveBeenCalledWith('https://pimis.rs/api/calendar/tajna1.ics');
  await expectAccessibleInBothThemes(screen.container);

  await screen.getByRole('button', { name: 'Опозови адресу' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Опозови адресу' }).click();
  await expect.element(screen.getByText('Календар нема адресу.')).toBeVisible();
  await expect.element(screen.getByLabelText('Адреса календара')).not.toBeInTheDocument();
  expect(sent).toEqual(['POST', 'DELETE']);
});

test('an address is replaced only after a question, because the former one ends', async () => {
  signIn();
  const sent = answering(SINCE);
  const screen = await draw(<CalendarSection />);
  await screen.getByRole('button', { name: 'Замени адресу' }).click();
  await expect.element(screen.getByText(/Садашња адреса одмах престаје да важи/)).toBeVisible();
  expect(sent).toEqual([]);
  await screen.getByRole('dialog').getByRole('button', { name: 'Замени адресу' }).click();
  await expect
    .element(screen.getByLabelText('Адреса календара'))
    .toHaveTextContent('https://pimis.rs/api/calendar/tajna1.ics');
  expect(sent).toEqual(['POST']);
});
