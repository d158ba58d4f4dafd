import { isDeepStrictEqual } from 'node:util';
import { allForms } from '@pimis/domain/forms/registry';
import { publishedForm } from '@pimis/domain/forms/schema';
import type { Tx } from '../../platform/database.ts';

/**
 * Publishes the form definitions of this version of the product. A published one never changes: revisions are shown
 * with the version they were saved with. A changed definition must get a new version, else the start stops here.
 */
export async function publishFormDefinitions(tx: Tx): Promise<void> {
  for (const definition of allForms()) {
    const published = JSON.parse(JSON.stringify(publishedForm(definition))) as unknown;
    const before = await tx
      .selectFrom('form_definitions')
      .select('published')
      .where('code', '=', definition.code)
      .where('version', '=', definition.version)
      .executeTakeFirst();
    if (!before) {
      await tx
        .insertInto('form_definitions')
        .values({ code: definition.code, version: definition.version, published: JSON.stringify(published) })
        .execute();
    } else if (!isDeepStrictEqual(before.published, published)) {
      throw new Error(`Form ${definition.code} version ${definition.version} was changed after it had been published.`);
    }
  }
}
