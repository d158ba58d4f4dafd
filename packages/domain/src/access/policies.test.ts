import { describe, expect, it } from 'vitest';
import { someone } from '../workflow/testing.ts';
import { can, type Operation, OPERATIONS, projectScope } from './policies.ts';
import { mayAssignRole, ROLES } from './roles.ts';

/** Which seeded roles may do what in their own organization; administration roles in 00000. */
const ALLOWED: Record<Operation, readonly string[] | 'everyone'> = {
  'user.view': ['Local_Admin', 'Operator'],
  'user.viewAll': ['Operator'],
  'user.manage': ['Local_Admin', 'Operator'],
  'user.changeStatus': ['Local_Admin', 'Operator'],
  'user.restoreDisabled': ['Operator'],
  'role.view': ['Local_Admin', 'Operator'],
  'role.manage': ['Operator'],
  'organization.view': 'everyone',
  'organization.edit': ['Operator'],
  'organization.resolve': ['Operator'],
  'registry.read': 'everyone',
  'registry.write': ['Operator'],
  'project.view': [
    'Local_User',
    'Local_Admin',
    'Local_Power_User',
    'Local_Verification_User',
    'Reviewer',
    'Evaluator',
    'Minister',
    'MEI',
    'Integration',
  ],
  'project.create': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'project.setImportant': ['Local_Admin', 'Local_Power_User'],
  'project.settings': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'project.organizations': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'project.appropriations': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'project.merge': [],
  'project.finish': [],
  'project.archive': [],
  'project.archivedList': [],
  'project.indicators': [],
  'project.importantLists': [],
  'project.follow': [
    'Local_User',
    'Local_Admin',
    'Local_Power_User',
    'Local_Verification_User',
    'Reviewer',
    'Evaluator',
    'Minister',
    'MEI',
    'Integration',
  ],
  'project.actions': 'everyone',
  'form.save': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'form.mark': ['Evaluator'],
  'form.evaluator': ['Reviewer'],
  'list.view': ['Local_Power_User', 'Reviewer', 'MEI'],
  'list.manage': ['Reviewer'],
  'list.documents': ['Reviewer', 'MEI'],
  'document.view': [
    'Local_User',
    'Local_Admin',
    'Local_Power_User',
    'Local_Verification_User',
    'Reviewer',
    'Evaluator',
    'Minister',
    'MEI',
    'Integration',
  ],
  'document.upload': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'export.project': [
    'Local_User',
    'Local_Admin',
    'Local_Power_User',
    'Local_Verification_User',
    'Reviewer',
    'Evaluator',
    'Minister',
    'MEI',
    'Integration',
  ],
  'export.table': [
    'Local_User',
    'Local_Admin',
    'Local_Power_User',
    'Local_Verification_User',
    'Reviewer',
    'Evaluator',
    'Minister',
    'MEI',
    'Integration',
  ],
  'export.tableMei': ['MEI'],
  'export.archived': [],
  'report.board': [],
  'notice.read': 'everyone',
  'notice.manage': [],
  'operation.read': 'everyone',
  'dashboard.read': 'everyone',
};
const NOT_FOR_ADMIN: readonly Operation[] = ['export.tableMei'];
const HOME: Record<string, string> = {
  Administrator: '00000',
  Operator: '00000',
  Reviewer: '00000',
  Integration: '00000',
  MEI: '10513',
};

describe('the policy table', () => {
  it.each(OPERATIONS)('%s is open to exactly its roles', (operation) => {
    const expected = ALLOWED[operation];
    for (const role of ROLES) {
      const organizationId = HOME[role.name] ?? '50112';
      const user = someone(role.name, organizationId);
      const resource = { organizationId, projectStatus: 0, evaluatorOrganizationId: organizationId, userId: -1 };
      const allowed =
        role.name === 'Administrator'
          ? !NOT_FOR_ADMIN.includes(operation)
          : expected === 'everyone' || expected.includes(role.name);
      expect(can(user, operation, resource), `${role.name}: ${operation}`).toBe(allowed);
    }
  });

  it('stops at the own organization and at a project that is not pending', () => {
    const manager = someone('Local_User', '50112');
    expect(can(manager, 'project.settings', { organizationId: '50101', projectStatus: 0 })).toBe(false);
    expect(can(manager, 'document.upload', { organizationId: '50112', projectStatus: 1 })).toBe(false);
    expect(can(someone('Local_Admin', '50112'), 'user.manage', { organizationId: '50101' })).toBe(false);
    expect(can(someone('Reviewer', '50112'), 'list.manage')).toBe(false);
  });

  it('lets nobody change their own status', () => {
    const operator = someone('Operator', '00000');
    expect(can(operator, 'user.changeStatus', { organizationId: '00000', userId: operator.id })).toBe(false);
  });

  it('shows all projects to the centre, the own ones to the others, none to those without the claim', () => {
    expect(projectScope(someone('Reviewer', '00000'))).toEqual({ kind: 'all' });
    expect(projectScope(someone('MEI', '10513'))).toEqual({ kind: 'all' });
    expect(projectScope(someone('Minister', '10503'))).toEqual({
      kind: 'own',
      organizationId: '10503',
      evaluates: false,
    });
    expect(projectScope(someone('Evaluator', '10524'))).toEqual({
      kind: 'own',
      organizationId: '10524',
      evaluates: true,
    });
    expect(projectScope(someone('Bank', '00000'))).toEqual({ kind: 'none' });
  });
});

describe('assigning roles', () => {
  const role = (name: string) => {
    const found = ROLES.find((candidate) => candidate.name === name);
    if (!found) throw new Error(name);
    return { ...found, roleType: 1 as const, organizationId: null };
  };

  it('keeps powerful roles for an administrator, and central ones for the administration', () => {
    const operator = someone('Operator', '00000');
    const admin = someone('Administrator', '00000');
    expect(mayAssignRole(operator, role('Local_User'), '50112')).toBe(true);
    expect(mayAssignRole(operator, role('Reviewer'), '00000')).toBe(false);
    expect(mayAssignRole(operator, role('Evaluator'), '50112')).toBe(false);
    expect(mayAssignRole(admin, role('Evaluator'), '10524')).toBe(true);
    expect(mayAssignRole(admin, role('Reviewer'), '50112')).toBe(false);
    expect(mayAssignRole(admin, role('Refresh_Token'), '00000')).toBe(false);
  });
});
