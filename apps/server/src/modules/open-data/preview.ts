import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { findProject } from '../projects/visibility.ts';
import { writePreview } from '../projections/preview.ts';
import type { PublicFacts } from './facts.ts';
import type { Oc4idsProject } from './mapping/oc4ids.ts';
import { readProjects } from './package.ts';
import { readWithholding } from './withholding.ts';

/** Rolls back a transaction and carries the result that was read in it. */
class RolledBack<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('rolled back on purpose');
    this.result = result;
  }
}

export interface Preview {
  state: 'public' | 'withheld' | 'notYet';
  facts: PublicFacts;
  project: Oc4idsProject;
}

/**
 * A preview of a project as the public would see it after its pending decisions. It uses the code that publishes, in a
 * transaction that is rolled back. A public project is shown in its present state. Null if nothing could be public.
 * Errors: NotFound, Forbidden.
 */
export async function readPreview(context: Context, user: CurrentUser, code: string): Promise<Preview | null> {
  const { publicSince, withheld } = await readWithholding(context, user, code);
  const { id } = await findProject(context.db, user, code);
  const state = withheld ? 'withheld' : publicSince === null ? 'notYet' : 'public';
  if (state === 'public') {
    const [found] = await readProjects(context, context.db, [id]);
    return found ? { state, ...found } : null;
  }
  try {
    return await context.db.transaction().execute(async (tx) => {
      await writePreview(tx, id, context.now());
      const [found] = await readProjects(context, tx, [id]);
      throw new RolledBack<Preview | null>(found ? { state, ...found } : null);
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Preview | null;
    throw error;
  }
}
