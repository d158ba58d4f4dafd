import { ADMINISTRATION_ORGANIZATION, MEI_ORGANIZATION, PROJECT_STATUS } from '../constants.ts';
import { type Claim, REGISTRY_CLAIMS } from './claims.ts';

/** The user as policies see them. */
export interface PolicyUser {
  id: number;
  organizationId: string;
  claims: ReadonlySet<Claim>;
}

/** Facts of the resource for a policy; a check at the route has none and checks only the claim. */
export interface PolicyResource {
  organizationId?: string;
  projectStatus?: number;
  evaluatorOrganizationId?: string | null;
  important?: boolean;
  userId?: number;
  /** The claim of the registry's own role; null if there is none. */
  registryClaim?: Claim | null;
}

type Predicate = (user: PolicyUser, resource: PolicyResource | undefined) => boolean;

/** Admin passes every check except Mei. */
function has(user: PolicyUser, ...claims: Claim[]): boolean {
  const adminPasses = claims.some((claim) => claim !== 'Mei');
  return (adminPasses && user.claims.has('Admin')) || claims.some((claim) => user.claims.has(claim));
}

function holds(...claims: Claim[]): Predicate {
  return (user) => has(user, ...claims);
}

/** Claims that show organizations. */
const SEES_ORGANIZATIONS: readonly Claim[] = [
  'Organization_View',
  'Organization_Manage',
  'Organization_RegistrationResolve',
];

const isAdmin: Predicate = (user) => user.claims.has('Admin');

function sameOrganization(user: PolicyUser, resource: PolicyResource | undefined): boolean {
  return resource?.organizationId === undefined || resource.organizationId === user.organizationId;
}

/** The claim within the own organization; an Admin everywhere. */
function own(...claims: Claim[]): Predicate {
  return (user, resource) => user.claims.has('Admin') || (has(user, ...claims) && sameOrganization(user, resource));
}

function pendingProject(resource: PolicyResource | undefined): boolean {
  return resource?.projectStatus === undefined || resource.projectStatus === PROJECT_STATUS.pending;
}

/** Project manager of the own organization on a pending project. */
const projectManager: Predicate = (user, resource) => own('Project_Manage')(user, resource) && pendingProject(resource);

/** A claim of the administration organization. */
function administration(...claims: Claim[]): Predicate {
  return (user) =>
    user.claims.has('Admin') || (user.organizationId === ADMINISTRATION_ORGANIZATION && has(user, ...claims));
}

const managesUsers: Predicate = (user, resource) =>
  has(user, 'User_UpdateAll') || (has(user, 'User_Manage') && sameOrganization(user, resource));

/** Nobody lifts the locks of their own account, or resets its second factor. */
const managesOther: Predicate = (user, resource) => resource?.userId !== user.id && managesUsers(user, resource);

const signedIn: Predicate = () => true;

/** Users who may see at least some projects; projectScope says which. */
const seesProjects = holds(
  'Project_View',
  'Project_Manage',
  'Project_Evaluate',
  'Form_ApprovalResolve',
  'Project_ListManage',
  'Mei',
);

const manageLists = administration('Project_ListManage');

/** Claims of users who decide: in the ministry, for the commission, and at the head of a body. */
const DECIDING: readonly Claim[] = [
  'Form_ApprovalResolve',
  'Project_ListManage',
  'Minister',
  'Mei',
  'Form_ConfirmationResolve',
  'Project_Idea_Approval',
];

function organizationScope(user: PolicyUser, resource: PolicyResource | undefined): boolean {
  return user.organizationId === ADMINISTRATION_ORGANIZATION || sameOrganization(user, resource);
}

/** Registry_Manage covers every registry, a registry's own role only that one. Without a resource: any registry. */
const maintainsRegistry: Predicate = (user, resource) => {
  if (has(user, 'Registry_Manage')) return true;
  const claim = resource?.registryClaim;
  // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
  if (claim !== undefined) return claim !== null && user.claims.has(claim);
  return REGISTRY_CLAIMS.some((own) => user.claims.has(own));
};

/** Claims that open the administration (specification, "Dashboard"). */
const ADMINISTRATION: readonly Claim[] = [
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
  ...SEES_ORGANIZATIONS,
];

/** The one table of permissions (docs/permissions.md, "Permissions and roles"). Guards and screens both ask it. */
export const POLICIES = {
  'screen.administration': holds(...ADMINISTRATION),
  'user.view': (user, resource) =>
    has(user, 'User_UpdateAll', 'User_StatusUpdateAll') ||
    (has(user, 'User_View', 'User_Review', 'User_Manage', 'User_StatusUpdate') && sameOrganization(user, resource)),
  'user.viewAll': holds('User_UpdateAll', 'User_StatusUpdateAll'),
  'user.manage': managesUsers,
  'user.changeStatus': (user, resource) =>
    resource?.userId !== user.id &&
    (has(user, 'User_StatusUpdateAll') || (has(user, 'User_StatusUpdate') && sameOrganization(user, resource))),
  'user.restoreDisabled': (user, resource) => resource?.userId !== user.id && has(user, 'User_StatusUpdateAll'),
  'user.resetSecondFactor': managesOther,
  'user.unlock': managesOther,
  /** Absences and stand-ins: the user's own, and those of the people whom the user manages. */
  'user.standIn': (user, resource) =>
    resource === undefined || resource.userId === user.id || managesUsers(user, resource),
  'role.view': holds('Role_View', 'Role_Manage'),
  'role.manage': holds('Role_Manage'),
  'role.requireSecondFactor': isAdmin,
  'organization.view': (user, resource) =>
    (has(user, ...SEES_ORGANIZATIONS) && organizationScope(user, resource)) ||
    (resource !== undefined && resource.organizationId === user.organizationId),
  'organization.viewAll': administration(...SEES_ORGANIZATIONS),
  'organization.edit': (user, resource) =>
    has(user, 'Organization_Manage', 'Organization_RegistrationResolve') && organizationScope(user, resource),
  'organization.resolve': holds('Organization_RegistrationResolve'),
  'registry.read': signedIn,
  'registry.write': maintainsRegistry,
  'project.view': seesProjects,
  /** Charts over the projects that the user sees; projectScope decides which. */
  'portfolio.view': holds('Portfolio_View'),
  /** Warnings and spending on the dashboard, for users who see the portfolio and decide. */
  'portfolio.summary': (user) => has(user, 'Portfolio_View') && has(user, ...DECIDING),
  /** Ceilings of expenditure by year and source apply to the whole country. */
  'portfolio.ceilings': administration('Ceiling_Manage'),
  'portfolio.scenarios': holds('Scenario_Manage'),
  'project.create': (user, resource) =>
    (resource?.important ? has(user, 'Project_Manage', 'Form_ImportantManage') : has(user, 'Project_Manage')) &&
    sameOrganization(user, resource),
  'project.setImportant': own('Form_ImportantManage'),
  'project.settings': projectManager,
  'project.organizations': projectManager,
  'project.appropriations': projectManager,
  'project.merge': isAdmin,
  'project.finish': isAdmin,
  'project.archive': isAdmin,
  'project.withhold': isAdmin,
  'project.archivedList': isAdmin,
  'project.indicators': isAdmin,
  'project.importantLists': isAdmin,
  'project.follow': seesProjects,
  'project.comment': seesProjects,
  'comment.edit': (user, resource) => resource?.userId === undefined || resource.userId === user.id,
  'comment.remove': (user, resource) =>
    user.claims.has('Admin') || resource?.userId === undefined || resource.userId === user.id,
  'notification.read': signedIn,
  'project.actions': signedIn,
  'form.save': own('Form_Manage'),
  /** Only project managers fill in forms of the older family. */
  'form.saveOlder': own('Project_Manage'),
  /** Additional comments, also on a locked form. */
  'form.comment': (user) => user.claims.has('Admin') || user.claims.has('Mei'),
  'form.mark': (user, resource) =>
    user.claims.has('Admin') ||
    (has(user, 'Project_Evaluate') &&
      (resource === undefined || resource.evaluatorOrganizationId === user.organizationId)),
  'form.evaluator': administration('Form_ApprovalResolve'),
  'list.view': holds('Project_ListView', 'Project_ListManage'),
  'list.manage': manageLists,
  'list.documents': (user, resource) => manageLists(user, resource) || has(user, 'Mei'),
  'document.view': seesProjects,
  'document.upload': (user, resource) =>
    (user.claims.has('Admin') && resource?.projectStatus !== PROJECT_STATUS.archived) ||
    (has(user, 'DMS_Manage') && projectManager(user, resource)),
  'export.project': seesProjects,
  'export.table': holds('Project_View'),
  'export.tableMei': holds('Mei'),
  'export.archived': isAdmin,
  'report.board': isAdmin,
  'notice.read': signedIn,
  'notice.manage': isAdmin,
  /** Other systems that call the interface: those of the own organization; for an Admin, all. */
  'client.view': own('Client_View', 'Client_Administrate'),
  'client.administrate': own('Client_Administrate'),
  'audit.read': isAdmin,
  'system.watch': isAdmin,
  'operation.read': signedIn,
  'dashboard.read': signedIn,
  /** Saved views of tables. People who manage an organization's users decide which views all of them see. */
  'view.keep': signedIn,
  'view.share': holds('User_Manage'),
} satisfies Record<string, Predicate>;

export type Permission = keyof typeof POLICIES;
export const PERMISSIONS = Object.keys(POLICIES) as Permission[];

/** May the user do this to this resource? Without a resource: might they do it to any? */
export function can(user: PolicyUser, permission: Permission, resource?: PolicyResource): boolean {
  const predicate: Predicate = POLICIES[permission];
  return predicate(user, resource);
}

/**
 * Key success indicators of a form are shown to all users of the ministry. They do not depend on a claim, so the table
 * has no row for them.
 */
export function seesFormIndicators({ organizationId }: Pick<PolicyUser, 'organizationId'>): boolean {
  return organizationId === ADMINISTRATION_ORGANIZATION;
}

/** The claims that let users see projects, and which ones; the server turns these rows into one SQL condition. */
export const PROJECT_SIGHT = {
  /** Every project. */
  everywhere: ['Admin', 'Mei'],
  /** Every project, for the people of a central organization. */
  centrally: ['Project_View', 'Form_ApprovalResolve', 'Project_ListManage'],
  central: [ADMINISTRATION_ORGANIZATION, MEI_ORGANIZATION],
  /** Projects of the own organization: as owner, proposer or observer. */
  own: ['Project_View', 'Project_Manage', 'Project_Evaluate'],
  /** Besides those, projects with a form that the own organization evaluates. */
  evaluated: ['Project_Evaluate'],
} as const satisfies Record<string, readonly Claim[] | readonly string[]>;

/** Which projects a user may see; turned into one SQL condition by the server. */
export type ProjectScope =
  | { kind: 'all' }
  | { kind: 'own'; organizationId: string; evaluates: boolean }
  | { kind: 'none' };

export function projectScope(user: PolicyUser): ProjectScope {
  const { claims, organizationId } = user;
  const holdsOne = (names: readonly Claim[]) => names.some((name) => claims.has(name));
  const { everywhere, centrally, central, own: claimsOfOwn, evaluated } = PROJECT_SIGHT;
  if (holdsOne(everywhere)) return { kind: 'all' };
  if (central.some((id) => id === organizationId) && holdsOne(centrally)) return { kind: 'all' };
  if (!holdsOne(claimsOfOwn)) return { kind: 'none' };
  return { kind: 'own', organizationId, evaluates: holdsOne(evaluated) };
}
