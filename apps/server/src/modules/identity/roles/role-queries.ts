import { CLIENT_STATUS, ROLE_TYPE } from '@pimis/domain/constants';
import { type RawBuilder, sql } from 'kysely';
import type { RoleRow } from '@pimis/contract/roles';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { applyFilters, applyPage, type TableFields, readTableQuery } from '../../../platform/lists/table-query.ts';

const FIELDS: TableFields = {
  search: {
    column: 'roles.name',
    kind: 'text',
    searchColumn: '(pimis_words(roles.name) || pimis_words(roles.description))',
  },
  id: { column: 'roles.id', kind: 'integer', sortable: true },
  name: { column: 'roles.name', kind: 'text', sortable: true },
  description: { column: 'roles.description', kind: 'text', sortable: true },
  roleType: { column: 'roles.role_type', kind: 'integer', sortable: true },
  organizationName: {
    column: 'organizations.name',
    kind: 'text',
    sortable: true,
    nullable: true,
    searchColumn: 'organizations.name_key',
  },
  createdDate: { column: 'roles.created_at', kind: 'instant', sortable: true },
};

/** The fields of a caller that decide which roles they see. */
export type RoleSight = Pick<CurrentUser, 'claims' | 'organizationId'>;

/** Everybody sees system roles and those of their organization; an Admin sees all. */
function visibleTo(user: RoleSight): RawBuilder<boolean> {
  return user.claims.has('Admin')
    ? sql<boolean>`true`
    : sql<boolean>`(roles.organization_id is null or roles.organization_id = ${user.organizationId})`;
}

function visible(db: Database | Tx, user: CurrentUser) {
  return db
    .selectFrom('roles')
    .leftJoin('published.organizations as organizations', 'organizations.id', 'roles.organization_id')
    .where(visibleTo(user));
}

const COLUMNS = [
  'roles.id',
  'roles.name',
  'roles.description',
  'roles.role_type as roleType',
  'roles.organization_id as organizationId',
  'organizations.name as organizationName',
  'roles.created_at as createdAt',
] as const;

const claimsOfRole = sql<
  string[]
>`array(select claim from role_claims where role_claims.role_id = roles.id order by claim)`;

export async function listRoles(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
): Promise<{ rows: RoleRow[]; totalRows: number; count: number }> {
  const list = readTableQuery(query, FIELDS);
  const filtered = applyFilters(visible(db, user), list, FIELDS);
  const { total } = await filtered.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await applyPage(filtered.select(COLUMNS), list, FIELDS, {
    sortBy: 'id',
    descending: false,
    tieBreaker: 'roles.id',
  }).execute();
  return {
    rows: rows.map(({ createdAt, ...row }) => ({ ...row, createdDate: createdAt.toISOString() })),
    totalRows: total,
    count: total,
  };
}

/** A role with its claims and the number of its users, if the caller may see it. */
export function findRole(db: Database, user: CurrentUser, id: number) {
  return visible(db, user)
    .select([
      ...COLUMNS,
      'roles.modified_at as modifiedAt',
      'roles.second_factor as secondFactor',
      claimsOfRole.as('claims'),
      sql<number>`(select count(*)::integer from users
        where users.role_id = roles.id and users.status <> ${sql.lit(CLIENT_STATUS)})`.as('users'),
    ])
    .where('roles.id', '=', id)
    .executeTakeFirst();
}

/** Roles available to people of the organization: those of the system and its own. */
export function findOffered(db: Database, organizationId: string) {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'role_type as roleType', 'organization_id as organizationId'])
    .select(claimsOfRole.as('claims'))
    .where((eb) => eb.or([eb('organization_id', 'is', null), eb('organization_id', '=', organizationId)]))
    .orderBy('id')
    .execute();
}

/** Every role, held until the transaction ends. */
export function lockRoles(tx: Tx) {
  return tx
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'organization_id as organizationId', 'second_factor as secondFactor'])
    .select(claimsOfRole.as('claims'))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks a role's row until the transaction ends, so that nobody receives the role meanwhile. */
export function lockRole(tx: Tx, user: RoleSight, id: number) {
  return tx
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'role_type as roleType', 'organization_id as organizationId'])
    .select(['modified_at as modifiedAt', 'second_factor as secondFactor', claimsOfRole.as('claims')])
    .where('id', '=', id)
    .where(visibleTo(user))
    .forUpdate()
    .executeTakeFirst();
}

/** Returns whether another role of the system or the organization has the name. Concurrent callers wait. */
export async function isRoleNameTaken(
  tx: Tx,
  name: string,
  organizationId: string | null,
  exceptId: number | null,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(7136411, hashtext(${organizationId ?? ''}))`.execute(tx);
  const row = await tx
    .selectFrom('roles')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name} collate "sr-x-icu")`)
    .where((eb) => eb.or([eb('organization_id', 'is', null), eb('organization_id', '=', organizationId)]))
    .where('id', 'is distinct from', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRole(
  tx: Tx,
  role: { name: string; description: string; organizationId: string },
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('roles')
    .values({
      name: role.name,
      description: role.description,
      role_type: ROLE_TYPE.user,
      organization_id: role.organizationId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function writeClaims(tx: Tx, roleId: number, claims: readonly string[]): Promise<void> {
  await tx.deleteFrom('role_claims').where('role_id', '=', roleId).execute();
  await tx
    .insertInto('role_claims')
    .values(claims.map((claim) => ({ role_id: roleId, claim })))
    .execute();
}

export async function isRoleGiven(tx: Tx, roleId: number): Promise<boolean> {
  const row = await tx.selectFrom('users').select('id').where('role_id', '=', roleId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The id of a role by its name: that of the organization, else the system's; null without one. */
export async function findRoleByName(tx: Tx, organizationId: string, name: string): Promise<number | null> {
  const row = await tx
    .selectFrom('roles')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where((eb) => eb.or([eb('organization_id', '=', organizationId), eb('organization_id', 'is', null)]))
    .orderBy(sql`organization_id nulls last`)
    .executeTakeFirst();
  return row?.id ?? null;
}
