import { expect, it } from 'vitest';
import { USER_STATUS } from '../constants.ts';
import { restoredStatus } from './user-status.ts';

const DAY = new Date('2026-05-04T08:00:00Z');

it.each([
  ['a password', { hasPassword: true, loginAd: null, lastLoginAt: null }, USER_STATUS.active],
  ['neither password nor directory', { hasPassword: false, loginAd: null, lastLoginAt: null }, USER_STATUS.inactive],
  ['a directory login that was used', { hasPassword: false, loginAd: 'ana', lastLoginAt: DAY }, USER_STATUS.active],
  ['a directory login that was not', { hasPassword: false, loginAd: 'ana', lastLoginAt: null }, USER_STATUS.inactive],
  ['no way in any more', { hasPassword: false, loginAd: null, lastLoginAt: DAY }, USER_STATUS.inactive],
])('one with %s is restored as what they were', (_, user, status) => {
  expect(restoredStatus(user)).toBe(status);
});
