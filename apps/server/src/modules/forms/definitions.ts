import { isDeepStrictEqual } from 'node:util';
import { allForms } from '@pimis/domain/forms/catalogue';
import { formBehaviour, publishedForm } from '@pimis/domain/forms/schema';
import type { FormDefinition } from '@pimis/domain/forms/types';
import type { Tx } from '../../platform/database/database.ts';

/** The definition as the database returns it. */
function stored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

/**
 * Publishes the form definitions of this version. A published definition never changes, because revisions are shown
 * with the version they were saved with. A changed definition needs a new version; otherwise the start fails here.
 */
export async function publishFormDefinitions(
  tx: Tx,
  definitions: readonly FormDefinition[] = allForms(),
): Promise<void> {
  for (const definition of definitions) {
    const { code, version } = definition;
    const published = stored(publishedForm(definition));
    const behaviour = stored(formBehaviour(definition));
    const before = await tx
      .selectFrom('form_definitions')
      .select(['published', 'behaviour'])
      .where('code', '=', code)
      .where('version', '=', version)
      .executeTakeFirst();
    const row = { published: JSON.stringify(published), behaviour: JSON.stringify(behaviour) };
    if (!before) {
      await tx
        .insertInto('form_definitions')
        .values({ code, version, ...row })
        .execute();
      continue;
    }
    const changed =
      !isDeepStrictEqual(before.published, published) ||
      (before.behaviour !== null && !isDeepStrictEqual(before.behaviour, behaviour));
    if (changed) throw new Error(`Form ${code} version ${version} was changed after it had been published.`);
    if (before.behaviour === null) {
      await tx
        .updateTable('form_definitions')
        .set({ behaviour: row.behaviour })
        .where('code', '=', code)
        .where('version', '=', version)
        .execute();
    }
  }
}
