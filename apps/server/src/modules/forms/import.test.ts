import { beforeAll, describe, expect, it } from 'vitest';
import type { FormImport } from '@pimis/contract/forms';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { currentForm, submit } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
let source: ProjectDriver;
let exported: { formCode: string; values: Record<string, unknown> };

const read = (code: string, id: number, content: unknown, login = 'local.user') =>
  server.call<FormImport>(login, 'POST', `projects/${code}/forms/${id}/import`, content);

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  source = await ProjectDriver.start(server, { type: 1 });
  const id = await source.fill();
  const answer = await server.get(
    'local.user',
    `reporting/projects/${source.code}/forms?phaseFormId=${id}&format=json`,
  );
  exported = JSON.parse(answer.body) as typeof exported;
});

async function target(kind: Record<string, unknown> = { type: 1 }) {
  const life = await ProjectDriver.start(server, kind);
  const { id } = await currentForm(server, 'local.user', life.code);
  return { code: life.code, id };
}

describe('import of a form', () => {
  it('takes an exported file, validates it and saves nothing', async () => {
    const { code, id } = await target();
    const answer = await read(code, id, exported);
    expect(answer.httpStatus).toBe(200);
    const values = JSON.parse(answer.payload?.inputJson ?? '{}') as Record<string, unknown>;
    expect(values.basic).toMatchObject({ name: 'ППОВ Прокупље' });
    expect(answer.payload?.otherProject).toBe(source.code);
    const { form } = await currentForm(server, 'local.user', code);
    expect(form.revision).toBe(0);
    // The save refuses documents of another project.
    expect((await submit(server, 'local.user', code, id, 1, values)).status.name).toBe('InvalidProjectDocument');
    const bare = await read(code, id, exported.values);
    expect(bare.payload?.inputJson).toBe(answer.payload?.inputJson);
    expect(bare.payload?.otherProject).toBeNull();
  });

  it('refuses another form, unknown fields, a locked form, a stranger', async () => {
    const idea = await target({});
    expect(await read(idea.code, idea.id, exported)).toMatchObject({
      httpStatus: 422,
      fieldErrors: [{ field: 'formCode', code: 'InvalidField' }],
    });
    const { code, id } = await target();
    expect((await read(code, id, { ...exported.values, more: 1 })).httpStatus).toBe(422);
    expect((await read(code, id, { basic: 'текст' })).httpStatus).toBe(422);
    expect((await read(code, id, exported, 'other.user')).httpStatus).toBe(404);
    const { id: lockedId } = await currentForm(server, 'local.user', source.code);
    expect((await read(source.code, lockedId, exported)).status.name).toBe('InvalidProjectFormAction');
  });
});
