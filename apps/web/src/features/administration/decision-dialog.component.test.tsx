import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Organization } from '@pimis/contract/organizations';
import { useSession } from '../../api/session.ts';
import { userOf } from '../../api/session-store.ts';
import { Changing } from '../../testing/Changing.tsx';
import { endSession } from '../../testing/end-session.ts';
import { draw } from '../../testing/form.tsx';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { DecisionDialog } from './DecisionDialog.tsx';

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

const ORGANIZATION = {
  id: '50112',
  name: 'Општина Проба',
  adminName: 'Ана',
  treasuryBranchCode: '601',
  revision: '7',
  status: 1,
} as Organization;

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
  const screen = await draw(<DecisionDialog organization={ORGANIZATION} approve onClose={onClose} />);
  await screen.getByRole('button').last().click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  // Sent once, with the revision of the request that was read.
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

test('who is second is told who has decided and how, and keeps what is typed', async () => {
  const fetched = vi.spyOn(window, 'fetch');
  const decided = { status: 2, resolvedDate: '2026-11-28T10:00:00Z', resolvedUserName: 'Ненад' };
  const dialog = (changes: Partial<Organization>) => (
    <DecisionDialog organization={{ ...ORGANIZATION, ...changes }} approve={false} onClose={() => undefined} />
  );
  const screen = await draw(<Changing pages={[dialog({}), dialog(decided)]} />);
  const comment = screen.getByRole('textbox');
  await comment.fill('Недостаје потврда.');
  window.dispatchEvent(new Event('moved'));
  const told = screen.getByRole('alert');
  await expect.element(told).toBeVisible();
  expect(told.element().textContent).toMatch(/^Захтев је у међувремену одобрен: 28\.11\.2026\..*, Ненад\.$/);
  await expect.element(comment).toHaveValue('Недостаје потврда.');
  await expect.element(screen.getByRole('button', { name: 'Одбиј' })).toBeDisabled();
  expect(fetched).not.toHaveBeenCalled();
});

test('a decision is sent for the request as it was opened, not for one that has changed meanwhile', async () => {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((_, options) => {
    if (options?.body) sent.push(JSON.parse(options.body as string));
    return new Promise<Response>(() => undefined);
  });
  const dialog = (changes: Partial<Organization>) => (
    <DecisionDialog organization={{ ...ORGANIZATION, ...changes }} approve={false} onClose={() => undefined} />
  );
  const screen = await draw(<Changing pages={[dialog({}), dialog({ name: 'Град Проба', revision: '8' })]} />);
  window.dispatchEvent(new Event('moved'));
  await expect.element(screen.getByText(/Град Проба/)).toBeVisible();
  await screen.getByRole('button', { name: 'Одбиј' }).click();
  await expect.poll(() => sent).toMatchObject([{ respond: 2, revision: '7' }]);
});

test('an approval takes the branch that is chosen, and a login that is typed once it is valid', async () => {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((address, options) => {
    if (options?.body) {
      sent.push(JSON.parse(options.body as string));
      return new Promise<Response>(() => undefined);
    }
    const isBranches = typeof address === 'string' && address.includes('registry/treasury-branches');
    const payload = isBranches ? [{ id: '602', name: 'Прокупље' }] : {};
    const envelope = { payload, additionalInformation: {}, status: { code: 0, name: 'Success' }, errors: [] };
    return Promise.resolve(Response.json(envelope));
  });
  const screen = await draw(<DecisionDialog organization={ORGANIZATION} approve onClose={() => undefined} />);
  const approve = screen.getByRole('button', { name: 'Одобри' });
  const branch = screen.getByLabelText('Филијала трезора').first();
  await expect.element(branch).toBeVisible();
  await branch.fill('Прок');
  await screen.getByRole('option', { name: '602 · Прокупље' }).click();
  const login = screen.getByRole('textbox', { name: 'Корисничко име' });
  // By default the server makes the login from the name, so there is no field.
  await expect.element(login).not.toBeInTheDocument();
  await screen.getByRole('checkbox', { name: 'Корисничко име направи из имена' }).click();
  await login.fill('ана');
  await expect.element(login).not.toBeInvalid();
  await approve.click();
  await expect.element(login).toBeInvalid();
  expect(sent).toEqual([]);
  await login.fill('ana.anic');
  await approve.click();
  await expect
    .poll(() => sent)
    .toMatchObject([{ respond: 1, treasuryBranchCode: '602', generateLogin: false, adminLogin: 'ana.anic' }]);
});

test('who refuses is asked for no account', async () => {
  const screen = await draw(<DecisionDialog organization={ORGANIZATION} approve={false} onClose={() => undefined} />);
  await expect.element(screen.getByRole('textbox')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Корисничко име направи из имена' }).elements()).toEqual([]);
  expect(screen.getByLabelText('Филијала трезора').elements()).toEqual([]);
});

test('a comment that was being typed when the session ended does not bring back the treasury branch of then', async () => {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (_, options) => {
    if (options?.body) sent.push(JSON.parse(options.body as string));
    const status = { code: 0, name: 'Success' };
    return Response.json({ payload: {}, additionalInformation: null, status, errors: [] });
  });
  let organization = ORGANIZATION;
  // As in the frame, another user begins with a fresh screen.
  const Screen = () => (
    <DecisionDialog key={userOf(useSession())?.id} organization={organization} approve onClose={() => undefined} />
  );
  const screen = await draw(<Screen />);
  const comment = screen.getByRole('textbox', { name: 'Коментар' });
  await comment.fill('Одобрено');
  await endSession();
  signIn(2);
  await expect.element(comment).toHaveValue('');
  organization = { ...ORGANIZATION, treasuryBranchCode: '777', revision: '8' };
  signIn(1);
  await expect.element(comment).toHaveValue('Одобрено');
  await screen.getByRole('button', { name: 'Одобри' }).click();
  await expect.poll(() => sent).toMatchObject([{ comment: 'Одобрено', treasuryBranchCode: '777', revision: '8' }]);
});
