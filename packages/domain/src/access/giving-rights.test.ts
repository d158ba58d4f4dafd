import { describe, expect, it } from 'vitest';
import { someone } from '../../test/workflow.ts';
import { type Claim, CLAIMS } from './claims.ts';
import { claimRefusal, mayAssignRole, mayPutClaim, roleChangeRefusal } from './giving-rights.ts';
import { ROLES } from './roles.ts';

const ALL = Object.keys(CLAIMS) as Claim[];
const holding = (...claims: Claim[]) => ({ claims: new Set<Claim>(claims), roleId: 100 });
const custom = (organizationId: string, ...claims: Claim[]) => ({
  id: 1000,
  roleType: 3 as const,
  organizationId,
  claims,
});
const system = (id: number) => ({
  id,
  roleType: 1 as const,
  organizationId: null,
  claims: ROLES.find((role) => role.id === id)?.claims ?? [],
});

describe('a claim', () => {
  it('can be given only by users who have it', () => {
    const editor = holding('Role_Manage', 'Project_View');
    expect(ALL.filter((claim) => mayPutClaim(editor, claim))).toEqual(['Role_Manage', 'Project_View']);
    expect(claimRefusal(editor, 'User_Manage')).toBe('ClaimNotHeld');
    expect(claimRefusal(editor, 'Minister')).toBe('AdminOnlyClaim');
  });

  it('reserved to administrators is given by an Admin, who gives every other claim too', () => {
    const holder = holding('Role_Manage', 'User_UpdateAll');
    expect(claimRefusal(holder, 'User_UpdateAll')).toBe('AdminOnlyClaim');
    expect(ALL.filter((claim) => !mayPutClaim(holding('Admin'), claim))).toEqual(
      ALL.filter((claim) => CLAIMS[claim].type === 1),
    );
  });

  it('that contains others is as good as having them', () => {
    expect(claimRefusal(holding('Registry_Manage'), 'Registry_Bank')).toBe(null);
    expect(claimRefusal(holding('Registry_Bank'), 'Registry_Manage')).toBe('ClaimNotHeld');
    expect(claimRefusal(holding('User_StatusUpdateAll'), 'User_StatusUpdate')).toBe(null);
    expect(claimRefusal(holding('User_StatusUpdateAll'), 'User_View')).toBe(null);
    expect(claimRefusal(holding('User_UpdateAll'), 'User_StatusUpdate')).toBe('ClaimNotHeld');
    for (const claim of ['User_Manage', 'User_View'] as const) {
      expect(claimRefusal(holding('User_UpdateAll'), claim), claim).toBe(null);
    }
  });
});

describe('a role', () => {
  it('is not changed by its holders, nor by users who lack one of its claims', () => {
    const editor = holding('Role_Manage', 'Project_View');
    const role = (id: number, ...claims: Claim[]) => ({ id, roleType: 3, claims });
    expect(roleChangeRefusal(editor, role(100, 'Role_Manage'))).toBe('OwnRoleUpdate');
    expect(roleChangeRefusal(holding('Admin'), role(100, 'Admin'))).toBe('OwnRoleUpdate');
    expect(roleChangeRefusal(editor, role(101, 'Role_Manage', 'Project_View'))).toBe(null);
    expect(roleChangeRefusal(editor, role(101, 'Project_Manage'))).toBe('InvalidUserPermission');
    expect(roleChangeRefusal(editor, role(101, 'Project_View', 'Project_Manage'))).toBe('InvalidUserPermission');
    expect(roleChangeRefusal(holding('Admin'), { id: 1, roleType: 1, claims: [] })).toBe('SystemRoleUpdate');
  });

  it('of an organization is given by users who have all its claims', () => {
    const manager = holding('User_Manage', 'User_View', 'Project_View');
    expect(mayAssignRole(manager, custom('50112', 'Project_View', 'User_View'), '50112')).toBe(true);
    expect(mayAssignRole(manager, custom('50112', 'Project_View', 'Project_Manage'), '50112')).toBe(false);
  });

  it('for local people is given by local administrators, and by operators where projects are local', () => {
    const LOCAL = [1, 2, 3, 4];
    const given = (user: Parameters<typeof mayAssignRole>[0], target: string) =>
      LOCAL.filter((id) => mayAssignRole(user, system(id), target));
    expect(given(someone('Local_Admin', '50112'), '50112')).toEqual(LOCAL);
    const operator = someone('Operator', '00000');
    expect(given(operator, '50112')).toEqual(LOCAL);
    // In these organizations a local user sees every project; the operator does not.
    for (const central of ['00000', '10513']) expect(given(operator, central)).toEqual([]);
    expect(given(holding('User_Manage', 'User_View'), '50112')).toEqual([]);
    expect(
      given(
        holding('User_Manage', 'Project_View', 'Portfolio_View', 'Project_Manage', 'Form_Manage', 'DMS_Manage'),
        '50112',
      ),
    ).toEqual([1]);
  });

  it('is not a local system role only because of its number', () => {
    const head = someone('Local_Admin', '50112');
    const numbered = (roleType: 2 | 3, organizationId: string | null) => ({
      id: 4,
      roleType,
      organizationId,
      claims: ['Project_Evaluate'] as Claim[],
    });
    expect(mayAssignRole(head, numbered(3, '50112'), '50112')).toBe(false);
    expect(mayAssignRole(head, numbered(2, null), '50112')).toBe(false);
    expect(mayAssignRole(head, { ...numbered(3, '50112'), roleType: 1 }, '50112')).toBe(false);
  });

  it('shared by all organizations is given in any by users who have all its claims', () => {
    const shared = { id: 500, roleType: 2 as const, organizationId: null, claims: ['Project_View'] as Claim[] };
    expect(mayAssignRole(holding('User_Manage', 'Project_View'), shared, '50112')).toBe(true);
    expect(mayAssignRole(holding('User_Manage'), shared, '50112')).toBe(false);
  });

  it('of the system that sees all projects is not given by operators', () => {
    const operator = someone('Operator', '00000');
    for (const id of [7, 8, 11]) expect(mayAssignRole(operator, system(id), '00000'), String(id)).toBe(false);
    expect(mayAssignRole(operator, system(24), '00000')).toBe(true);
  });
});
