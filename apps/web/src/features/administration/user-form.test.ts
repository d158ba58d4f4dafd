import { describe, expect, it } from 'vitest';
import type { UserDetails } from '@pimis/contract/users';
import { ROLE } from '@pimis/domain/constants';
import { plainText } from '../../testing/plain-text.ts';
import { NEW_USER, problemsOf, sentOf, userFieldLabel, type UserValues, valuesOf } from './user-form.ts';

const VALID: UserValues = {
  name: ' Милена Јовић ',
  email: ' milena@grad.rs ',
  phoneNumber: '011 333 4444',
  login: ' milena.jovic ',
  loginAuto: false,
  loginAd: ' mjovic ',
  roleId: 2,
  tags: ['а'],
};
const problems = (change: Partial<UserValues>) => problemsOf({ ...VALID, ...change }, plainText);

it('a new user is a local user whose login is made of the name', () => {
  expect(NEW_USER).toEqual({
    name: '',
    email: '',
    phoneNumber: '',
    login: '',
    loginAuto: true,
    loginAd: '',
    roleId: ROLE.localUser,
    tags: [],
  });
});

it('an existing user keeps the login; missing values are empty', () => {
  const user = { name: 'А', email: 'a@b.rs', phoneNumber: null, login: 'a', loginAd: null, roleId: 3, tags: ['x'] };
  expect(valuesOf(user as unknown as UserDetails)).toEqual({
    ...user,
    phoneNumber: '',
    loginAd: '',
    loginAuto: false,
  });
  const filled = { ...user, phoneNumber: '+381113334444', loginAd: 'dir' };
  expect(valuesOf(filled as unknown as UserDetails)).toEqual({ ...filled, loginAuto: false });
});

describe('problems of the input', () => {
  it('there are none with blanks around a value, without a phone or without a name in the directory', () => {
    for (const change of [{}, { phoneNumber: ' ' }, { loginAd: ' ' }]) expect(problems(change)).toEqual({});
  });

  it('each field says what is wrong with it', () => {
    expect(problems({ name: ' ' })).toEqual({ name: 'common.required' });
    expect(problems({ email: 'milena' })).toEqual({ email: 'security.profile.emailRequired' });
    expect(problems({ email: 'milena\u200b@grad.rs' })).toEqual({ email: 'status HiddenCharacter' });
    expect(problems({ phoneNumber: '12' })).toEqual({ phoneNumber: 'administration.users.phoneInvalid' });
    expect(problems({ login: '-' })).toEqual({ login: 'login.invalidNewName' });
    expect(problems({ loginAd: 'milena jovic' })).toEqual({ loginAd: 'login.invalidName' });
    expect(problems({ roleId: 0 })).toEqual({ roleId: 'status ClaimRequired' });
  });

  it('a login that the server makes is not checked; the name in a directory may be shorter than a new login', () => {
    expect(problems({ login: '', loginAuto: true })).toEqual({});
    expect(problems({ login: 'abc' })).toEqual({ login: 'login.invalidNewName' });
    expect(problems({ loginAd: 'abc' })).toEqual({});
  });
});

it('values are sent without blanks around them, and an empty one as none', () => {
  expect(sentOf(VALID)).toEqual({
    name: 'Милена Јовић',
    email: 'milena@grad.rs',
    phoneNumber: '+381 (11) 333 4444',
    loginAd: 'mjovic',
    roleId: 2,
    tags: ['а'],
  });
  expect(sentOf({ ...VALID, loginAd: '  ' }).loginAd).toBeNull();
});

it('an error of the server is shown at its field, also with a path before it', () => {
  const label = userFieldLabel(plainText);
  const fields = ['name', 'email', 'phoneNumber', 'login', 'loginAd', 'roleId', 'tags', 'organizationId'];
  expect([...fields, 'modifiedComments'].map(label)).toEqual([
    'administration.users.name',
    'administration.users.email',
    'administration.users.phone',
    'administration.users.login',
    'administration.users.loginAd',
    'administration.users.role',
    'administration.users.tags',
    'administration.users.organization',
    'administration.users.revokeReason',
  ]);
  expect([label('user.email'), label('other'), label('')]).toEqual([
    'administration.users.email',
    undefined,
    undefined,
  ]);
});
