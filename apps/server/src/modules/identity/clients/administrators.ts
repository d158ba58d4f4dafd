import { sql } from 'kysely';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Tx } from '../../../platform/database/database.ts';

/** Addresses of the people who may administer the connections of the organization. */
export async function clientAdministrators(tx: Tx, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct users.email from users join role_claims on role_claims.role_id = users.role_id
    where users.status = ${sql.lit(USER_STATUS.active)} and users.email <> ''
      and (role_claims.claim = 'Admin'
        or (role_claims.claim = 'Client_Administrate' and users.organization_id = ${organizationId}))
    order by users.email`.execute(tx);
  return rows.map(({ email }) => email);
}
