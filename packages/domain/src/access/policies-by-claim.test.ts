import { describe, expect, it } from 'vitest';
import { PROJECT_STATUS } from '../constants.ts';
import { type Claim, CLAIMS } from './claims.ts';
import { can, type Permission, PERMISSIONS, type PolicyUser, projectScope } from './policies.ts';

/** The claims that grant a permission: anywhere, in the own organization, or for users of the administration. */
interface Opened {
  anywhere?: readonly Claim[];
  own?: readonly Claim[];
  administration?: readonly Claim[];
}

const SIGHT: Opened = {
  anywhere: ['Project_View', 'Project_Manage', 'Project_Evaluate', 'Form_ApprovalResolve', 'Project_ListManage', 'Mei'],
};
const MANAGERS: Opened = { own: ['Project_Manage'] };
const KEEPERS: Opened = { anywhere: ['User_UpdateAll'], own: ['User_Manage'] };
const ADMINS: Opened = {};

/** docs/permissions.md, without the rights of an Admin and those of every signed-in user. */
const OPENED: Partial<Record<Permission, Opened>> = {
  'screen.administration': {
    anywhere: [
      'User_View',
      'User_Review',
      'User_Manage',
      'User_UpdateAll',
      'User_StatusUpdate',
      'User_StatusUpdateAll',
      'Role_View',
      'Role_Manage',
      'Client_View',
      'Client_Administrate',
      'Organization_View',
      'Organization_Manage',
      'Organization_RegistrationResolve',
    ],
  },
  'user.view': {
    anywhere: ['User_UpdateAll', 'User_StatusUpdateAll'],
    own: ['User_View', 'User_Review', 'User_Manage', 'User_StatusUpdate'],
  },
  'user.viewAll': { anywhere: ['User_UpdateAll', 'User_StatusUpdateAll'] },
  'user.manage': KEEPERS,
  'user.changeStatus': { anywhere: ['User_StatusUpdateAll'], own: ['User_StatusUpdate'] },
  'user.restoreDisabled': { anywhere: ['User_StatusUpdateAll'] },
  'user.resetSecondFactor': KEEPERS,
  'user.unlock': KEEPERS,
  'role.view': { anywhere: ['Role_View', 'Role_Manage'] },
  'role.manage': { anywhere: ['Role_Manage'] },
  'role.requireSecondFactor': ADMINS,
  'client.view': { own: ['Client_View', 'Client_Administrate'] },
  'client.administrate': { own: ['Client_Administrate'] },
  'organization.viewAll': {
    administration: ['Organization_View', 'Organization_Manage', 'Organization_RegistrationResolve'],
  },
  'organization.resolve': { anywhere: ['Organization_RegistrationResolve'] },
  'registry.write': {
    anywhere: ['Registry_Manage', ...(Object.keys(CLAIMS) as Claim[]).filter((name) => name.startsWith('Registry_'))],
  },
  'project.view': SIGHT,
  'portfolio.view': { anywhere: ['Portfolio_View'] },
  'portfolio.ceilings': { administration: ['Ceiling_Manage'] },
  'portfolio.scenarios': { anywhere: ['Scenario_Manage'] },
  'project.create': MANAGERS,
  'project.setImportant': { own: ['Form_ImportantManage'] },
  'project.settings': MANAGERS,
  'project.organizations': MANAGERS,
  'project.appropriations': MANAGERS,
  'project.merge': ADMINS,
  'project.finish': ADMINS,
  'project.archive': ADMINS,
  'project.withhold': ADMINS,
  'project.archivedList': ADMINS,
  'project.indicators': ADMINS,
  'project.importantLists': ADMINS,
  'project.follow': SIGHT,
  'project.comment': SIGHT,
  'form.save': { own: ['Form_Manage'] },
  'form.saveOlder': MANAGERS,
  'form.comment': { anywhere: ['Mei'] },
  'form.evaluator': { administration: ['Form_ApprovalResolve'] },
  'list.view': { anywhere: ['Project_ListView', 'Project_ListManage'] },
  'list.manage': { administration: ['Project_ListManage'] },
  'list.documents': { anywhere: ['Mei'], administration: ['Project_ListManage'] },
  'document.view': SIGHT,
  'document.upload': ADMINS,
  'export.project': SIGHT,
  'export.table': { anywhere: ['Project_View'] },
  'export.tableMei': { anywhere: ['Mei'] },
  'export.archived': ADMINS,
  'report.board': ADMINS,
  'notice.manage': ADMINS,
  'audit.read': ADMINS,
  'system.watch': ADMINS,
  'view.share': { anywhere: ['User_Manage'] },
};

/** Permissions of every signed-in user, and those that depend on the resource only. */
const FOR_EVERYBODY: readonly Permission[] = [
  'registry.read',
  'comment.edit',
  'comment.remove',
  'notification.read',
  'user.standIn',
  'project.actions',
  'notice.read',
  'operation.read',
  'dashboard.read',
  'view.keep',
];

const holder = (organizationId: string, ...claims: Claim[]): PolicyUser => ({
  id: 1,
  organizationId,
  claims: new Set(claims),
});
const ALL = (Object.keys(CLAIMS) as Claim[]).filter((claim) => claim !== 'Admin');
/** Claims that alone give a user of the organization `user` the permission for a resource of `organizationId`. */
const openedTo = (user: string, permission: Permission, organizationId: string) =>
  ALL.filter((claim) => can(holder(user, claim), permission, { organizationId })).toSorted();
const sorted = (...claims: (readonly Claim[] | undefined)[]) =>
  [...new Set(claims.flatMap((some) => some ?? []))].toSorted();

describe('one claim alone', () => {
  it.each(Object.keys(OPENED) as Permission[])('opens %s where its row says, and nothing else does', (permission) => {
    const { anywhere, own, administration } = OPENED[permission] ?? {};
    expect(openedTo('50112', permission, '50112')).toEqual(sorted(anywhere, own));
    expect(openedTo('50112', permission, '50101')).toEqual(sorted(anywhere));
    expect(openedTo('00000', permission, '00000')).toEqual(sorted(anywhere, own, administration));
    expect(openedTo('00000', permission, '50101')).toEqual(sorted(anywhere, administration));
  });

  it('is not needed for the permissions of everybody', () => {
    const rest: readonly Permission[] = ['organization.view', 'organization.edit', 'portfolio.summary', 'form.mark'];
    for (const permission of FOR_EVERYBODY) expect(can(holder('50112'), permission), permission).toBe(true);
    expect(PERMISSIONS.filter((name) => !OPENED[name] && !FOR_EVERYBODY.includes(name))).toEqual(rest);
  });

  it('shows the summary of the portfolio to users who see it and decide', () => {
    const deciding = ALL.filter((claim) => can(holder('50112', 'Portfolio_View', claim), 'portfolio.summary'));
    expect(deciding.toSorted()).toEqual([
      'Form_ApprovalResolve',
      'Form_ConfirmationResolve',
      'Mei',
      'Minister',
      'Project_Idea_Approval',
      'Project_ListManage',
    ]);
    expect(ALL.filter((claim) => can(holder('50112', claim), 'portfolio.summary'))).toEqual([]);
  });

  it('is checked without a resource too', () => {
    for (const permission of PERMISSIONS) {
      expect(can(holder('50112', 'Admin', 'Mei', 'Organization_View'), permission), permission).toBe(true);
      expect(can(holder('50112'), permission), permission).toBe(FOR_EVERYBODY.includes(permission));
    }
  });

  it('opens without a resource only permissions that it gives somewhere', () => {
    for (const permission of ['user.manage', 'form.save', 'project.settings', 'project.create'] as const) {
      const { anywhere, own } = OPENED[permission] ?? {};
      expect(ALL.filter((claim) => can(holder('50112', claim), permission)).toSorted(), permission).toEqual(
        sorted(anywhere, own),
      );
    }
  });
});

describe('an Admin', () => {
  const admin = holder('50112', 'Admin');

  it('passes everywhere but in the place of MEI, and where a thing is of one organization by its nature', () => {
    const refused = PERMISSIONS.filter((permission) => !can(admin, permission, { organizationId: '50101' }));
    expect(refused).toEqual(['organization.view', 'organization.edit', 'project.create', 'export.tableMei']);
    expect(can(admin, 'form.mark', { evaluatorOrganizationId: null })).toBe(true);
    expect(can(admin, 'form.comment', { organizationId: '50101' })).toBe(true);
  });

  it('uploads to projects that wait or are finished, not to archived ones', () => {
    const uploads = (projectStatus: number) =>
      can(admin, 'document.upload', { organizationId: '50101', projectStatus });
    expect(uploads(PROJECT_STATUS.pending)).toBe(true);
    expect(uploads(PROJECT_STATUS.finished)).toBe(true);
    expect(uploads(PROJECT_STATUS.archived)).toBe(false);
  });
});

describe('a resource', () => {
  it('of one’s own account is not changed with the claims for others', () => {
    const everything = holder('00000', ...ALL, 'Admin');
    for (const permission of [
      'user.changeStatus',
      'user.restoreDisabled',
      'user.resetSecondFactor',
      'user.unlock',
    ] as const) {
      expect(can(everything, permission, { organizationId: '00000', userId: 1 }), permission).toBe(false);
      expect(can(everything, permission, { organizationId: '00000', userId: 2 }), permission).toBe(true);
    }
  });

  it('of a project is changed by its managers while it is pending', () => {
    const manager = holder('50112', 'Project_Manage', 'DMS_Manage');
    for (const permission of [
      'project.settings',
      'project.organizations',
      'project.appropriations',
      'document.upload',
    ] as const) {
      const may = (projectStatus: number, organizationId = '50112') =>
        can(manager, permission, { organizationId, projectStatus });
      expect([may(PROJECT_STATUS.pending), may(PROJECT_STATUS.finished), may(PROJECT_STATUS.archived)]).toEqual([
        true,
        false,
        false,
      ]);
      expect(may(PROJECT_STATUS.pending, '50101')).toBe(false);
    }
    for (const claim of ['Project_Manage', 'DMS_Manage'] as const) {
      expect(can(holder('50112', claim), 'document.upload', { organizationId: '50112', projectStatus: 0 })).toBe(false);
    }
  });

  it('of an organization is seen by its people, and by the administration with a claim', () => {
    const sees = (user: PolicyUser, organizationId: string) => can(user, 'organization.view', { organizationId });
    expect([sees(holder('50112'), '50112'), sees(holder('50112'), '50101')]).toEqual([true, false]);
    expect(can(holder('50112'), 'organization.view')).toBe(false);
    expect(sees(holder('00000'), '50101')).toBe(false);
    for (const claim of ['Organization_View', 'Organization_Manage', 'Organization_RegistrationResolve'] as const) {
      expect(sees(holder('00000', claim), '50101'), claim).toBe(true);
      expect(sees(holder('50112', claim), '50101'), claim).toBe(false);
    }
    const edits = (user: PolicyUser, organizationId: string) => can(user, 'organization.edit', { organizationId });
    for (const claim of ['Organization_Manage', 'Organization_RegistrationResolve'] as const) {
      expect([edits(holder('50112', claim), '50112'), edits(holder('50112', claim), '50101')]).toEqual([true, false]);
      expect(edits(holder('00000', claim), '50101')).toBe(true);
    }
    expect(edits(holder('00000', 'Organization_View'), '50101')).toBe(false);
  });

  it('of a registry is changed with its own claim or the one for all; without one of its own with the latter alone', () => {
    const bank = holder('50112', 'Registry_Bank');
    expect(can(bank, 'registry.write', { registryClaim: 'Registry_Bank' })).toBe(true);
    expect(can(bank, 'registry.write', { registryClaim: 'Registry_Country' })).toBe(false);
    expect(can(bank, 'registry.write', { registryClaim: null })).toBe(false);
    expect(can(bank, 'registry.write')).toBe(true);
    expect(can(holder('50112', 'Project_View'), 'registry.write')).toBe(false);
    expect(can(holder('50112', 'Registry_Manage'), 'registry.write', { registryClaim: null })).toBe(true);
  });

  it('to be marked is marked with the claim in the evaluating organization', () => {
    const marks = (user: PolicyUser, evaluatorOrganizationId: string | null) =>
      can(user, 'form.mark', { evaluatorOrganizationId });
    expect(marks(holder('10524', 'Project_Evaluate'), '10524')).toBe(true);
    expect(marks(holder('10524', 'Project_Evaluate'), '10503')).toBe(false);
    expect(marks(holder('10524', 'Project_View'), '10524')).toBe(false);
    expect(can(holder('10524', 'Project_Evaluate'), 'form.mark')).toBe(true);
    expect(can(holder('10524', 'Project_View'), 'form.mark')).toBe(false);
  });

  it('written by somebody is theirs alone', () => {
    expect(can(holder('50112'), 'comment.edit', { userId: 1 })).toBe(true);
    expect(can(holder('50112', 'Admin'), 'comment.edit', { userId: 2 })).toBe(false);
    expect(can(holder('50112'), 'comment.remove', { userId: 1 })).toBe(true);
    expect(can(holder('50112'), 'comment.remove', { userId: 2 })).toBe(false);
    expect(can(holder('50112', 'Admin'), 'comment.remove', { userId: 2 })).toBe(true);
  });

  it('of special importance is created with the claim for it, or the one for projects', () => {
    const creates = (claim: Claim, important: boolean) =>
      can(holder('50112', claim), 'project.create', { organizationId: '50112', important });
    expect([creates('Form_ImportantManage', true), creates('Form_ImportantManage', false)]).toEqual([true, false]);
    expect([creates('Project_Manage', true), creates('Project_Manage', false)]).toEqual([true, true]);
    expect(creates('Project_View', true)).toBe(false);
  });
});

describe('sight of projects', () => {
  const kind = (organizationId: string, ...claims: Claim[]) => projectScope(holder(organizationId, ...claims)).kind;

  it.each([
    ['Admin', 'all', 'all', 'all'],
    ['Mei', 'all', 'all', 'all'],
    ['Project_View', 'own', 'all', 'all'],
    ['Form_ApprovalResolve', 'none', 'all', 'all'],
    ['Project_ListManage', 'none', 'all', 'all'],
    ['Project_Manage', 'own', 'own', 'own'],
    ['Project_Evaluate', 'own', 'own', 'own'],
    ['Form_Manage', 'none', 'none', 'none'],
  ] as const)('with %s is %s in an organization, %s in the administration, %s in MEI', (claim, local, centre, mei) => {
    expect([kind('50112', claim), kind('00000', claim), kind('10513', claim)]).toEqual([local, centre, mei]);
  });

  it('includes projects that the organization evaluates only with the claim to evaluate', () => {
    expect(projectScope(holder('50112', 'Project_View'))).toEqual({
      kind: 'own',
      organizationId: '50112',
      evaluates: false,
    });
    expect(projectScope(holder('50112', 'Project_Evaluate'))).toMatchObject({ evaluates: true });
  });
});
