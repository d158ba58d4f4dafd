import { describe, expect, it } from 'vitest';
import { someone } from '../../test/workflow.ts';
import { type Claim, CLAIMS } from './claims.ts';
import { mayAssignRole } from './giving-rights.ts';
import { can, type Permission, PERMISSIONS, projectScope, seesFormIndicators } from './policies.ts';
import { ROLES } from './roles.ts';

/** Which seeded roles may do what in their own organization; administration roles in 00000. */
const ALLOWED: Record<Permission, readonly string[] | 'everyone'> = {
  'screen.administration': ['Local_Admin', 'Operator'],
  'user.view': ['Local_Admin', 'Operator'],
  'user.viewAll': ['Operator'],
  'user.manage': ['Local_Admin', 'Operator'],
  'user.resetSecondFactor': ['Local_Admin', 'Operator'],
  'user.unlock': ['Local_Admin', 'Operator'],
  'user.standIn': ['Local_Admin', 'Operator'],
  'user.changeStatus': ['Local_Admin', 'Operator'],
  'user.restoreDisabled': ['Operator'],
  'role.view': ['Local_Admin', 'Operator'],
  'role.manage': ['Operator'],
  'role.requireSecondFactor': [],
  'client.view': [],
  'client.administrate': [],
  'organization.view': 'everyone',
  'organization.viewAll': ['Operator'],
  'organization.edit': ['Operator'],
  'organization.resolve': ['Operator'],
  'registry.read': 'everyone',
  'registry.write': [
    'Operator',
    'Demo',
    'SourceOfFunding',
    'PaymentCode',
    'Country',
    'Bank',
    'Currency',
    'Function',
    'EconomicClassification',
    'Municipality',
    'BudgetUser',
  ],
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
  'portfolio.view': [
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
  'portfolio.summary': ['Local_Admin', 'Local_Power_User', 'Reviewer', 'Minister', 'MEI'],
  'portfolio.ceilings': ['Reviewer'],
  'portfolio.scenarios': ['Reviewer'],
  'project.create': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'project.setImportant': ['Local_Admin', 'Local_Power_User'],
  'project.settings': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'project.organizations': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'project.appropriations': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'project.merge': [],
  'project.finish': [],
  'project.archive': [],
  'project.withhold': [],
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
  'project.comment': [
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
  'comment.edit': [],
  'comment.remove': [],
  'notification.read': 'everyone',
  'project.actions': 'everyone',
  'form.save': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'form.saveOlder': ['Local_User', 'Local_Admin', 'Local_Power_User'],
  'form.comment': ['MEI'],
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
  'audit.read': [],
  'system.watch': [],
  'operation.read': 'everyone',
  'dashboard.read': 'everyone',
  'view.keep': 'everyone',
  'view.share': ['Operator', 'Local_Admin'],
};
const NOT_FOR_ADMIN: readonly Permission[] = ['export.tableMei', 'comment.edit'];
const HOME: Record<string, string> = {
  Administrator: '00000',
  Operator: '00000',
  Reviewer: '00000',
  Integration: '00000',
  MEI: '10513',
};

describe('the policy table', () => {
  it.each(PERMISSIONS)('%s is open to exactly its roles', (permission) => {
    const expected = ALLOWED[permission];
    for (const role of ROLES) {
      const organizationId = HOME[role.name] ?? '50112';
      const user = someone(role.name, organizationId);
      const resource = { organizationId, projectStatus: 0, evaluatorOrganizationId: organizationId, userId: -1 };
      const allowed =
        role.name === 'Administrator'
          ? !NOT_FOR_ADMIN.includes(permission)
          : expected === 'everyone' || expected.includes(role.name);
      expect(can(user, permission, resource), `${role.name}: ${permission}`).toBe(allowed);
    }
  });

  it('stops at the own organization and at a project that is not pending', () => {
    const manager = someone('Local_User', '50112');
    expect(can(manager, 'project.settings', { organizationId: '50101', projectStatus: 0 })).toBe(false);
    expect(can(manager, 'document.upload', { organizationId: '50112', projectStatus: 1 })).toBe(false);
    expect(can(someone('Local_Admin', '50112'), 'user.manage', { organizationId: '50101' })).toBe(false);
    expect(can(someone('Reviewer', '50112'), 'list.manage')).toBe(false);
  });

  it('shows the indicators of a form to the ministry alone', () => {
    expect(seesFormIndicators(someone('Reviewer', '00000'))).toBe(true);
    for (const role of ['Local_Admin', 'MEI', 'Evaluator'])
      expect(seesFormIndicators(someone(role, '10513'))).toBe(false);
  });

  it('leaves a comment to its author, and its removal to Admins too', () => {
    const author = someone('Local_User', '50112');
    const admin = someone('Administrator', '00000');
    for (const [user, edits, removes] of [
      [author, true, true],
      [admin, false, true],
      [someone('Local_Admin', '50112'), false, false],
    ] as const) {
      expect(can(user, 'comment.edit', { userId: author.id })).toBe(edits);
      expect(can(user, 'comment.remove', { userId: author.id })).toBe(removes);
    }
  });

  it('lets nobody change their own status', () => {
    const operator = someone('Operator', '00000');
    expect(can(operator, 'user.changeStatus', { organizationId: '00000', userId: operator.id })).toBe(false);
  });

  it('leaves the own absence to everybody', () => {
    const user = someone('Local_User', '50112');
    expect(can(user, 'user.standIn', { organizationId: '50112', userId: user.id })).toBe(true);
    expect(can(user, 'user.standIn', { organizationId: '50112', userId: -1 })).toBe(false);
  });

  it('reaches over organizations with the claims for all, and from the administration', () => {
    const operator = someone('Operator', '00000');
    const elsewhere = { organizationId: '50101', userId: -1 };
    for (const permission of [
      'user.view',
      'user.manage',
      'user.changeStatus',
      'user.standIn',
      'organization.edit',
    ] as const) {
      expect(can(operator, permission, elsewhere), permission).toBe(true);
    }
    const head = someone('Local_Admin', '50112');
    for (const permission of ['user.view', 'user.manage', 'user.changeStatus', 'organization.view'] as const) {
      expect(can(head, permission, { organizationId: '50112', userId: -1 }), permission).toBe(true);
      expect(can(head, permission, elsewhere), permission).toBe(false);
    }
    expect(can(head, 'user.restoreDisabled', { organizationId: '50112', userId: -1 })).toBe(false);
  });

  it('a form is marked by its evaluator’s organization alone', () => {
    const evaluator = someone('Evaluator', '10524');
    expect(can(evaluator, 'form.mark', { evaluatorOrganizationId: '10524' })).toBe(true);
    for (const evaluatorOrganizationId of ['10503', null]) {
      expect(can(evaluator, 'form.mark', { evaluatorOrganizationId })).toBe(false);
    }
  });

  it('an important project may be created with its own claim, another one not', () => {
    const user = { id: 1, organizationId: '50112', claims: new Set<Claim>(['Form_ImportantManage']) };
    expect(can(user, 'project.create', { organizationId: '50112', important: true })).toBe(true);
    expect(can(user, 'project.create', { organizationId: '50112', important: false })).toBe(false);
    expect(can(user, 'project.create', { organizationId: '50101', important: true })).toBe(false);
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

  it.each(ROLES.map(({ name }) => name))('gives %s the projects of the page, in the centre and elsewhere', (name) => {
    const inCentre = projectScope(someone(name, '00000')).kind;
    const elsewhere = projectScope(someone(name, '50112'));
    const evaluates = name === 'Evaluator';
    if (name === 'Administrator' || name === 'MEI') {
      expect([inCentre, elsewhere.kind]).toEqual(['all', 'all']);
    } else if ((ALLOWED['project.view'] as readonly string[]).includes(name)) {
      expect(inCentre).toBe('all');
      expect(elsewhere).toEqual({ kind: 'own', organizationId: '50112', evaluates });
    } else {
      expect([inCentre, elsewhere.kind]).toEqual(['none', 'none']);
    }
  });
});

describe('seeded roles', () => {
  const LOCAL = ['Project_View', 'Portfolio_View', 'Project_Manage', 'Form_Manage', 'DMS_Manage'];
  const SEEDED: Record<string, string[]> = {
    '1 Local_User': LOCAL,
    '2 Local_Admin': [
      ...LOCAL,
      'User_View',
      'User_Manage',
      'User_StatusUpdate',
      'Organization_View',
      'Role_View',
      'Form_ConfirmationResolve',
      'Form_ImportantManage',
      'Project_Idea_Approval',
      'Project_Send_Ministry',
      'Mei_Approval_Comment_Send',
    ],
    '3 Local_Power_User': [...LOCAL, 'Form_ConfirmationResolve', 'Form_ImportantManage', 'Project_ListView'],
    '4 Local_Verification_User': ['Project_View', 'Portfolio_View', 'Project_Idea_Verification'],
    '5 Administrator': ['Admin'],
    '6 Operator': [
      'Organization_View',
      'Organization_Manage',
      'Organization_RegistrationResolve',
      'User_View',
      'User_Manage',
      'User_Review',
      'User_UpdateAll',
      'User_StatusUpdateAll',
      'Role_View',
      'Role_Manage',
      'Registry_Manage',
    ],
    '7 Reviewer': [
      'Project_View',
      'Portfolio_View',
      'Ceiling_Manage',
      'Scenario_Manage',
      'Form_ApprovalResolve',
      'Project_ListView',
      'Project_ListManage',
      'Send_Request_Change_Form',
    ],
    '8 Evaluator': ['Project_View', 'Portfolio_View', 'Project_Evaluate'],
    '9 Minister': ['Project_View', 'Portfolio_View', 'Minister', 'Project_Idea_Minister_Approval'],
    '10 MEI': ['Project_View', 'Portfolio_View', 'Mei', 'Send_Request_Change_Form', 'Project_ListView'],
    '11 Integration': ['Project_View', 'Portfolio_View'],
    '12 Refresh_Token': ['Refresh_Token'],
    '20 Demo': ['Registry_Demo'],
    '21 SourceOfFunding': ['Registry_SourceOfFunding'],
    '22 PaymentCode': ['Registry_PaymentCode'],
    '23 Country': ['Registry_Country'],
    '24 Bank': ['Registry_Bank'],
    '25 Currency': ['Registry_Currency'],
    '26 Function': ['Registry_Function'],
    '27 EconomicClassification': ['Registry_EconomicClassification'],
    '28 Municipality': ['Registry_Municipality'],
    '29 BudgetUser': ['Registry_BudgetUser'],
  };

  it('hold exactly the claims of docs/permissions.md', () => {
    const sorted = (claims: readonly string[]) => [...claims].sort();
    expect(Object.fromEntries(ROLES.map(({ id, name, claims }) => [`${id} ${name}`, sorted(claims)]))).toEqual(
      Object.fromEntries(Object.entries(SEEDED).map(([name, claims]) => [name, sorted(claims)])),
    );
  });

  it('keep twelve claims for administrators', () => {
    const adminOnly = Object.entries(CLAIMS)
      .filter(([, { type }]) => type === 3)
      .map(([name]) => name);
    expect(adminOnly.sort()).toEqual(
      [
        'Admin',
        'User_UpdateAll',
        'User_StatusUpdateAll',
        'Organization_RegistrationResolve',
        'Form_ApprovalResolve',
        'Project_ListManage',
        'Client_Administrate',
        'Minister',
        'Project_Idea_Minister_Approval',
        'Mei',
        'Ceiling_Manage',
        'Scenario_Manage',
      ].sort(),
    );
  });
});

describe('assigning roles', () => {
  const admin = someone('Administrator', '00000');
  const operator = someone('Operator', '00000');
  const system = (id: number, claims: readonly Claim[]) => ({ id, roleType: 1 as const, organizationId: null, claims });

  /** Seeded roles that a user may give in an organization, by id. */
  const assignable = (user: typeof admin, target: string) =>
    ROLES.filter(({ id, claims }) => mayAssignRole(user, system(id, claims), target)).map(({ id }) => id);
  const REGISTRIES = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29];

  it('an administrator gives every role in the administration but the technical one', () => {
    expect(assignable(admin, '00000')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...REGISTRIES]);
  });

  it('elsewhere an administrator gives local roles, evaluators, ministers and MEI', () => {
    for (const target of ['50112', '10503', '10513']) expect(assignable(admin, target)).toEqual([1, 2, 3, 4, 8, 9, 10]);
  });

  it('others give no role that holds a claim of administrators alone', () => {
    expect(assignable(operator, '00000')).toEqual(REGISTRIES);
    for (const user of [operator, someone('Local_Admin', '50112')]) {
      expect(assignable(user, '50112')).toEqual([1, 2, 3, 4]);
    }
  });

  it('a role of an organization is given within it alone, and follows the same rule on claims', () => {
    const custom = (claims: readonly Claim[]) => ({ id: 1000, roleType: 3 as const, organizationId: '50112', claims });
    const head = someone('Local_Admin', '50112');
    expect(mayAssignRole(head, custom(['Project_View', 'Portfolio_View']), '50112')).toBe(true);
    for (const user of [head, operator, admin]) {
      expect(mayAssignRole(user, custom(['Project_View', 'Portfolio_View']), '50101')).toBe(false);
    }
    const adminOnly = (Object.keys(CLAIMS) as Claim[]).filter((claim) => CLAIMS[claim].type === 3);
    expect(adminOnly.length).toBeGreaterThan(0);
    for (const claim of adminOnly) {
      expect(mayAssignRole(head, custom(['Project_View', 'Portfolio_View', claim]), '50112'), claim).toBe(false);
      expect(mayAssignRole(admin, custom(['Project_View', 'Portfolio_View', claim]), '50112'), claim).toBe(true);
    }
  });
});
