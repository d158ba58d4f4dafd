import { describe, expect, it } from 'vitest';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormDefinition } from '@pimis/domain/forms/types';
import { useServer } from '../../testing/server.ts';
import { publishFormDefinitions } from './definitions.ts';

const server = useServer();

function idea(): FormDefinition {
  const found = findFormDefinition('ideja');
  if (!found) throw new Error('No form');
  return found;
}

const publish = (definition: FormDefinition) =>
  server.context.db.transaction().execute((tx) => publishFormDefinitions(tx, [definition]));

describe('a published form', () => {
  it('can be published again without a change', async () => {
    await publish(idea());
  });

  it.each<[string, Partial<FormDefinition>]>([
    ['its title', { title: { sr: 'Друго', en: 'Other' } }],
    ['a field', { sections: idea().sections.slice(1) }],
    ['a rule', { rules: idea().rules.slice(1) }],
    ['the weight of a rule', { rules: idea().rules.map((rule) => ({ ...rule, severity: 'warning' as const })) }],
    ['its defaults', { defaults: () => ({ notes: 'Ново.' }) }],
    ['a computation', { compute: () => undefined }],
    ['what counts as unchanged', { quietFields: ['notes'] }],
  ])('cannot change %s under its version', async (_what, change) => {
    await expect(publish({ ...idea(), ...change })).rejects.toThrow('was changed after it had been published');
    const next = idea().version + 1;
    await publish({ ...idea(), ...change, version: next });
    const { db } = server.context;
    await db.deleteFrom('form_definitions').where('code', '=', 'ideja').where('version', '=', next).execute();
  });

  it('from before behaviour was stored gets it at the next start', async () => {
    const { db } = server.context;
    await db.updateTable('form_definitions').set({ behaviour: null }).where('code', '=', 'ideja').execute();
    await publish(idea());
    const { behaviour } = await db
      .selectFrom('form_definitions')
      .select('behaviour')
      .where('code', '=', 'ideja')
      .where('version', '=', idea().version)
      .executeTakeFirstOrThrow();
    expect(behaviour).toMatchObject({ empty: { errors: expect.any(Array) as unknown } });
  });
});
