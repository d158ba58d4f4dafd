import { ADMINISTRATION_ORGANIZATION, ROLE, ROLE_TYPE } from '../constants.ts';
import { CLAIM_TYPE, CLAIMS, type Claim, REGISTRY_CLAIMS } from './claims.ts';
import { PROJECT_SIGHT } from './policies.ts';
import { ROLES } from './roles.ts';

/*
 * Rules for giving rights to others (docs/decisions/0143-rights-are-not-widened.md). Nobody can give a claim that they
 * do not have, neither in a role nor by assigning a role. The specification requires two exceptions: an Admin can give
 * every claim, including those that an Admin cannot use (Minister, Mei); and local administrators and operators can
 * give the fixed local roles.
 */

/** An Admin may assign these in any organization. */
const ADMIN_ANYWHERE_ROLES: readonly number[] = [ROLE.evaluator, ROLE.minister, ROLE.mei];
/** Local roles have the lowest numbers. */
const LAST_LOCAL_ROLE = ROLE.localVerificationUser;
// Stryker disable next-line OptionalChaining: always there; the type does not know it.
// Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
const LOCAL_ADMIN_CLAIMS = ROLES.find(({ id }) => id === ROLE.localAdmin)?.claims ?? [];

/** Claims that wholly contain others: the policies let their holder do all that the others open. */
const CONTAINED: Partial<Record<Claim, readonly Claim[]>> = {
  Registry_Manage: REGISTRY_CLAIMS,
  User_UpdateAll: ['User_Manage', 'User_View'],
  User_StatusUpdateAll: ['User_StatusUpdate', 'User_View'],
};

export interface AssignableRole {
  id: number;
  roleType: (typeof ROLE_TYPE)[keyof typeof ROLE_TYPE];
  organizationId: string | null;
  claims: readonly Claim[];
}

interface Giver {
  claims: ReadonlySet<Claim>;
}

function hasClaim({ claims }: Giver, wanted: Claim): boolean {
  return claims.has(wanted) || [...claims].some((claim) => CONTAINED[claim]?.includes(wanted) === true);
}

/** The error (a name of the catalogue) if the user may not give the claim, otherwise null. */
export function claimRefusal(user: Giver, claim: Claim): 'AdminOnlyClaim' | 'ClaimNotHeld' | null {
  if (user.claims.has('Admin')) return null;
  if (CLAIMS[claim].type === CLAIM_TYPE.adminOnly) return 'AdminOnlyClaim';
  return hasClaim(user, claim) ? null : 'ClaimNotHeld';
}

/** Whether this user may add the claim to a role. System claims are only in seeded roles. */
export function mayPutClaim(user: Giver, claim: Claim): boolean {
  return CLAIMS[claim].type !== CLAIM_TYPE.system && claimRefusal(user, claim) === null;
}

/**
 * The error (a name of the catalogue) if the user may not change or remove the role, otherwise null. Users must not
 * remove a claim that they lack from a role, because they could not give it back.
 */
export function roleChangeRefusal(
  user: Giver & { roleId: number },
  role: { id: number; roleType: number; claims: readonly Claim[] },
): 'SystemRoleUpdate' | 'OwnRoleUpdate' | 'InvalidUserPermission' | null {
  if (role.roleType === ROLE_TYPE.system) return 'SystemRoleUpdate';
  if (role.id === user.roleId) return 'OwnRoleUpdate';
  return role.claims.every((claim) => claimRefusal(user, claim) === null) ? null : 'InvalidUserPermission';
}

/**
 * Users with all claims of a local administrator may give the fixed local roles. So may operators and other managers of
 * all users, except in organizations whose people see every project: a local role would show them all projects.
 */
function givesLocalRoles(user: Giver, targetOrganizationId: string): boolean {
  if (LOCAL_ADMIN_CLAIMS.every((claim) => user.claims.has(claim))) return true;
  return user.claims.has('User_UpdateAll') && !PROJECT_SIGHT.central.some((id) => id === targetOrganizationId);
}

/**
 * Whether this user may give the role to a user of the target organization. System roles other than the local ones
 * belong to the administration organization, except those that an Admin can assign anywhere; custom roles belong to the
 * organization that created them.
 */
export function mayAssignRole(user: Giver, role: AssignableRole, targetOrganizationId: string): boolean {
  if (role.id === ROLE.refreshToken) return false;
  const local = role.organizationId === null && role.roleType === ROLE_TYPE.system && role.id <= LAST_LOCAL_ROLE;
  const held = role.claims.every((claim) => claimRefusal(user, claim) === null);
  if (!held && !(local && givesLocalRoles(user, targetOrganizationId))) return false;
  if (role.organizationId !== null) return role.organizationId === targetOrganizationId;
  if (role.roleType !== ROLE_TYPE.system || local) return true;
  if (targetOrganizationId === ADMINISTRATION_ORGANIZATION) return true;
  return user.claims.has('Admin') && ADMIN_ANYWHERE_ROLES.includes(role.id);
}
