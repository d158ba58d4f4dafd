import { describe, expect, it } from 'vitest';
import {
  completed,
  countsAsSecondStep,
  nameAtProvider,
  namedAccount,
  neededClaims,
  newPerson,
  placeOf,
  SELF_CHOSEN_CLAIMS,
  verifiedEmail,
} from './provider-claims.ts';

const EMAIL = { email: 'ana.anic@example.rs', email_verified: true };

it('a name at a provider is text that the database keeps unchanged', () => {
  for (const name of ['x', 'Нада', 'x'.repeat(255)]) expect(nameAtProvider(name)).toBe(name);
  for (const none of ['', 'x'.repeat(256), 'x\0', 'x\ud800', 5, null, undefined])
    expect(nameAtProvider(none)).toBeNull();
});

describe('the account that claims name', () => {
  it('is that of a verified e-mail, and of no other', () => {
    expect(namedAccount('email', EMAIL)).toEqual({ by: 'email', value: 'ana.anic@example.rs' });
    expect(namedAccount('email', { ...EMAIL, email_verified: false })).toBeNull();
    // Some providers send a string; whether they mean the boolean is not certain.
    expect(namedAccount('email', { ...EMAIL, email_verified: 'true' })).toBeNull();
    expect(namedAccount('email', { email: EMAIL.email })).toBeNull();
    expect(verifiedEmail({ ...EMAIL, email: 'ana' })).toBeNull();
  });

  it('is that of the directory login for a claim that the settings name', () => {
    expect(namedAccount('upn', { ...EMAIL, upn: ' milena ' })).toEqual({ by: 'loginAd', value: 'milena' });
    expect(namedAccount('upn', EMAIL)).toBeNull();
    expect(namedAccount('upn', { upn: ' ' })).toBeNull();
    expect(namedAccount('upn', { upn: 'x'.repeat(101) })).toBeNull();
    expect(namedAccount('upn', { upn: ['milena'] })).toBeNull();
    // Every object has one of these.
    expect(namedAccount('constructor', EMAIL)).toBeNull();
  });

  it('is nobody’s without a claim, and for a name that people choose themselves', () => {
    expect(namedAccount(undefined, EMAIL)).toBeNull();
    for (const claim of SELF_CHOSEN_CLAIMS) expect(namedAccount(claim, { [claim]: 'minister' })).toBeNull();
  });
});

describe('a token that lacks claims', () => {
  it('is completed by the answer about the person, without mixing an address with the verification of another', () => {
    expect(completed({ sub: 'ana' }, { sub: 'other', ...EMAIL, groups: ['unos'] })).toMatchObject({
      sub: 'ana',
      ...EMAIL,
      groups: ['unos'],
    });
    const other = { email: 'other@example.rs', email_verified: true };
    expect(verifiedEmail(completed({ email: EMAIL.email }, other))).toBe('other@example.rs');
    expect(verifiedEmail(completed({ ...EMAIL, email_verified: false }, other))).toBeNull();
    expect(verifiedEmail(completed(EMAIL, { email: 'other@example.rs' }))).toBe(EMAIL.email);
    expect(verifiedEmail(completed({}, { email: 'other@example.rs' }))).toBeNull();
    expect(verifiedEmail(completed({ email: EMAIL.email }, { email_verified: true }))).toBeNull();
  });

  it('alone says how the person has signed in', () => {
    expect(countsAsSecondStep(['mfa'], completed({}, { amr: ['mfa'], acr: 'mfa' }))).toBe(false);
    expect(countsAsSecondStep(['mfa'], completed({ amr: ['mfa'] }, {}))).toBe(true);
  });

  it('lacks what the settings need', () => {
    const createBy = { claim: 'groups', map: {} };
    expect(neededClaims({})).toEqual([]);
    expect(neededClaims({ personClaim: 'upn' })).toEqual(['upn']);
    expect(neededClaims({ personClaim: 'email' })).toEqual(['email', 'email', 'email_verified']);
    expect(neededClaims({ createBy })).toEqual(['groups', 'name', 'email', 'email_verified']);
  });
});

describe('the place of a new account', () => {
  const rule = {
    claim: 'groups',
    map: {
      'pimis-unos': { organization: '10520', role: 'Унос' },
      'pimis-pregled': { organization: '10520', role: 'Преглед' },
    },
  };

  it('is that of the first value of the map which the person has', () => {
    expect(placeOf(rule, { groups: ['pimis-pregled', 'pimis-unos'] })).toBe(rule.map['pimis-unos']);
    expect(placeOf(rule, { groups: 'pimis-pregled' })).toBe(rule.map['pimis-pregled']);
  });

  it('is none without a rule, and for values that the map does not have', () => {
    expect(placeOf(undefined, { groups: ['pimis-unos'] })).toBeNull();
    expect(placeOf(rule, { groups: ['others', 'constructor'] })).toBeNull();
    expect(placeOf(rule, {})).toBeNull();
    expect(placeOf({ ...rule, claim: 'constructor' }, { groups: ['pimis-unos'] })).toBeNull();
  });

  it('needs a verified address, and a name on one line from which a login can be made', () => {
    expect(newPerson({ ...EMAIL, name: ' Ана  Анић ' })).toEqual({ name: 'Ана  Анић', email: EMAIL.email });
    expect(newPerson({ ...EMAIL, email_verified: false, name: 'Ана Анић' })).toBeNull();
    expect(newPerson(EMAIL)).toBeNull();
    expect(newPerson({ ...EMAIL, name: ' ' })).toBeNull();
    expect(newPerson({ ...EMAIL, name: 'Ана\nАнић' })).toBeNull();
    expect(newPerson({ ...EMAIL, name: '—' })).toBeNull();
    expect(newPerson({ ...EMAIL, name: 'А'.repeat(200) })).not.toBeNull();
    expect(newPerson({ ...EMAIL, name: 'А'.repeat(201) })).toBeNull();
  });
});

it('only values that the settings name count as a second step, in acr or in amr', () => {
  expect(countsAsSecondStep(['mfa'], { amr: ['pwd', 'mfa'] })).toBe(true);
  expect(countsAsSecondStep(['urn:high'], { acr: 'urn:high' })).toBe(true);
  expect(countsAsSecondStep(['mfa'], { acr: 'urn:high', amr: ['pwd'] })).toBe(false);
  expect(countsAsSecondStep([], { acr: 'urn:high', amr: ['mfa'] })).toBe(false);
  expect(countsAsSecondStep(['mfa'], {})).toBe(false);
});
