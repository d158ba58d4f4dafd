import type { FastifyInstance } from 'fastify';
import type { Organization } from '@pimis/contract/identity';
import { can } from '@pimis/domain/access/policies';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { userRoute } from '../../platform/http.ts';

async function findOrganization(context: Context, id: string): Promise<Organization | null> {
  const row = await context.db
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

/** Registered organizations. */
export function organizationRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /security/organizations/:organizationId',
    { tag: 'organizations', summary: 'Details of an organization' },
    async ({ user, params }) => {
      if (!can(user, 'organization.view', { organizationId: params.organizationId })) throw new ApiError('NotFound');
      const found = await findOrganization(context, params.organizationId);
      if (!found) throw new ApiError('NotFound');
      return ok(found);
    },
  );
}
