import type { Organization } from '@pimis/contract/identity';
import type { Database } from '../../platform/database.ts';

/** A registered organization; null when there is none with this number. */
export async function findOrganization(db: Database, id: string): Promise<Organization | null> {
  const row = await db
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'name_short as nameShort',
      'company_number as companyNumber',
      'tax_id_number as taxIdNumber',
      'treasury_branch_code as treasuryBranchCode',
      'execution_account as executionAccount',
      'address',
      'email',
      'phone_number as phoneNumber',
      'support_emails as supportEmails',
      'support_phone_numbers as supportPhoneNumbers',
      'status',
      'created_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { created_at, ...rest } = row;
  return { ...rest, createdDate: created_at.toISOString() };
}
