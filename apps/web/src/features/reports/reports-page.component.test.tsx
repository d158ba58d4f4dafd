import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { ReportsPage } from './ReportsPage.tsx';

afterEach(() => vi.restoreAllMocks());

const TITLE = { sr: 'Преглед пројеката', en: 'List of projects' };

const answer = (payload: unknown) =>
  Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });

const reports = () =>
  answer([
    {
      type: 'project-list',
      codeName: 'PIMIS-001',
      title: TITLE,
      description: TITLE,
      formats: ['pdf'],
      favourite: false,
      mailed: false,
    },
  ]);

test('a report stays a favourite when a read that began before the answer comes after it', async () => {
  signIn(1, ['Admin']);
  const [put, late] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const reads: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (asked, request) => {
    const path = String(asked instanceof Request ? asked.url : asked);
    if (request?.method === 'PUT') return path.endsWith('/mail') ? answer({ mailed: true }) : put.promise;
    if (!path.endsWith('/reporting/board-reports')) return new Promise(() => undefined);
    reads.push(path);
    return reads.length === 1 ? reports() : late.promise;
  });
  const screen = await draw(<ReportsPage />);
  const star = screen.getByRole('button', { name: 'Омиљени: Преглед пројеката' });
  await expect.element(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => reads.length).toBe(2);
  put.resolve(answer({ favourite: true }));
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  late.resolve(reports());
  // A later click shows that the response was processed.
  const mail = screen.getByRole('button', { name: /^Месечна порука/ });
  await mail.click();
  await expect.element(mail).toHaveAttribute('aria-pressed', 'true');
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
});
