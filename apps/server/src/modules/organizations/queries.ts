import { sql } from 'kysely';
import type { Organization, OrganizationRow, Registration } from '@pimis/contract/organizations';
import { can } from '@pimis/domain/access/policies';
import { ADMINISTRATION_ORGANIZATION, ORGANIZATION_STATUS, USER_STATUS } from '@pimis/domain/constants';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { applyFilters, applyPage, type TableFields, readTableQuery } from '../../platform/lists/table-query.ts';

const FIELDS: TableFields = {
  search: { column: 'organizations.name', kind: 'text', searchColumn: 'organizations.search_key' },
  id: { column: 'organizations.id', kind: 'code', sortable: true },
  name: { column: 'organizations.name', kind: 'text', sortable: true, searchColumn: 'organizations.name_key' },
  adminName: { column: 'organizations.admin_name', kind: 'text', sortable: true, nullable: true },
  createdDate: { column: 'organizations.created_at', kind: 'instant', sortable: true },
  status: { column: 'organizations.status', kind: 'integer', sortable: true },
};

/** The organizations that the user sees: all, or their own. */
export async function listOrganizations(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
): Promise<{ rows: OrganizationRow[]; totalRows: number }> {
  const list = readTableQuery(query, FIELDS);
  const visible = can(user, 'organization.viewAll')
    ? sql<boolean>`true`
    : sql<boolean>`organizations.id = ${user.organizationId}`;
  const filtered = applyFilters(db.selectFrom('organizations').where(visible), list, FIELDS);
  const { total } = await filtered.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await applyPage(
    filtered.select(['id', 'name', 'admin_name as adminName', 'created_at as createdAt', 'status']),
    list,
    FIELDS,
    { sortBy: 'createdDate', descending: true, tieBreaker: 'organizations.id' },
  ).execute();
  return {
    rows: rows.map(({ createdAt, ...row }) => ({ ...row, createdDate: createdAt.toISOString() })),
    totalRows: total,
  };
}

const OWN_COLUMNS = [
  'organizations.id',
  'organizations.name',
  'organizations.company_number as companyNumber',
  'organizations.tax_id_number as taxIdNumber',
  'organizations.treasury_branch_code as treasuryBranchCode',
  'organizations.execution_account as executionAccount',
  'organizations.address',
  'organizations.postal_code as postalCode',
  'organizations.email',
  'organizations.phone_number as phoneNumber',
  'organizations.support_emails as supportEmails',
  'organizations.support_phone_numbers as supportPhoneNumbers',
  'organizations.max_amount as maxAmount',
  'organizations.admin_name as adminName',
  'organizations.admin_identity_number as adminIdentityNumber',
  'organizations.admin_email as adminEmail',
  'organizations.admin_phone_number as adminPhoneNumber',
  'organizations.status',
  'organizations.created_at as createdAt',
] as const;

/** Changes with every change of the row. */
const REVISION = sql<string>`organizations.xmin::text`.as('revision');

/** An organization with all its fields; null if the number is unknown. */
export async function findOrganization(
  db: Database,
  id: string,
): Promise<Omit<Organization, 'actions' | 'differences'> | null> {
  const row = await db
    .selectFrom('organizations')
    .leftJoin('published.treasury_branches as branches', 'branches.code', 'organizations.treasury_branch_code')
    .leftJoin('published.registry_organizations as entities', 'entities.id', 'organizations.id')
    .leftJoin('published.registry_organizations as parents', 'parents.id', 'entities.parent_id')
    .leftJoin('published.users as resolvers', 'resolvers.id', 'organizations.resolved_by')
    .select([
      ...OWN_COLUMNS,
      'organizations.name_short as nameShort',
      'organizations.admin_login as adminLogin',
      'organizations.resolved_comment as resolvedComment',
      'organizations.resolved_at as resolvedAt',
      'branches.name as treasury',
      'parents.name as parentName',
      'resolvers.login as resolvedUserLogin',
      'resolvers.name as resolvedUserName',
    ])
    .select(REVISION)
    .where('organizations.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { createdAt, resolvedAt, ...rest } = row;
  return { ...rest, createdDate: createdAt.toISOString(), resolvedDate: resolvedAt?.toISOString() ?? null };
}

/** The request of a token, in any state. */
export function findByToken(db: Database | Tx, tokenHash: string) {
  return db
    .selectFrom('organizations')
    .select(OWN_COLUMNS)
    .where('registration_token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export type LockedOrganization = NonNullable<Awaited<ReturnType<typeof lockOrganization>>>;

/** An organization's row, locked until the transaction ends. */
export function lockOrganization(tx: Tx, id: string) {
  return tx
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'name_short as nameShort',
      'company_number as companyNumber',
      'tax_id_number as taxIdNumber',
      'status',
      'treasury_branch_code as treasuryBranchCode',
      'admin_name as adminName',
      'admin_email as adminEmail',
      'admin_phone_number as adminPhoneNumber',
      'support_emails as supportEmails',
      'support_phone_numbers as supportPhoneNumbers',
      'registration_token_hash as tokenHash',
    ])
    .select(REVISION)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** E-mail addresses of active people of the administration whose role decides on requests to register. */
export async function decidersOf(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('published.users as users')
    .select('users.email')
    .where('users.status', '=', USER_STATUS.active)
    .where('users.organization_id', '=', ADMINISTRATION_ORGANIZATION)
    .where('users.role_id', 'in', (roles) =>
      roles
        .selectFrom('published.role_claims')
        .select('role_id')
        .where('claim', '=', 'Organization_RegistrationResolve'),
    )
    .orderBy('users.id')
    .execute();
  return rows.map(({ email }) => email);
}

/** The entry of the registry of budget users; undefined if there is none. */
export function findRegistered(db: Database, id: string) {
  return db
    .selectFrom('published.registry_organizations')
    .select(['name', 'company_number as companyNumber', 'tax_id_number as taxIdNumber'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns whether the budget user with this number is valid on the day. */
export async function isBudgetUser(db: Database | Tx, id: string, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('published.registry_organizations as entities')
    .select('entities.id')
    .where('entities.id', '=', id)
    .where('entities.valid_from', '<=', day)
    .where((eb) => eb.or([eb('entities.valid_to', 'is', null), eb('entities.valid_to', '>=', day)]))
    .executeTakeFirst();
  return row !== undefined;
}

export async function isTreasuryBranch(db: Database | Tx, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('published.treasury_branches')
    .select('code')
    .where('code', '=', code)
    .executeTakeFirst();
  return row !== undefined;
}

function columnsOf(input: Registration) {
  return {
    name: input.name,
    company_number: input.companyNumber,
    tax_id_number: input.taxIdNumber,
    execution_account: input.executionAccount ?? null,
    address: input.address,
    postal_code: input.postalCode ?? null,
    phone_number: input.phoneNumber ?? null,
    email: input.email ?? null,
    support_emails: input.supportEmails ?? [],
    support_phone_numbers: input.supportPhoneNumbers ?? [],
    treasury_branch_code: input.treasuryBranchCode ?? null,
    max_amount: input.maxAmount ?? null,
    admin_name: input.adminName,
    admin_identity_number: input.adminIdentityNumber,
    admin_email: input.adminEmail,
    admin_phone_number: input.adminPhoneNumber,
  };
}

/**
 * Stores a new request, which replaces a refused one. Returns false if the organization already has a request or is
 * registered, even by a concurrent call.
 */
export async function insertRequest(tx: Tx, input: Registration, tokenHash: string, now: Date): Promise<boolean> {
  const values = { ...columnsOf(input), registration_token_hash: tokenHash, created_at: now };
  const row = await tx
    .insertInto('organizations')
    .values({ id: input.id, status: ORGANIZATION_STATUS.pending, ...values })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          ...values,
          status: ORGANIZATION_STATUS.pending,
          resolved_at: null,
          resolved_by: null,
          resolved_comment: null,
        })
        .where('organizations.status', '=', ORGANIZATION_STATUS.cancelled),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateRequest(tx: Tx, input: Registration): Promise<void> {
  await tx.updateTable('organizations').set(columnsOf(input)).where('id', '=', input.id).execute();
}

export async function writeDecision(
  tx: Tx,
  id: string,
  decision: {
    status: number;
    treasury_branch_code: string | null;
    admin_login: string | null;
    resolved_at: Date;
    resolved_by: number;
    resolved_comment: string | null;
  },
): Promise<void> {
  await tx.updateTable('organizations').set(decision).where('id', '=', id).execute();
}

/** Returns whether another organization has this short name, ignoring case. Concurrent callers wait. */
export async function isShortNameTaken(tx: Tx, nameShort: string, exceptId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(7136412)`.execute(tx);
  const row = await tx
    .selectFrom('organizations')
    .select('id')
    .where(sql<boolean>`lower(name_short collate "sr-x-icu") = lower(${nameShort} collate "sr-x-icu")`)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function writeNumbers(
  tx: Tx,
  id: string,
  numbers: { companyNumber: string | null; taxIdNumber: string | null },
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ company_number: numbers.companyNumber, tax_id_number: numbers.taxIdNumber })
    .where('id', '=', id)
    .execute();
}

export async function writeName(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('organizations').set({ name }).where('id', '=', id).execute();
}

export async function writeContacts(
  tx: Tx,
  id: string,
  contacts: { nameShort: string; supportEmails: string[]; supportPhoneNumbers: string[] },
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({
      name_short: contacts.nameShort,
      support_emails: contacts.supportEmails,
      support_phone_numbers: contacts.supportPhoneNumbers,
    })
    .where('id', '=', id)
    .execute();
}
