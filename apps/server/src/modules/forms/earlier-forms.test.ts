import { beforeAll, describe, expect, it } from 'vitest';
import type { EarlierForm, FormImport, ProjectForm } from '@pimis/contract/forms';
import { setPath } from '@pimis/domain/forms/paths';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { currentForm, submit } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
let source: ProjectDriver;
let sourceForm: number;

const list = (code: string, id: number, query = '', login = 'local.user') =>
  server.call<EarlierForm[]>(login, 'GET', `projects/${code}/forms/${id}/earlier${query}`);
const copy = (code: string, id: number, earlier: number, login = 'local.user') =>
  server.call<FormImport>(login, 'GET', `projects/${code}/forms/${id}/earlier/${earlier}`);

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  source = await ProjectDriver.start(server);
  sourceForm = await source.fill();
});

async function target(kind: Record<string, unknown> = {}) {
  const life = await ProjectDriver.start(server, kind);
  const { id } = await currentForm(server, 'local.user', life.code);
  return { code: life.code, id };
}

describe('a form that begins as a copy of an earlier one', () => {
  it('is offered the saved forms of the same kind and body, also by words', async () => {
    const { code, id } = await target();
    const offered = (await list(code, id)).payload ?? [];
    expect(offered.map((row) => row.id)).toContain(sourceForm);
    expect(offered.every((row) => row.projectCode !== code)).toBe(true);
    const named = (await list(code, id, `?search=${source.code}`)).payload ?? [];
    expect(named.map((row) => row.id)).toEqual([sourceForm]);
    expect((await list(code, id, '?search=nepostojeci')).payload).toEqual([]);
    expect((await list(code, id, '?more=1')).httpStatus).toBe(422);
  });

  it('takes over the entered values, keeps its own name, leaves out documents, and is not saved', async () => {
    const { code, id } = await target();
    const before = await currentForm(server, 'local.user', code);
    const answer = await copy(code, id, sourceForm);
    expect(answer.httpStatus).toBe(200);
    expect(answer.payload?.otherProject).toBe(source.code);
    const values = JSON.parse(answer.payload?.inputJson ?? '{}') as Record<string, Record<string, unknown>>;
    const earlier = await currentForm(server, 'local.user', source.code);
    const given = JSON.parse(earlier.form.inputJson) as Record<string, Record<string, unknown>>;
    expect(values.description).toEqual(given.description);
    const own = before.form.defaults as Record<string, Record<string, unknown>>;
    expect(values.basic?.projectName).toBe(own.basic?.projectName);
    const { form } = await currentForm(server, 'local.user', code);
    expect(form.revision).toBe(0);
    // It names no document of the other project, so it can be saved unchanged.
    expect((await submit(server, 'local.user', code, id, 1, values)).httpStatus).toBe(200);
    // Once saved, it is still not offered as an earlier form of itself.
    expect((await list(code, id)).payload?.map((row) => row.id)).not.toContain(id);
    expect((await copy(code, id, id)).httpStatus).toBe(404);
  });

  it('cannot copy a form of another kind or body or a missing one, nor be filled by users who may not edit it', async () => {
    const { code, id } = await target();
    const short = await target({ type: 1 });
    expect((await copy(short.code, short.id, sourceForm)).httpStatus).toBe(404);
    expect((await copy(code, id, 2_000_000_000)).httpStatus).toBe(404);
    expect((await copy(code, id, id)).httpStatus).toBe(404);
    expect((await list(code, id, '', 'other.user')).httpStatus).toBe(404);
    expect((await copy(code, id, sourceForm, 'other.user')).httpStatus).toBe(404);
    expect((await list(source.code, sourceForm)).status.name).toBe('InvalidProjectFormAction');
    const foreign = await server.call<{ code: string }>('other.user', 'POST', 'projects', {
      code: `${code}-T`,
      type: 3,
      sector: 5,
      important: false,
    });
    expect(foreign.httpStatus).toBe(200);
    const theirs = await currentForm(server, 'other.user', `${code}-T`);
    expect((await list(`${code}-T`, theirs.id, '', 'other.user')).payload).toEqual([]);
    expect((await copy(`${code}-T`, theirs.id, sourceForm, 'other.user')).httpStatus).toBe(404);
  });
});

describe('copied fields that nobody has looked at', () => {
  const marked = (form: ProjectForm) =>
    form.validation.Warnings.filter(({ StatusCode }) => StatusCode.Code === 'FluentCopiedUnseen').map(
      ({ Path }) => Path,
    );

  it('are kept with the revision until somebody has looked at them, even if only a lock reports it', async () => {
    const { code, id } = await target();
    const life = ProjectDriver.of(server, code);
    const { values } = await life.values();
    const send = (action: number, more: Record<string, unknown>) =>
      server.call<null>('local.user', 'POST', 'projects/form-input', {
        projectCode: code,
        id,
        action,
        json: JSON.stringify(values),
        ...more,
      });
    const now = async () => (await currentForm(server, 'local.user', code)).form;
    const unseen = ['description.goals', 'description.summary', 'no.such', 'basic.euForm'];
    expect((await send(1, { unseen })).httpStatus).toBe(200);
    expect(marked(await now())).toEqual(['description.summary', 'description.goals']);

    // If a client sends no marks, the fields whose value stays the same keep theirs.
    setPath(values, 'description.goals', 'Други циљеви.');
    expect((await send(1, {})).httpStatus).toBe(200);
    expect(marked(await now())).toEqual(['description.summary']);

    const { revision } = await now();
    expect((await send(2, { unseen: [] })).httpStatus).toBe(200);
    const locked = await now();
    expect(marked(locked)).toEqual([]);
    expect(locked.revision).toBe(revision + 1);
  });

  it('are named by short texts, up to a limit', async () => {
    const { code, id } = await target();
    const send = async (unseen: unknown) =>
      (await server.call('local.user', 'POST', 'projects/form-input', { projectCode: code, id, action: 1, unseen }))
        .httpStatus;
    expect(await send(['a'.repeat(201)])).toBe(422);
    expect(await send(Array.from({ length: 501 }, () => 'a'))).toBe(422);
    expect(await send([])).toBe(200);
  });
});
