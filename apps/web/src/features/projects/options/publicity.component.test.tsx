import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Project } from '@pimis/contract/projects';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { Publicity } from './Publicity.tsx';

const PROJECT = { code: 'PROBA' } as Project;

let withheld: { reason: string; date: string } | null;
let sent: unknown[];

beforeEach(() => {
  withheld = null;
  sent = [];
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (request?.method === 'PUT') sent.push(JSON.parse(request.body as string));
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
  await screen.getByRole('textbox').fill('Одбрана');
  withheld = { reason: 'Други разлог', date: '2026-11-20T10:00:00.000Z' };
  // Back from another window.
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen.getByText(/Други разлог/)).toBeVisible();
  await screen.getByRole('button').last().click();
  await expect.poll(() => sent).toEqual([{ withheld: true, reason: 'Одбрана' }]);
});
