import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Project } from '@pimis/contract/projects';
import { draw } from '../../../testing/form.tsx';
import { Away, leaveAsked } from '../../../testing/leaving.tsx';
import { isSent } from '../../../testing/sent.ts';
import { signIn } from '../../../testing/sign-in.ts';
import { Publicity } from './Publicity.tsx';

const PROJECT = { code: 'PROBA' } as Project;

let withheld: { reason: string; date: string } | null;
let sent: unknown[];
let answered: Promise<void>;

beforeEach(() => {
  withheld = null;
  sent = [];
  answered = Promise.resolve();
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (request?.method === 'PUT') {
      sent.push(JSON.parse(request.body as string));
      await answered;
    }
    return Response.json({
      payload: { published: true, publicSince: '2026-03-01', withheld },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  });
});
afterEach(() => vi.restoreAllMocks());

test('a reason to withhold a project never makes public what a colleague has withheld meanwhile', async () => {
  const screen = await draw(<Publicity project={PROJECT} />);
  const reason = screen.getByRole('textbox');
  await reason.fill('Одбрана');
  withheld = { reason: 'Други разлог', date: '2026-11-20T10:00:00.000Z' };
  // Back from another window.
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText(/Други разлог/)).toBeVisible();
  await screen.getByRole('button', { name: 'Изузми из објављивања' }).click();
  await expect.poll(() => sent).toEqual([{ withheld: true, reason: 'Одбрана' }]);
  // Without a reason the button follows the project.
  await expect.element(reason).toHaveValue('');
  await expect.element(screen.getByRole('button', { name: 'Врати у објављивање' })).toBeVisible();
});

test('a reason that is removed is begun for what the project is now', async () => {
  const screen = await draw(<Publicity project={PROJECT} />);
  await screen.getByRole('textbox').fill('Одбрана');
  withheld = { reason: 'Други разлог', date: '2026-11-20T10:00:00.000Z' };
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText(/Други разлог/)).toBeVisible();
  await screen.getByRole('textbox').fill('');
  await expect.element(screen.getByRole('button', { name: 'Врати у објављивање' })).toBeVisible();
});

test('a reason cannot be typed while it is sent: it would be dropped with the one that was', async () => {
  answered = new Promise(() => undefined);
  const screen = await draw(
    <>
      <Away />
      <Publicity project={PROJECT} />
    </>,
  );
  await screen.getByRole('textbox').fill('Одбрана');
  await screen.getByRole('button', { name: 'Изузми из објављивања' }).click();
  await expect.poll(() => sent.length).toBe(1);
  await expect.poll(() => isSent(screen.getByRole('textbox'))).toBe(true);
  await leaveAsked();
});

test('a project stays withheld when a read that began before the answer comes after it', async () => {
  const [put, late] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const answer = (reason: string | null) =>
    Response.json({
      payload: {
        published: true,
        publicSince: '2026-03-01',
        withheld: reason && { reason, date: '2026-11-20T10:00:00.000Z' },
      },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    });
  let reads = 0;
  vi.mocked(window.fetch).mockImplementation(async (_, request) => {
    if (request?.method === 'PUT') return put.promise;
    reads += 1;
    return reads === 1 ? answer(null) : late.promise;
  });
  const screen = await draw(<Publicity project={PROJECT} />);
  const reason = screen.getByRole('textbox');
  await reason.fill('Одбрана');
  await screen.getByRole('button', { name: 'Изузми из објављивања' }).click();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => reads).toBe(2);
  put.resolve(answer('Одбрана'));
  await expect.element(screen.getByRole('button', { name: 'Врати у објављивање' })).toBeVisible();
  const lateAnswer = answer(null);
  late.resolve(lateAnswer);
  await expect.poll(() => lateAnswer.bodyUsed).toBe(true);
  // Later typing shows that the outdated response was ignored.
  await reason.fill('Објављено');
  await expect.element(screen.getByRole('button', { name: 'Врати у објављивање' })).toBeVisible();
});
