import { beforeAll, describe, expect, it } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import type { Phase } from '@pimis/contract/project-phases';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { questionsOf } from '@pimis/domain/forms/marking';
import { actingUser } from '../../seed/demo-people.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { submit } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { visibleScores } from './scores.ts';

const server = useServer();
const EVALUATOR = '10524';
let life: ProjectDriver;
let formId = 0;

const setEvaluator = (login: string, organizationId: string | null) =>
  server.call(login, 'PUT', `projects/${life.code}/forms/${formId}/evaluator`, { organizationId });
const mark = (login: string, action: number, marks?: unknown) =>
  submit(server, login, life.code, formId, action, marks);
const read = async (login: string) =>
  (await server.call<ProjectForm>(login, 'GET', `projects/${life.code}/forms/${formId}`)).payload;

const summaryOf = async (login: string) =>
  (await server.call<Phase[]>(login, 'GET', `projects/${life.code}/phases`)).payload
    ?.flatMap(({ forms }) => forms)
    .find(({ id }) => id === formId);

function marksOf(code: string, value: number): Record<string, unknown> {
  return Object.fromEntries(
    questionsOf(code).flatMap(({ number }): [string, unknown][] => [
      [`${number}.mark`, value],
      [`${number}.comment`, 'Образложење.'],
    ]),
  );
}

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  life = await ProjectDriver.start(server, { type: 1 });
  formId = await life.fill();
});

describe('marking', () => {
  it('is done by the named organization, on a locked form', async () => {
    expect((await server.call('evaluator', 'GET', `projects/${life.code}`)).httpStatus).toBe(404);
    expect((await setEvaluator('local.user', EVALUATOR)).httpStatus).toBe(403);
    expect(await setEvaluator('reviewer', '99999')).toMatchObject({ httpStatus: 422 });
    for (let sent = 0; sent < 2; sent += 1) expect((await setEvaluator('reviewer', EVALUATOR)).httpStatus).toBe(200);
    const named = await server.context.db
      .selectFrom('audit_log')
      .select('id')
      .where('operation', '=', 'form.evaluator')
      .execute();
    expect(named).toHaveLength(1);
    expect(await summaryOf('evaluator')).toMatchObject({ evaluatorOrganizationId: EVALUATOR, value: null });
    expect(await summaryOf('reviewer')).toMatchObject({ mayEvaluate: true });
    expect((await mark('local.user', 4, { '1.mark': 5 })).status.name).toBe('InvalidProjectFormEvaluator');
    expect((await read('evaluator'))?.rights).toMatchObject({ mark: true, edit: false, unlock: false });
  });

  it('shows a draft only to the evaluator, freezes complete marks for all, and opens them again', async () => {
    expect(await mark('evaluator', 4)).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'json' }] });
    expect((await mark('evaluator', 4, { '1.mark': 4, '1.comment': 'Добро.' })).httpStatus).toBe(200);
    expect(JSON.parse((await read('evaluator'))?.markJson ?? 'null')).toEqual({ '1.mark': 4, '1.comment': 'Добро.' });
    expect((await read('local.user'))?.markJson).toBeNull();
    expect(await summaryOf('evaluator')).toMatchObject({ marked: false });
    const again = await mark('evaluator', 4, { '1.mark': 4, '1.comment': 'Добро.' });
    expect(again.additionalInformation).toMatchObject({ formNotChanged: true });
    const marked = await server.context.db
      .selectFrom('audit_log')
      .select('id')
      .where('operation', '=', 'form.mark')
      .execute();
    expect(marked).toHaveLength(1);
    const early = await mark('evaluator', 5);
    expect(early.status.name).toBe('InvalidProjectFormValues');
    expect(early.errors.length).toBeGreaterThan(5);
    expect((await mark('evaluator', 5, marksOf('1-5-5', 4))).httpStatus).toBe(200);
    expect(await read('local.user')).toMatchObject({ status: 3, value: '80.00' });
    expect((await mark('evaluator', 4, { '1.mark': 1 })).status.name).toBe('InvalidProjectFormAction');
    expect((await mark('evaluator', 6)).httpStatus).toBe(200);
    expect(await read('local.user')).toMatchObject({ status: 2, value: null });
    await mark('evaluator', 5);
    expect(await read('local.user')).toMatchObject({ status: 3, value: '80.00' });
  });

  it('hides a draft from people who mark other forms', async () => {
    const form = { code: '1-5-5', evaluatorOrganizationId: EVALUATOR, mark: { '1.mark': 4 }, markedAt: null };
    const evaluator = await actingUser(server.context, 'evaluator');
    expect(visibleScores(form, evaluator)).toEqual(form.mark);
    expect(visibleScores(form, { ...evaluator, organizationId: '10525' })).toBeNull();
  });

  it('by two evaluators at once overwrites nothing', async () => {
    await mark('evaluator', 6);
    const base = (await read('evaluator'))?.markJson ?? null;
    const save = (baseMarkJson: string | null, marks: unknown) =>
      submit(server, 'evaluator', life.code, formId, 4, marks, { baseMarkJson });
    const other = { ...marksOf('1-5-5', 4), '1.comment': 'Колегиница.' };
    expect((await save(base, other)).httpStatus).toBe(200);
    const refused = await save(base, { '2.mark': 1, '2.comment': 'Колега.' });
    expect(refused).toMatchObject({ httpStatus: 409, status: { name: 'FormMarksConflict' } });
    const standing = (refused.payload as unknown as { markJson: string }).markJson;
    expect(JSON.parse(standing)).toEqual(other);
    expect((await save(standing, marksOf('1-5-5', 4))).httpStatus).toBe(200);
    await mark('evaluator', 5);
  });

  it('keeps a draft visible only to the evaluator when the form is approved with it, as preparedness may be', async () => {
    await mark('evaluator', 6);
    const status = (value: number) =>
      server.context.db.updateTable('project_forms').set({ status: value }).where('id', '=', formId).execute();
    await status(4);
    expect(await read('local.user')).toMatchObject({ markJson: null, value: null });
    expect((await read('evaluator'))?.markJson).not.toBeNull();
    expect(await summaryOf('reviewer')).toMatchObject({ mayEvaluate: false });
    await status(2);
    const project = (value: number) =>
      server.context.db.updateTable('projects').set({ status: value }).where('code', '=', life.code).execute();
    await project(PROJECT_STATUS.finished);
    expect(await summaryOf('reviewer')).toMatchObject({ mayEvaluate: false });
    await project(PROJECT_STATUS.pending);
    await mark('evaluator', 5);
  });

  it.each([
    ['a mark that is none', { '1.mark': 6 }],
    ['a question that is none', { '99.mark': 3 }],
    ['another key', { constructor: 1 }],
    ['a list', [1]],
    ['text for a mark', { '1.mark': '4' }],
    ['a question under another name', { '01.mark': 4 }],
    ['anything under another name', { '01.mark': { a: [1] } }],
    ['text that cannot be stored', { '1.comment': 'а\0б' }],
    ['half a character', { '1.comment': '\ud800' }],
  ])('refuses %s and keeps what was there', async (_name, marks) => {
    await mark('evaluator', 6);
    const before = (await read('evaluator'))?.markJson;
    expect((await mark('evaluator', 4, marks)).httpStatus).toBe(422);
    expect((await read('evaluator'))?.markJson).toBe(before);
    await mark('evaluator', 5);
  });

  it('must be done before the phase is approved', async () => {
    await mark('evaluator', 6);
    await life.act('local.user', 1);
    await life.act('local.admin', 1);
    await expect(life.act('reviewer', 1)).rejects.toThrow('InvalidProjectFormEvaluator');
    await mark('evaluator', 5);
    await life.act('reviewer', 1);
    expect(await life.state()).toBe('4/1');
    // Only an idea binds the forms after it.
    const plan = await server.context.db
      .selectFrom('project_forms')
      .select('fixed')
      .where('code', '=', 'plan')
      .executeTakeFirst();
    expect(plan?.fixed).toMatchObject({ earlier: { code: '1-5-5' } });
    expect(plan?.fixed).not.toHaveProperty('fromEarlier');
    expect(await read('local.user')).toMatchObject({ status: 4, value: '80.00' });
  });

  it('is offered to nobody once the project has left the phase of the form', async () => {
    // Nobody may mark an approved form, so the form is set back to locked.
    await server.context.db
      .updateTable('project_forms')
      .set({ status: FORM_STATUS.locked })
      .where('id', '=', formId)
      .execute();
    expect(await summaryOf('reviewer')).toMatchObject({ mayEvaluate: false });
    expect((await setEvaluator('reviewer', null)).status.name).toBe('InvalidProjectFormPhase');
  });
});
