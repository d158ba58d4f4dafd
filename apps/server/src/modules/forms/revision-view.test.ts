import { expect, it } from 'vitest';
import type { FormSaved } from '@pimis/contract/forms';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { currentForm, submit } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

it('unknown values of a migrated revision are not shown, and the next save drops them with a warning', async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  const life = await ProjectDriver.start(server, { type: 1 });
  const id = await life.fill();
  await submit(server, 'local.user', life.code, id, 3);
  const { db } = server.context;
  const newest = await db
    .selectFrom('form_revisions')
    .select(['id', 'input'])
    .where('form_id', '=', id)
    .orderBy('revision', 'desc')
    .executeTakeFirstOrThrow();
  const dirty = {
    ...newest.input,
    oldField: 'стара вредност',
    relevance: { ...(newest.input.relevance as object), legacy: 1 },
  };
  await db
    .updateTable('form_revisions')
    .set({ input: JSON.stringify(dirty) })
    .where('id', '=', newest.id)
    .execute();

  const shown = JSON.parse((await currentForm(server, 'local.user', life.code)).form.inputJson) as object;
  expect(shown).toEqual(newest.input);
  const same = (await submit(server, 'local.user', life.code, id, 1, shown)).additionalInformation;
  expect(same).toMatchObject({ formNotChanged: true });
  const saved = await submit(server, 'local.user', life.code, id, 1, { ...shown, notes: 'Измењено.' });
  expect(saved.httpStatus).toBe(200);
  const { warnings } = saved.additionalInformation as unknown as FormSaved;
  const places = warnings.filter(({ StatusCode }) => StatusCode.Code === 'FluentUnknownField').map(({ Path }) => Path);
  expect(new Set(places)).toEqual(new Set(['oldField', 'relevance.legacy']));
  const again = await submit(server, 'local.user', life.code, id, 1, { ...shown, notes: 'Опет.' });
  expect((again.additionalInformation as unknown as FormSaved).warnings).toEqual([]);
});
