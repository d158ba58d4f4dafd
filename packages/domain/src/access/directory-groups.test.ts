import { describe, expect, it } from 'vitest';
import { comparedName, personOfDirectory, placeOfGroups } from './directory-groups.ts';

const PLACES = [
  { group: 'cn=pimis-vodje,ou=groups,dc=grad,dc=rs', organization: '50112', role: 'Local_Power' },
  { group: 'CN=PIMIS-unos, OU=groups, DC=grad, DC=rs', organization: '50112', role: 'Local_User' },
];
const person = (groups: string[]) => ({ groups, names: ['Милена Илић'], emails: ['milena@grad.rs'] });

describe('the place of a member of groups', () => {
  it('is that of the first group of the settings', () => {
    const both = ['cn=pimis-unos,ou=groups,dc=grad,dc=rs', 'cn=pimis-vodje,ou=groups,dc=grad,dc=rs'];
    expect(placeOfGroups(PLACES, person(both))).toBe(PLACES[0]);
    expect(placeOfGroups(PLACES, person(['cn=drugi,dc=rs', both[0] ?? '']))).toBe(PLACES[1]);
  });

  it('is none without one of them: a part of a name, or the name below another one, is another group', () => {
    for (const group of ['cn=pimis-vodje', 'cn=pimis-vodje,ou=groups,dc=grad,dc=rs,dc=com', 'cn=a,cn=pimis-unos', '']) {
      expect(placeOfGroups(PLACES, person([group])), group).toBeNull();
    }
    expect(placeOfGroups(PLACES, person([]))).toBeNull();
    expect(placeOfGroups([], person(['cn=a']))).toBeNull();
  });
});

it('compares names without case and without spaces beside separators, but with escaped ones', () => {
  expect(comparedName(' CN = Pimis unos , DC=rs')).toBe('cn=pimis unos,dc=rs');
  expect(comparedName('cn=a\\, b,dc=rs')).not.toBe(comparedName('cn=a,b,dc=rs'));
});

it('takes name and address from the entry, and nobody without them', () => {
  expect(personOfDirectory(person([]))).toEqual({ name: 'Милена Илић', email: 'milena@grad.rs' });
  expect(personOfDirectory({ ...person([]), emails: ['no address', 'm@grad.rs'] })?.email).toBe('m@grad.rs');
  for (const wrong of [{ emails: [] }, { emails: ['x'] }, { names: [] }, { names: ['   '] }, { names: ['a\nb'] }]) {
    expect(personOfDirectory({ ...person([]), ...wrong }), JSON.stringify(wrong)).toBeNull();
  }
});
