import type { RegistryRow, RegistryRowDetails } from '@pimis/contract/registries';
import type { Success } from '@pimis/contract/envelope';
import type { Registry } from '@pimis/domain/registries/types';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { ok } from '../../platform/http/envelope.ts';
import { findRow } from './read.ts';
import { mayWrite } from './write.ts';

/** The answer with one row; a change compares the same answer with If-Match. */
export async function answerRow(
  { db }: Context,
  registry: Registry,
  id: string,
  user: CurrentUser | null,
): Promise<Success<RegistryRow, RegistryRowDetails>> {
  const found = await findRow(db, registry, id, user !== null);
  if (!found) throw new ApiError('NotFound');
  return ok(found.row, { ...found.details, canWrite: mayWrite(user, registry) });
}
