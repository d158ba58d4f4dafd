import { expect, it } from 'vitest';
import { USER_STATUS } from '../constants.ts';
import {
  COUNTED_STATUSES,
  removalRefusal,
  restoredStatus,
  restoreRefusal,
  revokedStatus,
  revokeRefusal,
} from './user-status.ts';

const DAY = new Date('2026-05-04T08:00:00Z');

it.each([
  ['a password', { hasPassword: true, isLinked: false, loginAd: null, lastLoginAt: null }, USER_STATUS.active],
  [
    'neither password nor directory',
    { hasPassword: false, isLinked: false, loginAd: null, lastLoginAt: null },
    USER_STATUS.inactive,
  ],
  [
    'a directory login that was used',
    { hasPassword: false, isLinked: false, loginAd: 'ana', lastLoginAt: DAY },
    USER_STATUS.active,
  ],
  [
    'a directory login that was not',
    { hasPassword: false, isLinked: false, loginAd: 'ana', lastLoginAt: null },
    USER_STATUS.inactive,
  ],
  [
    'a linked account at a provider',
    { hasPassword: false, isLinked: true, loginAd: null, lastLoginAt: null },
    USER_STATUS.active,
  ],
  [
    'no way in any more',
    { hasPassword: false, isLinked: false, loginAd: null, lastLoginAt: DAY },
    USER_STATUS.inactive,
  ],
])('one with %s is restored as what they were', (_, user, status) => {
  expect(restoredStatus(user)).toBe(status);
});

it.each([
  ['active', null, 'AlreadyActivatedUser', 'UserStillActive'],
  ['inactive', null, 'InactiveUser', 'UserStillActive'],
  ['revoked', 'RevokedUser', null, null],
  ['disabled', 'DisabledUser', null, null],
] as const)('one who is %s is refused: revoking %s, restoring %s, removal of their data %s', (name, ...refusals) => {
  const status = USER_STATUS[name];
  expect([revokeRefusal(status), restoreRefusal(status), removalRefusal({ status, erasedAt: null })]).toEqual(refusals);
  expect(removalRefusal({ status, erasedAt: DAY })).toBe('UserDataRemoved');
});

it('counts for the limit of its organization while it may sign in, now or once activated', () => {
  expect(COUNTED_STATUSES).toEqual([USER_STATUS.active, USER_STATUS.inactive]);
});

it('is disabled by people of the administration, and revoked by those of any other organization', () => {
  expect(revokedStatus({ organizationId: '00000' })).toBe(USER_STATUS.disabled);
  expect(revokedStatus({ organizationId: '50112' })).toBe(USER_STATUS.revoked);
});
