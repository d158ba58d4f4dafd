import type { Organization } from '@pimis/contract/identity';
import { can } from '@pimis/domain/access/policies';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { findOrganization } from './queries.ts';

/** Details of an organization; NotFound for one that the user may not see. */
export async function readOrganization(context: Context, user: CurrentUser, id: string): Promise<Organization> {
  if (!can(user, 'organization.view', { organizationId: id })) throw new ApiError('NotFound');
  const found = await findOrganization(context.db, id);
  if (!found) throw new ApiError('NotFound');
  return found;
}
