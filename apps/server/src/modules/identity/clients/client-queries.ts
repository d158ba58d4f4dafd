import { sql } from 'kysely';
import type { ClientRow, ClientSecret } from '@pimis/contract/clients';
import type { Claim } from '@pimis/domain/access/claims';
import { can } from '@pimis/domain/access/policies';
import { CLIENT_STATUS, ROLE } from '@pimis/domain/constants';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { searchCondition } from '../../../platform/lists/search.ts';
import { applyFilters, applyPage, readTableQuery, type TableFields } from '../../../platform/lists/table-query.ts';

const FIELDS: TableFields = {
  search: {
    column: 'clients.name',
    kind: 'text',
    condition: (text) => searchCondition(sql`users.search_key`, text),
  },
  name: { column: 'clients.name', kind: 'text', sortable: true },
  organizationId: { column: 'users.organization_id', kind: 'code', sortable: true },
  expiresOn: { column: 'clients.expires_on', kind: 'date', sortable: true },
  lastUsedDate: { column: 'clients.last_used_at', kind: 'instant', sortable: true, nullable: true },
  revoked: {
    column: 'clients.user_id',
    kind: 'boolean',
    condition: (text) =>
      text === 'true' ? sql<boolean>`clients.revoked_at is not null` : sql<boolean>`clients.revoked_at is null`,
  },
};

/** Differs after every change of the row, except for the time of its last use. */
const REVISION = sql<string>`extract(epoch from clients.changed_at)::text`.as('revision');

function clients(db: Database | Tx) {
  return db
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.user_id')
    .innerJoin('published.organizations as organizations', 'organizations.id', 'users.organization_id');
}

const COLUMNS = [
  'clients.user_id as id',
  sql<string>`users.login::text`.as('clientId'),
  'clients.name',
  'users.organization_id as organizationId',
  'organizations.name as organizationName',
  'clients.claims',
  'clients.addresses',
  'clients.expires_on as expiresOn',
  'clients.last_used_at',
  'clients.last_used_from as lastUsedFrom',
  'clients.revoked_at',
  REVISION,
] as const;

type Raw = Omit<ClientRow, 'lastUsedDate' | 'revokedDate'> & { last_used_at: Date | null; revoked_at: Date | null };

const toRow = ({ last_used_at, revoked_at, ...row }: Raw): ClientRow => ({
  ...row,
  lastUsedDate: last_used_at?.toISOString() ?? null,
  revokedDate: revoked_at?.toISOString() ?? null,
});

/** A page of the clients that the user may see, with their number. */
export async function listClients(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
): Promise<{ rows: ClientRow[]; totalRows: number }> {
  const list = readTableQuery(query, FIELDS);
  const own = can(user, 'client.view', { organizationId: '' })
    ? sql<boolean>`true`
    : sql<boolean>`users.organization_id = ${user.organizationId}`;
  const { total } = await applyFilters(clients(db).where(own), list, FIELDS)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const page = applyPage(applyFilters(clients(db).select(COLUMNS).where(own), list, FIELDS), list, FIELDS, {
    sortBy: 'name',
    descending: false,
    tieBreaker: 'clients.user_id',
  });
  return { rows: (await page.execute()).map(toRow), totalRows: total };
}

/** A client with its secrets; null without one. */
export async function findClient(db: Database | Tx, id: number) {
  const row = await clients(db)
    .innerJoin('users as makers', 'makers.id', 'clients.created_by')
    .leftJoin('users as revokers', 'revokers.id', 'clients.revoked_by')
    .select(COLUMNS)
    .select(['makers.name as createdBy', 'clients.created_at', 'revokers.name as revokedBy'])
    .where('clients.user_id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { created_at, createdBy, revokedBy, ...rest } = row;
  return {
    ...toRow(rest),
    createdBy,
    revokedBy,
    createdDate: created_at.toISOString(),
    secrets: await secretsOf(db, id),
  };
}

async function secretsOf(db: Database | Tx, clientId: number): Promise<ClientSecret[]> {
  const rows = await db
    .selectFrom('client_secrets')
    .innerJoin('users', 'users.id', 'client_secrets.created_by')
    .select([
      'client_secrets.id',
      'client_secrets.created_at',
      'client_secrets.last_used_at',
      'users.name as createdBy',
    ])
    .select([
      sql<ClientSecret['kind']>`case when public_key is null then 'secret' else 'key' end`.as('kind'),
      sql<string | null>`public_key ->> 'kid'`.as('keyId'),
    ])
    .where('client_id', '=', clientId)
    .orderBy('client_secrets.id')
    .execute();
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    createdDate: created_at.toISOString(),
    lastUsedDate: last_used_at?.toISOString() ?? null,
  }));
}

/** A client, held until the transaction ends. */
export async function lockClient(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.user_id')
    .select(['clients.user_id as id', 'clients.name', 'users.organization_id as organizationId'])
    .select([
      'clients.claims',
      'clients.addresses',
      'clients.expires_on as expiresOn',
      'clients.revoked_at as revokedAt',
    ])
    .select(REVISION)
    .where('clients.user_id', '=', id)
    .forUpdate('clients')
    .executeTakeFirst();
  // The table can still have claims that only a former version knew; the rules ignore unknown ones.
  return row && { ...row, claims: row.claims as Claim[] };
}
export type LockedClient = NonNullable<Awaited<ReturnType<typeof lockClient>>>;

/** How many clients of the organization are not revoked. */
export async function countClients(tx: Tx, organizationId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.user_id')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('users.organization_id', '=', organizationId)
    .where('clients.revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

/** The values of a client that administrators can set. */
export interface ClientValues {
  name: string;
  claims: string[];
  addresses: string[];
  expiresOn: string;
}

const columnsOf = ({ name, claims, addresses, expiresOn }: ClientValues) => ({
  name,
  claims,
  addresses,
  expires_on: expiresOn,
});

/** Adds a client and its row in `users`, whose name shows that it is a client. */
export async function insertClient(
  tx: Tx,
  values: ClientValues & { clientId: string; shownName: string; organizationId: string },
  createdBy: number,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({
      login: values.clientId,
      name: values.shownName,
      email: '',
      organization_id: values.organizationId,
      role_id: ROLE.integration,
      status: CLIENT_STATUS,
      created_at: now,
      modified_at: now,
      modified_by: createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('clients')
    .values({ user_id: id, ...columnsOf(values), created_by: createdBy, created_at: now, changed_at: now })
    .execute();
  return id;
}

export async function writeClient(
  tx: Tx,
  id: number,
  values: ClientValues & { shownName: string },
  now: Date,
): Promise<void> {
  await tx.updateTable('users').set({ name: values.shownName, modified_at: now }).where('id', '=', id).execute();
  await tx
    .updateTable('clients')
    .set({ ...columnsOf(values), changed_at: now })
    .where('user_id', '=', id)
    .execute();
}

/** Revokes a client and forgets its secrets; tokens that it still has are no longer accepted. */
export async function revokeRow(tx: Tx, id: number, revokedBy: number, now: Date): Promise<void> {
  await tx.deleteFrom('client_secrets').where('client_id', '=', id).execute();
  await tx
    .updateTable('clients')
    .set({ revoked_at: now, revoked_by: revokedBy, changed_at: now })
    .where('user_id', '=', id)
    .execute();
}

export async function countSecrets(tx: Tx, clientId: number): Promise<number> {
  const { total } = await tx
    .selectFrom('client_secrets')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertSecret(
  tx: Tx,
  clientId: number,
  secret: { secretHash: string } | { publicKey: object },
  createdBy: number,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('client_secrets')
    .values({
      client_id: clientId,
      secret_hash: 'secretHash' in secret ? secret.secretHash : null,
      public_key: 'publicKey' in secret ? JSON.stringify(secret.publicKey) : null,
      created_by: createdBy,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes a secret of the client; returns its kind and key, undefined without one. */
export function deleteSecret(tx: Tx, clientId: number, secretId: number) {
  return tx
    .deleteFrom('client_secrets')
    .where('id', '=', secretId)
    .where('client_id', '=', clientId)
    .returning([
      sql<string>`case when public_key is null then 'secret' else 'key' end`.as('kind'),
      sql<string | null>`public_key ->> 'kid'`.as('keyId'),
    ])
    .executeTakeFirst();
}
