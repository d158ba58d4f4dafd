import { expect, it } from 'vitest';
import { ROLE_TYPE } from '@pimis/domain/constants';
import { plainText } from '../../testing/plain-text.ts';
import { claimText, ROLE_TYPES, roleTypeText } from './role-text.ts';

it('every type of a role has its name; an unknown one is called that of users', () => {
  expect(ROLE_TYPES).toEqual([ROLE_TYPE.system, ROLE_TYPE.administration, ROLE_TYPE.user]);
  const names = [1, 2, 3].map((type) => `administration.roles.types.${type}`);
  expect(ROLE_TYPES.map((type) => roleTypeText(type, plainText))).toEqual(names);
  expect(roleTypeText(9, plainText)).toBe('administration.roles.types.3');
});

it('a claim is described, and one that this version does not know is named', () => {
  expect(claimText('Role_View', plainText)).toBe('Преглед улога');
  expect([claimText('Later_Claim', plainText), claimText('toString', plainText)]).toEqual(['Later_Claim', 'toString']);
});
