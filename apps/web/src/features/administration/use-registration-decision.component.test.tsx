import type { FormEvent } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Organization } from '@pimis/contract/organizations';
import { REGISTRATION_ANSWER } from '@pimis/domain/organizations/registration-answer';
import { drawHook } from '../../testing/hook.tsx';
import { answerCalls } from '../../testing/queries.ts';
import { signIn } from '../../testing/sign-in.ts';
import { useRegistrationDecision } from './use-registration-decision.ts';

const REQUEST = {
  id: '17',
  name: 'Општина Пример',
  treasuryBranchCode: '033',
  treasury: 'Ужице',
  revision: 'r1',
} as Organization;
const SUBMIT = { preventDefault: () => undefined } as FormEvent;

beforeEach(() => signIn());

/** The decision as a user makes it; `refused` names the answer of a server that does not accept it. */
async function deciding(
  approve: boolean,
  { refused, waiting = 2 }: { refused?: string; waiting?: number | null } = {},
) {
  const closed = vi.fn();
  const { sent } = answerCalls((address) => {
    if (!address.includes('/dashboard')) return { payload: { adminLogin: 'pera.peric' }, refused };
    if (waiting === null) return { payload: null, refused: 'Unavailable' };
    return { payload: { registrations: Array.from({ length: waiting }, () => ({})) } };
  });
  const hook = await drawHook(() => useRegistrationDecision(REQUEST, approve, closed));
  for (const key of [['organizations', '17'], ['dashboard']]) hook.cache.setQueryData(key, { registrations: [] });
  const isReadAgain = () =>
    [['organizations', '17'], ['dashboard']].map((key) => hook.cache.getQueryState(key)?.isInvalidated);
  const body = () => sent.find(({ call }) => call.endsWith('/request-resolve'))?.body;
  return { ...hook, closed, sent, body, isReadAgain };
}

test('an approval is sent with the branch of the request and the new name, and says how many requests wait', async () => {
  const { now, screen, closed, body, isReadAgain, sent } = await deciding(true);
  await now().decide(SUBMIT);
  expect(sent.map(({ call }) => call).filter((call) => call.includes('17'))).toHaveLength(1);
  expect(body()).toEqual({
    respond: REGISTRATION_ANSWER.approve,
    comment: null,
    treasuryBranchCode: '033',
    generateLogin: true,
    adminLogin: null,
    notifyAdmin: true,
    revision: 'r1',
  });
  await expect
    .element(screen.getByText('Захтев је одобрен. Администратор: pera.peric. Чекају још 2 захтева.'))
    .toBeVisible();
  expect(closed).toHaveBeenCalledOnce();
  expect(isReadAgain()).toEqual([true, true]);
  await expect.poll(() => now().busy).toBe(false);
});

test('a refusal is sent with its comment and another branch', async () => {
  const { now, screen, body } = await deciding(false, { waiting: 0 });
  now().change({ comment: ' Није потпун. ', branch: '041', branchName: 'Краљево', notifyAdmin: false });
  await expect.poll(() => now().branch).toEqual({ code: '041', name: 'Краљево' });
  await now().decide(SUBMIT);
  expect(body()).toMatchObject({
    respond: REGISTRATION_ANSWER.refuse,
    comment: 'Није потпун.',
    treasuryBranchCode: '041',
    notifyAdmin: false,
  });
  await expect.element(screen.getByText('Захтев је одбијен. Ниједан други захтев не чека.')).toBeVisible();
});

test('a written login is checked before it is sent, and only for an approval', async () => {
  const { now, body } = await deciding(true);
  now().change({ generateLogin: false, adminLogin: 'пера', branch: '' });
  await expect.poll(() => now().decision.adminLogin).toBe('пера');
  expect(now().loginProblem).toBeUndefined();
  await now().decide(SUBMIT);
  await expect.poll(() => now().loginProblem).toContain('Латинична слова');
  expect(body()).toBeUndefined();
  now().change({ adminLogin: ' pera.peric ' });
  await expect.poll(() => now().loginProblem).toBeUndefined();
  await now().decide(SUBMIT);
  expect(body()).toMatchObject({ generateLogin: false, adminLogin: 'pera.peric', treasuryBranchCode: null });
});

test('a decision that is stored is reported although the waiting requests cannot be counted', async () => {
  const { now, screen, closed } = await deciding(false, { waiting: null });
  await now().decide(SUBMIT);
  await expect.element(screen.getByText('Захтев је одбијен.', { exact: true })).toBeVisible();
  expect(closed).toHaveBeenCalledOnce();
});

test('a decision that is not accepted stays open, and the request is read again', async () => {
  const { now, closed, isReadAgain } = await deciding(true, { refused: 'OrganizationChanged' });
  now().change({ comment: 'Уредно.' });
  await now().decide(SUBMIT);
  expect(closed).not.toHaveBeenCalled();
  expect(now().decision.comment).toBe('Уредно.');
  await expect.poll(() => now().busy).toBe(false);
  expect(isReadAgain()).toEqual([true, true]);
});
