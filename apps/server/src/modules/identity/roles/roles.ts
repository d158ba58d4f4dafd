import type { NewRole, RoleDetails, RoleUpdate } from '@pimis/contract/roles';
import { CLAIM_TYPE, CLAIMS, type Claim } from '@pimis/domain/access/claims';
import {
  type AssignableRole,
  claimRefusal,
  mayAssignRole,
  mayPutClaim,
  roleChangeRefusal,
} from '@pimis/domain/access/giving-rights';
import { can } from '@pimis/domain/access/policies';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { isWhole, requireUnchanged } from '../../../platform/http/unchanged-fields.ts';
import {
  findOffered,
  findRole,
  insertRole,
  isRoleGiven,
  isRoleNameTaken,
  lockRole,
  writeClaims,
} from './role-queries.ts';
import { changeRights } from './rights.ts';

function isClaim(name: string): name is Claim {
  return Object.hasOwn(CLAIMS, name);
}

const shown = (name: Claim) => ({ name, description: CLAIMS[name].description.sr, type: CLAIMS[name].type });

/** Claims that the caller may put into a role. */
export function availableClaims(user: CurrentUser) {
  return (Object.keys(CLAIMS) as Claim[]).filter((claim) => mayPutClaim(user, claim)).map(shown);
}

/** Roles that the caller may give to a user of the organization. */
export async function availableRoles(context: Context, user: CurrentUser, organizationId: string) {
  if (!can(user, 'user.manage', { organizationId })) throw new ApiError('InvalidUserPermission');
  const roles = await findOffered(context.db, organizationId);
  return roles
    .filter((role) =>
      mayAssignRole(
        user,
        // The table allows only these types.
        { ...role, roleType: role.roleType as AssignableRole['roleType'], claims: role.claims.filter(isClaim) },
        organizationId,
      ),
    )
    .map(({ id, name, description }) => ({ id, name, description }));
}

const refusalToChange = (user: CurrentUser, role: { id: number; roleType: number; claims: readonly string[] }) =>
  roleChangeRefusal(user, { ...role, claims: role.claims.filter(isClaim) });

export async function readRole(context: Context, user: CurrentUser, id: number): Promise<RoleDetails> {
  const found = await findRole(context.db, user, id);
  if (!found) throw new ApiError('NotFound');
  const { createdAt, modifiedAt, claims, ...role } = found;
  const changeRefusal = refusalToChange(user, found);
  return {
    ...role,
    createdDate: createdAt.toISOString(),
    modifiedDate: modifiedAt?.toISOString() ?? null,
    claims: claims.filter(isClaim).map(shown),
    editable: can(user, 'role.manage') && changeRefusal === null,
    changeRefusal,
  };
}

type Giver = Pick<CurrentUser, 'claims'>;

/** The stored form of name, description and claims; the error names every problem. */
function readInput(user: Giver, input: NewRole) {
  const name = trimmed(input.name);
  const description = trimmed(input.description);
  if (name === '') throw invalidFields({ name: 'EmptyField' });
  if (description === '') throw invalidFields({ description: 'EmptyField' });
  const claims = input.claims.map((claim) => (typeof claim === 'string' ? claim : claim.name));
  if (claims.length === 0) throw invalidFields({ claims: 'ClaimRequired' });
  for (const claim of claims) {
    if (!isClaim(claim) || CLAIMS[claim].type === CLAIM_TYPE.system) throw invalidFields({ claims: 'InvalidField' });
    const refusal = claimRefusal(user, claim);
    if (refusal) throw new ApiError(refusal, { fieldErrors: [{ field: 'claims', code: refusal }] });
  }
  return { name, description, claims: [...new Set(claims)].toSorted() };
}

async function requireFreeName(tx: Tx, name: string, organizationId: string | null, exceptId: number | null) {
  if (await isRoleNameTaken(tx, name, organizationId, exceptId)) {
    throw new ApiError('TranRoleNameExists', { fieldErrors: [{ field: 'name', code: 'TranRoleNameExists' }] });
  }
}

/** The caller may have lost the right since the route checked it. */
function requireManager(caller: CurrentUser): void {
  if (!can(caller, 'role.manage')) throw new ApiError('Forbidden');
}

/** Makes a role of the caller's organization. */
export async function createRole(
  context: Context,
  user: CurrentUser,
  input: NewRole,
  origin: AuditOrigin,
): Promise<number> {
  return changeRights(context, user, async (tx, caller) => {
    requireManager(caller);
    return addRole(context, tx, caller, caller.organizationId, input, origin);
  });
}

/** Makes a role in the caller's transaction, behind the lock of rights. */
export async function addRole(
  context: Context,
  tx: Tx,
  giver: Giver,
  organizationId: string,
  input: NewRole,
  origin: AuditOrigin,
): Promise<number> {
  const role = readInput(giver, input);
  await requireFreeName(tx, role.name, organizationId, null);
  const id = await insertRole(tx, { ...role, organizationId }, context.now());
  await writeClaims(tx, id, role.claims);
  const entry = { operation: 'role.create', subjectType: 'role', subjectId: id, organizationId } as const;
  await audit(tx, origin, { ...entry, detail: { before: null, after: role } });
  return id;
}

type LockedRole = NonNullable<Awaited<ReturnType<typeof lockRole>>>;
type StoredRole = Pick<LockedRole, 'id' | 'organizationId' | 'name' | 'description' | 'claims'>;

/** Changes a locked role in the caller's transaction. */
export async function writeRole(
  context: Context,
  tx: Tx,
  giver: Giver,
  { id, organizationId, name, description, claims }: StoredRole,
  input: NewRole,
  origin: AuditOrigin,
): Promise<void> {
  const role = readInput(giver, input);
  await requireFreeName(tx, role.name, organizationId, id);
  await tx
    .updateTable('roles')
    .set({ name: role.name, description: role.description, modified_at: context.now() })
    .where('id', '=', id)
    .execute();
  await writeClaims(tx, id, role.claims);
  const entry = { operation: 'role.update', subjectType: 'role', subjectId: id, organizationId } as const;
  await audit(tx, origin, { ...entry, detail: { before: { name, description, claims }, after: role } });
}

/** Removes a locked role in the caller's transaction. Error: RoleBelongsToUser. */
export async function removeRole(
  tx: Tx,
  { id, organizationId, name, description, claims }: StoredRole,
  origin: AuditOrigin,
): Promise<void> {
  if (await isRoleGiven(tx, id)) throw new ApiError('RoleBelongsToUser');
  await tx.deleteFrom('roles').where('id', '=', id).execute();
  const entry = { operation: 'role.delete', subjectType: 'role', subjectId: id, organizationId } as const;
  await audit(tx, origin, { ...entry, detail: { before: { name, description, claims }, after: null } });
}

/** Sets in the caller's transaction whether holders of a locked role need a second factor. */
export async function writeSecondFactor(
  tx: Tx,
  { id, organizationId, secondFactor }: Pick<LockedRole, 'id' | 'organizationId' | 'secondFactor'>,
  required: boolean,
  origin: AuditOrigin,
): Promise<void> {
  await tx.updateTable('roles').set({ second_factor: required }).where('id', '=', id).execute();
  await audit(tx, origin, {
    operation: 'role.secondFactor',
    subjectType: 'role',
    subjectId: id,
    organizationId,
    detail: { before: { secondFactor }, after: { secondFactor: required } },
  });
}

async function lockForChange(tx: Tx, caller: CurrentUser, id: number) {
  requireManager(caller);
  const found = await lockRole(tx, caller, id);
  if (!found) throw new ApiError('NotFound');
  const refusal = refusalToChange(caller, found);
  if (refusal) throw new ApiError(refusal);
  return found;
}

/** Fields that `updateRole` changes or compares itself. */
const CHANGED = ['id', 'name', 'description', 'claims', 'modifiedDate'];

/** Changes a role; its holders have the new rights at their next call. */
export async function updateRole(
  context: Context,
  user: CurrentUser,
  input: RoleUpdate,
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockForChange(tx, caller, input.id);
    // Wrong values are reported before a conflict.
    readInput(caller, input);
    if (isWhole(input, CHANGED)) {
      requireUnchanged(input, await readRole({ ...context, db: tx }, caller, found.id), CHANGED);
    }
    if (input.modifiedDate !== undefined && input.modifiedDate !== (found.modifiedAt?.toISOString() ?? null)) {
      throw new ApiError('RecordConflict');
    }
    await writeRole(context, tx, caller, found, input, origin);
  });
}

/** Removes a role that nobody holds. */
export async function deleteRole(context: Context, user: CurrentUser, id: number, origin: AuditOrigin): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    await removeRole(tx, await lockForChange(tx, caller, id), origin);
  });
}

/** Sets whether holders of the role need a second factor at their next sign-in. Also for system roles. */
export async function requireSecondFactor(
  context: Context,
  user: CurrentUser,
  id: number,
  required: boolean,
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    if (!can(caller, 'role.requireSecondFactor')) throw new ApiError('Forbidden');
    const found = await lockRole(tx, caller, id);
    if (!found) throw new ApiError('NotFound');
    await writeSecondFactor(tx, found, required, origin);
  });
}
