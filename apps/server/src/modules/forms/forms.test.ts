import { describe, expect, it } from 'vitest';
import type { FormSaved, ProjectForm } from '@pimis/contract/forms';
import type { Project } from '@pimis/contract/projects';
import { ORGANIZATION_STATUS } from '@pimis/domain/constants';
import { rowsAt, setPath } from '@pimis/domain/forms/paths';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import {
  act,
  createProject,
  currentForm,
  IDEA_TO_MINISTRY,
  ideaValues,
  lockedIdea,
  submit,
  upload,
} from '../../testing/projects.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';
import { changeProject } from '../projects/changes.ts';
import { carryToProject, requireStandingFunds } from './carry-to-project.ts';

const server = useServer();

function saved(answer: { additionalInformation: unknown }): FormSaved {
  return answer.additionalInformation as FormSaved;
}

async function fresh() {
  const code = await createProject(server, 'local.user');
  const { id } = await currentForm(server, 'local.user', code);
  return { code, id, values: await ideaValues(server, 'local.user', code) };
}

describe('saving', () => {
  it('makes a revision of changed values, and none without a change', async () => {
    const { code, id, values } = await fresh();
    expect(saved(await submit(server, 'local.user', code, id, 1, values))).toMatchObject({
      formNotChanged: false,
      revision: 1,
      errors: [],
    });
    expect(saved(await submit(server, 'local.user', code, id, 1, values))).toMatchObject({
      formNotChanged: true,
      revision: 1,
    });
    setPath(values, 'notes', 'Измењено.');
    expect(saved(await submit(server, 'local.user', code, id, 1, values))).toMatchObject({
      formNotChanged: false,
      revision: 2,
    });
    const old = await server.call<{ inputJson: string }>(
      'local.user',
      'GET',
      `projects/${code}/forms/${id}/revision/1`,
    );
    expect(old.payload?.inputJson).toContain('Зајам је у преговорима.');
    expect(old.payload?.inputJson).not.toContain('Измењено.');
  });

  it('keeps errors with the revision and returns them; the lock refuses them by row', async () => {
    const { code, id, values } = await fresh();
    const finance = values.financialInfo as { yearlyCosts: { amount: string }[] };
    if (finance.yearlyCosts[2]) finance.yearlyCosts[2].amount = '158220001.00';
    expect(saved(await submit(server, 'local.user', code, id, 1, values)).errors).toMatchObject([
      { StatusCode: { Code: 'FluentYearlyCostSum' }, Index: 0, Path: 'financialInfo.yearlyCosts' },
    ]);
    const lock = await submit(server, 'local.user', code, id, 2);
    expect(lock).toMatchObject({
      httpStatus: 422,
      status: { name: 'InvalidProjectFormValues' },
      errors: [{ index: 0, statusCode: { code: 'FluentYearlyCostSum' } }],
    });
    const { form } = await currentForm(server, 'local.user', code);
    expect(form).toMatchObject({
      status: 1,
      validation: { Errors: [{ StatusCode: { Code: 'FluentYearlyCostSum' } }] },
    });
  });

  it('is refused while the form is locked; unlocking opens it', async () => {
    const { code, formId } = await lockedIdea(server);
    expect(await submit(server, 'local.user', code, formId, 1, {})).toMatchObject({
      httpStatus: 409,
      status: { name: 'InvalidProjectFormAction' },
    });
    expect(await submit(server, 'local.user', code, formId, 3)).toMatchObject({ httpStatus: 200 });
    expect((await currentForm(server, 'local.user', code)).form.status).toBe(1);
    await submit(server, 'local.user', code, formId, 2);
    await act(server, 'local.user', code, 1);
    expect(await submit(server, 'local.user', code, formId, 3)).toMatchObject({
      status: { name: 'InvalidProjectFormAction' },
    });
  });

  it('by two people at once: the second is refused with the saved values and their author', async () => {
    const { code, id, values } = await fresh();
    await submit(server, 'local.user', code, id, 1, values, { baseRevision: 0 });
    setPath(values, 'notes', 'Друга особа.');
    const second = await submit(server, 'local.power', code, id, 1, values, { baseRevision: 0 });
    expect(second).toMatchObject({
      httpStatus: 409,
      status: { name: 'FormRevisionConflict' },
      payload: { revision: 1, userName: 'Милена Јовић' },
    });
    expect(saved(await submit(server, 'local.power', code, id, 1, values, { baseRevision: 1 }))).toMatchObject({
      revision: 2,
    });
  });

  it('a lock stores the form data of its time, even if nothing else has changed', async () => {
    const { code, id, values } = await fresh();
    expect(saved(await submit(server, 'local.user', code, id, 1, values))).toMatchObject({ revision: 1 });
    expect(saved(await submit(server, 'local.user', code, id, 2))).toMatchObject({ revision: 1 });
    await submit(server, 'local.user', code, id, 3);
    server.setNow(new Date(Date.now() + 365 * 24 * 3_600_000));
    expect(saved(await submit(server, 'local.user', code, id, 1))).toMatchObject({ revision: 1, formNotChanged: true });
    expect(saved(await submit(server, 'local.user', code, id, 2))).toMatchObject({ revision: 2 });
    server.setNow(null);
  });

  it('a first lock stores even untouched defaults', async () => {
    server.setNow(new Date('2026-04-02T09:00:00Z'));
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    const plan = await currentForm(server, 'local.user', life.code);
    expect([plan.form.code, plan.form.revision]).toEqual(['plan', 0]);
    expect(saved(await submit(server, 'local.user', life.code, plan.id, 2))).toMatchObject({ revision: 1 });
    server.setNow(null);
  });

  it('users who may only write an opinion cannot lock, and leave the form data as they were at the lock', async () => {
    const { code, formId } = await lockedIdea(server);
    for (const login of IDEA_TO_MINISTRY) await act(server, login, code, 1);
    const { form } = await currentForm(server, 'admin', code);
    server.setNow(new Date(Date.now() + 365 * 24 * 3_600_000));
    const refused = await submit(server, 'admin', code, formId, 2);
    expect(refused).toMatchObject({ httpStatus: 409, status: { name: 'InvalidProjectFormAction' } });
    const values = JSON.parse(form.inputJson) as Record<string, unknown>;
    setPath(values, 'opinions.ministry', 'Нема примедби.');
    expect(saved(await submit(server, 'admin', code, formId, 1, values))).toMatchObject({ revision: 2 });
    const after = (await currentForm(server, 'admin', code)).form;
    expect(after.inputJson).toContain('Нема примедби.');
    expect(after.data).toEqual(form.data);
    server.setNow(null);
  });

  it('a change of a form counts as a change of its project', async () => {
    const { code, id, values } = await fresh();
    const changed = async () =>
      (await server.call<Project>('local.user', 'GET', `projects/${code}`)).payload?.lastChangeDate;
    const day = (number: number) => {
      server.setNow(new Date(`2031-03-0${number}T09:00:00Z`));
      return `2031-03-0${number}T09:00:00.000Z`;
    };
    const first = day(1);
    await submit(server, 'local.user', code, id, 1, values);
    expect(await changed()).toBe(first);
    day(2);
    await submit(server, 'local.user', code, id, 1, values);
    expect(await changed()).toBe(first);
    const third = day(3);
    await submit(server, 'local.user', code, id, 2);
    expect(await changed()).toBe(third);
    const fourth = day(4);
    await submit(server, 'local.user', code, id, 3);
    expect(await changed()).toBe(fourth);
    server.setNow(null);
  });

  it('fields that only the ministry may write are kept when others save', async () => {
    const { code, formId } = await lockedIdea(server);
    for (const login of IDEA_TO_MINISTRY) await act(server, login, code, 1);
    const { form } = await currentForm(server, 'admin', code);
    const values = JSON.parse(form.inputJson) as Record<string, unknown>;
    setPath(values, 'opinions.ministry', 'Сагласни смо.');
    expect(saved(await submit(server, 'admin', code, formId, 1, values))).toMatchObject({ formNotChanged: false });
    const after = JSON.parse((await currentForm(server, 'admin', code)).form.inputJson) as Record<string, unknown>;
    expect(after).toMatchObject({ opinions: { ministry: 'Сагласни смо.' }, durationMonths: 32 });
    expect((await currentForm(server, 'local.user', code)).form.inputJson).not.toContain('Сагласни смо.');
    expect(await submit(server, 'reviewer', code, formId, 1, values)).toMatchObject({ httpStatus: 403 });
  });

  it('users who may only write an opinion are refused if other fields differ too, and nothing is saved', async () => {
    const { code, formId } = await lockedIdea(server);
    for (const login of IDEA_TO_MINISTRY) await act(server, login, code, 1);
    const { form } = await currentForm(server, 'admin', code);
    const values = JSON.parse(form.inputJson) as Record<string, unknown>;
    setPath(values, 'opinions.ministry', 'Сагласни смо.');
    setPath(values, 'durationMonths', 240);
    expect(await submit(server, 'admin', code, formId, 1, values)).toMatchObject({
      httpStatus: 409,
      status: { name: 'InvalidProjectFormAction' },
    });
    const after = (await currentForm(server, 'admin', code)).form;
    expect([after.revision, after.inputJson]).toEqual([form.revision, form.inputJson]);
  });

  it('an opinion can be saved on an approved form after the project has moved on, and changes nothing else', async () => {
    const life = await ProjectDriver.start(server);
    const idea = (await currentForm(server, 'admin', life.code)).id;
    await life.fill();
    await life.approveIdea();
    await life.commission(3, 1);
    const address = `projects/${life.code}/forms/${idea}`;
    const read = async () => {
      const { payload } = await server.call<ProjectForm>('admin', 'GET', address);
      if (!payload) throw new Error(address);
      return payload;
    };
    const before = await read();
    expect([before.status, before.rights.comment, before.rights.edit]).toEqual([4, true, false]);
    const state = await life.state();
    const values = JSON.parse(before.inputJson) as Record<string, unknown>;
    setPath(values, 'opinions.ministry', 'Накнадно мишљење.');
    expect((await submit(server, 'mei', life.code, idea, 1, values)).httpStatus).toBe(409);
    expect(saved(await submit(server, 'admin', life.code, idea, 1, values))).toMatchObject({ formNotChanged: false });
    const after = await read();
    expect(JSON.parse(after.inputJson)).toEqual(values);
    expect([after.status, await life.state()]).toEqual([4, state]);
    setPath(values, 'durationMonths', 240);
    expect((await submit(server, 'admin', life.code, idea, 1, values)).httpStatus).toBe(409);
  });

  it('an opinion is saved even if a name that comes from the registry was sent differently', async () => {
    const { code, formId } = await lockedIdea(server);
    for (const login of IDEA_TO_MINISTRY) await act(server, login, code, 1);
    const values = JSON.parse((await currentForm(server, 'admin', code)).form.inputJson) as Record<string, unknown>;
    const [location = {}] = rowsAt(values, 'basic.locations');
    const { name } = location;
    location.name = 'Друго име';
    setPath(values, 'opinions.ministry', 'Сагласни смо.');
    expect((await submit(server, 'admin', code, formId, 1, values)).httpStatus).toBe(200);
    const after = JSON.parse((await currentForm(server, 'admin', code)).form.inputJson) as Record<string, unknown>;
    expect([rowsAt(after, 'basic.locations')[0]?.name, name]).toEqual([name, expect.any(String)]);
  });
});

describe('bad input is refused without saving anything', () => {
  it.each([
    ['an unknown property', { boss: 1 }, 'boss'],
    ['a wrong type', { durationMonths: 'дванаест' }, 'durationMonths'],
    ['a day that does not exist', { implementationDates: { start: '2027-02-30' } }, 'implementationDates.start'],
    ['an array for an object', { basic: [] }, 'basic'],
  ])('%s', async (_name, input, field) => {
    const { code, id } = await fresh();
    const answer = await submit(server, 'local.user', code, id, 1, input);
    expect(answer).toMatchObject({ httpStatus: 422, status: { name: 'ValidationError' } });
    expect(answer.fieldErrors).toContainEqual(expect.objectContaining({ field }));
    expect((await currentForm(server, 'local.user', code)).form.inputJson).toBe('{}');
  });

  it('prototype pollution, NaN, deep nesting, broken and huge JSON', async () => {
    const { code, id } = await fresh();
    const send = (json: string) =>
      server.call('local.user', 'POST', 'projects/form-input', { projectCode: code, id, action: 1, json });
    expect((await send('{"__proto__":{"admin":true}}')).httpStatus).toBe(422);
    expect((await send('{"durationMonths":NaN}')).httpStatus).toBe(422);
    expect((await send(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`)).httpStatus).toBe(422);
    expect((await send('{')).httpStatus).toBe(422);
    const huge = await send(`{"notes":"${'а'.repeat(3_000_000)}"}`);
    expect([413, 422]).toContain(huge.httpStatus);
    expect((await currentForm(server, 'local.user', code)).form.inputJson).toBe('{}');
  });

  it('a form of another project or phase, another code, a document of another project', async () => {
    const first = await fresh();
    const second = await fresh();
    expect((await submit(server, 'local.user', second.code, first.id, 1, first.values)).httpStatus).toBe(404);
    expect(
      (await submit(server, 'local.user', first.code, first.id, 1, first.values, { projectPhaseId: 99_999 })).status
        .name,
    ).toBe('InvalidProjectFormPhase');
    expect(
      (await submit(server, 'local.user', first.code, first.id, 1, first.values, { formCode: 'spremnost' })).httpStatus,
    ).toBe(404);
    // The specification's name of the form is accepted too.
    const named = await submit(server, 'local.user', first.code, first.id, 1, first.values, { formCode: 'idea' });
    expect(named.httpStatus).toBe(200);
    expect(await submit(server, 'local.user', second.code, second.id, 1, first.values)).toMatchObject({
      httpStatus: 422,
      status: { name: 'InvalidProjectDocument' },
    });
    expect((await submit(server, 'other.user', first.code, first.id, 1, first.values)).httpStatus).toBe(404);
    expect((await submit(server, 'reviewer', first.code, first.id, 1, first.values)).httpStatus).toBe(403);
  });
});

describe('documents', () => {
  it('are stored, named by forms, and then cannot be deleted', async () => {
    const { code, id, values } = await fresh();
    await submit(server, 'local.user', code, id, 1, values);
    const used = Number((values as { legalAssessment: string }).legalAssessment);
    expect(await server.call('local.user', 'DELETE', `projects/${code}/documents/${used}`)).toMatchObject({
      httpStatus: 409,
      status: { name: 'UsedDocumentInForms' },
    });
    const free = await upload(server, 'local.user', code, 'слободан.txt');
    expect(
      (await server.call('local.user', 'DELETE', `projects/${code}/documents/${free.payload?.[0]?.id}`)).httpStatus,
    ).toBe(200);
    const list = await server.call<{ id: number }[]>(
      'local.user',
      'GET',
      `projects/${code}/documents?filter[title]=ocena`,
    );
    expect(list.payload).toMatchObject([{ id: used, canBeDeleted: false }]);
    const revision = list.payload?.[0] as unknown as { revisionId: number };
    const file = await server.app.inject({
      url: `/api/projects/${code}/documents/${used}/revisions/${revision.revisionId}/download`,
      headers: { authorization: `Bearer ${await server.token('local.user')}`, range: 'bytes=0-3' },
    });
    expect(file.statusCode).toBe(206);
    expect(file.headers['content-disposition']).toBe('attachment; filename=ocena.txt');
    expect(file.body).toBe('са');
  });

  it('are refused to others with an error name and no description', async () => {
    const code = await createProject(server, 'local.user');
    for (const name of ['virus.exe', '.htaccess', 'page.html', 'script.pdf.php', 'noextension']) {
      expect((await upload(server, 'local.user', code, name)).status.name, name).toBe('InvalidDocumentExtension');
    }
    expect((await upload(server, 'local.user', code, 'a.pdf', {})).httpStatus).toBe(422);
    expect((await upload(server, 'reviewer', code)).httpStatus).toBe(403);
    expect((await upload(server, 'other.user', code)).httpStatus).toBe(404);
    expect((await server.call('local.user', 'GET', `projects/${code}/documents`)).payload).toEqual([]);
  });
});

describe('the answer of a form about its project', () => {
  const funds = (euFunded: string) => ({ basic: { euFunded, proposer: { id: '50101' } } });
  const nobody = { admin: false, mei: false };

  it('is final for EU funds, except for an Admin and MEI', async () => {
    const settled = { id: 0, phase: PHASE.projectIdentification, foreignFunds: false, foreignFundsSettled: true };
    const answer = (project: object, viewer: object, [now, before]: readonly string[] = ['Да', 'Не']) =>
      server.context.db.transaction().execute((tx) =>
        requireStandingFunds(tx, { ...settled, ...project }, funds(now ?? ''), funds(before ?? ''), {
          ...nobody,
          ...viewer,
        }),
      );
    await expect(answer({}, {})).rejects.toMatchObject({ status: 'ForeignFundsSettled' });
    for (const [project, viewer, answers] of [
      [{}, { admin: true }],
      [{}, { mei: true }],
      [{}, {}, ['Да', 'Да']],
      // The form is reset to the valid answer.
      [{ foreignFunds: true }, {}],
      [{ foreignFundsSettled: false }, {}],
      // MEI has not been asked.
      [{ phase: PHASE.idea }, {}],
    ] as const) {
      await expect(answer(project, viewer, answers)).resolves.toBeUndefined();
    }
  });

  it('is copied to the project as far as the user who locks may change it', async () => {
    const code = await createProject(server, 'local.user');
    const { id } = await server.context.db
      .selectFrom('projects')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const carried = (given: { phaseStatus?: number; settled?: boolean; viewer?: object; registered?: number }) =>
      server.context.db.transaction().execute(async (tx) => {
        const {
          phaseStatus = PHASE_STATUS.entry,
          settled = true,
          viewer = {},
          registered = ORGANIZATION_STATUS.approved,
        } = given;
        await tx.updateTable('organizations').set({ status: registered }).where('id', '=', '50101').execute();
        const project = { id, phaseStatus, foreignFundsSettled: settled };
        await changeProject(tx, id, {
          proposer_organization_id: '50112',
          foreign_funds: false,
          last_changed_at: new Date(),
        });
        await carryToProject(tx, project, 'ideja', funds('Да'), { ...nobody, ...viewer }, new Date());
        const { proposer_organization_id: proposer, foreign_funds: eu } = await tx
          .selectFrom('projects')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await tx
          .updateTable('organizations')
          .set({ status: ORGANIZATION_STATUS.approved })
          .where('id', '=', '50101')
          .execute();
        return [proposer, eu];
      });
    expect(await carried({})).toEqual(['50101', false]);
    expect(await carried({ viewer: { admin: true } })).toEqual(['50101', true]);
    expect(await carried({ viewer: { mei: true } })).toEqual(['50101', true]);
    expect(await carried({ viewer: { mei: true }, settled: false })).toEqual(['50101', false]);
    // While the proposer's minister has the idea, the proposer stays; an unregistered body cannot be the proposer.
    expect(await carried({ phaseStatus: PHASE_STATUS.sentToMinister })).toEqual(['50112', false]);
    expect(await carried({ registered: ORGANIZATION_STATUS.pending })).toEqual(['50112', false]);
  });
});
