import { beforeEach, describe, expect, it } from 'vitest';
import type { Activity, Phase } from '@pimis/contract/project-phases';
import type { Project } from '@pimis/contract/projects';
import type { TaskRow } from '@pimis/contract/tasks';
import type { ListItem } from '@pimis/contract/lists';
import { getPath, setPath } from '@pimis/domain/forms/paths';
import { act, createProject, currentForm, ideaValues, lockedIdea, submit } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

const LOCK = 2;
const UNLOCK = 3;

beforeEach(() => server.setNow(new Date('2026-11-20T09:00:00Z')));

async function statusOf(code: string): Promise<number | undefined> {
  return (await server.call<Project>('admin', 'GET', `projects/${code}`)).payload?.phaseStatus;
}

async function activities(code: string): Promise<string[]> {
  const project = await server.call<Project>('admin', 'GET', `projects/${code}`);
  const phase = project.payload?.phases[0]?.projectPhaseId;
  const answer = await server.call<Activity[]>(
    'admin',
    'GET',
    `projects/${code}/phases/${phase}/activities?perPage=50`,
  );
  return (answer.payload ?? []).map((row) => row.operation).toReversed();
}

const CHAIN = [
  ['local.user', 1, 2],
  ['local.admin', 1, 19],
  ['verifier', 1, 20],
  ['ministry.admin', 1, 21],
  ['minister', 1, 22],
] as const;

describe('an idea from creation to the commission', () => {
  it('goes step by step, and identification opens with the values of the idea', async () => {
    const { code } = await lockedIdea(server);
    for (const [login, action, status] of CHAIN) {
      const answer = await act(server, login, code, action);
      expect(answer.payload?.phaseStatus, `${login} at ${status}`).toBe(status);
    }
    expect((await act(server, 'ministry.admin', code, 1)).payload?.phaseStatus).toBe(3);
    expect((await act(server, 'reviewer', code, 1)).payload?.phaseStatus).toBe(14);
    const list = await server.call<{ name: string }>('reviewer', 'POST', 'projects/lists/3', {});
    expect(list.httpStatus).toBe(200);
    expect(await statusOf(code)).toBe(6);
    const decided = await act(server, 'reviewer', code, 1, { date: '2026-11-20' });
    expect(decided.payload).toMatchObject({ phase: 10, phaseStatus: 1, commissionApproved: true });

    const items = await server.call<ListItem[]>('reviewer', 'GET', `projects/lists/3/${list.payload?.name}`);
    expect(items.payload?.find((item) => item.projectCode === code)).toMatchObject({
      decision: 1,
      decisionDate: '2026-11-20',
      phaseStatus: 14,
      canDecide: false,
    });
    const { form } = await currentForm(server, 'local.user', code);
    expect(form.code).toBe('identifikacija-projekta');
    expect(form.defaults).toMatchObject({
      basic: { projectName: 'ППОВ Прокупље' },
      documents: { urbanPlan: { choice: 'Не' } },
    });
    expect(await activities(code)).toEqual([
      'open',
      'lock',
      'send',
      'confirm',
      'verify',
      'sendToMinister',
      'ministerApprove',
      'sendToMinistry',
      'approve',
      'listed',
      'commissionYes',
    ]);
    const detail = (await server.call<Project>('local.user', 'GET', `projects/${code}`)).payload;
    expect(detail).toMatchObject({
      name: 'ППОВ Прокупље',
      proposerOrganizationId: '10503',
      totalValue: '2109600000.00',
    });
  });

  async function euFunded(code: string) {
    const values = await ideaValues(server, 'local.user', code, {
      'basic.euFunded': 'Да',
      'basic.euProgramme': 'ИПА III',
    });
    (values.financialInfo as { fundingSources: unknown[] }).fundingSources[2] = {
      source: 'Фондови ЕУ',
      name: 'ИПА',
      localAmount: '492240000.00',
      currency: { id: 'EUR', name: 'Евро', exchangeCode: '978', exchangeRate: '117.2000' },
    };
    return values;
  }

  it('checks the answer about EU funds at each consent of the minister, until MEI has been asked', async () => {
    const { code, formId } = await lockedIdea(server);
    const own = await ideaValues(server, 'local.user', code);
    for (const [login, action] of CHAIN) await act(server, login, code, action);
    expect(await statusOf(code)).toBe(22);
    await act(server, 'admin', code, 2, { comment: 'Назад.' });
    const eu = await euFunded(code);
    expect((await submit(server, 'local.user', code, formId, 2, eu)).status.name).toBe('Success');
    for (const [login, action] of CHAIN) await act(server, login, code, action);
    expect((await act(server, 'ministry.admin', code, 1)).payload?.phaseStatus).toBe(23);
    await act(server, 'admin', code, 2, { comment: 'Назад.' });
    expect(await statusOf(code)).toBe(1);
    expect(await submit(server, 'local.user', code, formId, 1, own)).toMatchObject({
      status: { name: 'ForeignFundsSettled' },
      fieldErrors: [{ field: 'basic.euFunded' }],
    });
    expect((await submit(server, 'local.user', code, formId, 1, eu)).status.name).toBe('Success');
  });

  it('goes through MEI if the form names EU funds', async () => {
    const code = await createProject(server, 'local.user');
    const { id } = await currentForm(server, 'local.user', code);
    const values = await euFunded(code);
    expect((await submit(server, 'local.user', code, id, 2, values)).status.name).toBe('Success');
    for (const [login, action] of CHAIN) await act(server, login, code, action);
    expect((await act(server, 'ministry.admin', code, 1)).payload?.phaseStatus).toBe(23);
    expect((await act(server, 'mei', code, 1)).status.name).toBe('ValidationError');
    // MEI's text in the form stays; the opinion given in the step is added below it, and both must fit together.
    const written = structuredClone(values);
    setPath(written, 'opinions.mei', 'Услови **програма**: није 5 \\* 3.');
    expect((await submit(server, 'mei', code, id, 1, written)).status.name).toBe('Success');
    expect(await act(server, 'mei', code, 1, { comment: 'а'.repeat(4000) })).toMatchObject({
      httpStatus: 422,
      fieldErrors: [{ field: 'comment' }],
    });
    // A different text with the same ending.
    const comment = '5 * 3.';
    expect((await act(server, 'mei', code, 1, { comment })).payload).toMatchObject({
      phaseStatus: 24,
      meiOpinion: comment,
    });
    const seenByMei = await currentForm(server, 'mei', code);
    expect(JSON.parse(seenByMei.form.inputJson)).toMatchObject({
      opinions: { mei: 'Услови **програма**: није 5 \\* 3.\n\n5 \\* 3.' },
    });
    const seenByOwner = await currentForm(server, 'local.user', code);
    expect(seenByOwner.form.inputJson).not.toContain('програма');
    expect((await act(server, 'ministry.admin', code, 1)).payload?.phaseStatus).toBe(3);
  });

  it('accepts an opinion of MEI as long as its field, with any characters, and adds it once if repeated', async () => {
    const code = await createProject(server, 'local.user');
    const { id } = await currentForm(server, 'local.user', code);
    expect((await submit(server, 'local.user', code, id, 2, await euFunded(code))).status.name).toBe('Success');
    const opinion = async () =>
      getPath(JSON.parse((await currentForm(server, 'mei', code)).form.inputJson) as object, 'opinions.mei');
    const comment = ':'.repeat(4000);
    for (const time of [1, 2]) {
      for (const [login, action] of CHAIN) await act(server, login, code, action);
      expect((await act(server, 'ministry.admin', code, 1)).payload?.phaseStatus).toBe(23);
      expect((await act(server, 'mei', code, 1, { comment })).payload?.phaseStatus).toBe(24);
      expect(await opinion()).toBe(comment);
      if (time === 1) {
        await act(server, 'admin', code, 2, { comment: 'Назад.' });
        const again = await currentForm(server, 'local.user', code);
        await submit(server, 'local.user', code, again.form.id, 2, JSON.parse(again.form.inputJson));
      }
    }
  });

  it('is returned with a comment from every step, and the form is open again', async () => {
    const { code, formId } = await lockedIdea(server);
    const steps = [...CHAIN, ['ministry.admin', 1, 3] as const];
    const returner: Record<number, string> = {
      2: 'local.admin',
      19: 'verifier',
      20: 'ministry.admin',
      21: 'minister',
      3: 'reviewer',
    };
    for (let upTo = 1; upTo <= steps.length; upTo += 1) {
      for (const [login, action] of steps.slice(0, upTo)) await act(server, login, code, action);
      const status = (await statusOf(code)) ?? 0;
      const who = returner[status];
      if (!who) {
        expect((await act(server, 'admin', code, 2, { comment: 'Назад.' })).payload?.phaseStatus).toBe(1);
      } else {
        const refused = await act(server, who, code, 2);
        expect(refused).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'comment', code: 'EmptyField' }] });
        expect((await act(server, who, code, 2, { comment: 'Допуните.' })).payload?.phaseStatus).toBe(1);
      }
      const phases = await server.call<Phase[]>('local.user', 'GET', `projects/${code}/phases`);
      expect(phases.payload?.[0]?.forms[0]?.status).toBe(1);
      // The return forgets who confirmed, so that user may approve the next confirmation.
      const { confirmed_by: confirmedBy } = await server.context.db
        .selectFrom('projects')
        .select('confirmed_by')
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      expect(confirmedBy).toBeNull();
      expect((await submit(server, 'local.user', code, formId, 2)).status.name).toBe('Success');
    }
  });
});

describe('the server refuses', () => {
  it('a step of another user, of the sender, with an unknown action, or before the lock', async () => {
    const open = await createProject(server, 'local.user');
    expect(await act(server, 'local.user', open, 1)).toMatchObject({
      httpStatus: 409,
      status: { name: 'UncompletedPhaseForms' },
    });
    const { code } = await lockedIdea(server);
    expect(await act(server, 'reviewer', code, 1)).toMatchObject({ httpStatus: 403, status: { name: 'Forbidden' } });
    expect(await act(server, 'other.user', code, 1)).toMatchObject({ httpStatus: 404 });
    expect(await act(server, 'local.user', code, 6)).toMatchObject({
      httpStatus: 409,
      status: { name: 'InvalidProjectAction' },
    });
    await act(server, 'local.admin', code, 1);
    expect(await act(server, 'local.admin', code, 1)).toMatchObject({
      httpStatus: 403,
      status: { name: 'InvalidUserPermission' },
    });
    expect((await act(server, 'local.power', code, 1)).payload?.phaseStatus).toBe(19);
    expect((await server.call<Project>('local.user', 'GET', `projects/${code}`)).payload?.availableActions).toEqual([]);
    expect(
      (await server.call<Project>('verifier', 'GET', `projects/${code}`)).payload?.availableActions.map(
        (action) => action.key,
      ),
    ).toEqual(['verify', 'return']);
  });

  it('all but one of fifty concurrent steps, with the current project in the answers', async () => {
    const { code } = await lockedIdea(server);
    const before = (await server.call<Project>('local.user', 'GET', `projects/${code}`)).payload;
    const expected = { projectPhaseId: before?.projectPhaseId, status: 1 };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => act(server, 'local.user', code, 1, { expected })),
    );
    const won = answers.filter((answer) => answer.httpStatus === 200);
    const lost = answers.filter((answer) => answer.status.name === 'InvalidProjectAction');
    expect(won).toHaveLength(1);
    expect(lost).toHaveLength(49);
    expect(lost[0]?.payload).toMatchObject({ code, phaseStatus: 2, ownStep: 'send' });
    expect((await server.call<Project>('local.admin', 'GET', `projects/${code}`)).payload?.ownStep).toBeNull();
    expect((await activities(code)).filter((operation) => operation === 'send')).toHaveLength(1);
  });

  it('a step against a state that has moved on', async () => {
    const { code } = await lockedIdea(server);
    const answer = await act(server, 'local.user', code, 1, { expected: { projectPhaseId: 1, status: 7 } });
    expect(answer).toMatchObject({
      httpStatus: 409,
      status: { name: 'InvalidProjectAction' },
      payload: { phaseStatus: 1 },
    });
  });

  it('the minister’s consent to an idea that its organization has changed meanwhile', async () => {
    const { code, formId } = await lockedIdea(server);
    for (const [login, action] of CHAIN.slice(0, -1)) await act(server, login, code, action);
    const seen = (await server.call<Project>('minister', 'GET', `projects/${code}`)).payload;
    const tasks = await server.call<TaskRow[]>('minister', 'GET', `tasks/paged?filter[code]=${code}`);
    const task = tasks.payload?.[0];
    server.setNow(new Date('2026-11-20T09:01:00Z'));
    await submit(server, 'local.user', code, formId, UNLOCK);
    await submit(server, 'local.user', code, formId, LOCK);
    const fresh = (await server.call<Project>('minister', 'GET', `projects/${code}`)).payload;
    const consent = (project?: Project | null) =>
      act(server, 'minister', code, 1, {
        expected: { projectPhaseId: project?.projectPhaseId, status: 21, lastChangeDate: project?.lastChangeDate },
      });
    expect(await consent(seen)).toMatchObject({ httpStatus: 409, status: { name: 'RecordConflict' } });
    const expected = { projectPhaseId: task?.projectPhaseId, status: 21, lastChangeDate: task?.lastChangeDate };
    const steps = [{ code, step: task?.nextStep.key, expected }];
    expect((await server.call('minister', 'POST', 'tasks/steps', { steps })).payload).toMatchObject([
      { done: false, refusal: 'RecordConflict' },
    ]);
    expect(await consent(fresh)).toMatchObject({ payload: { phaseStatus: 22 } });
  });
});

describe('the commission', () => {
  it('needs a date, and a second one to postpone; stopping finishes, refusing pauses, an administrator brings back', async () => {
    const codes: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { code } = await lockedIdea(server);
      for (const [login, action] of [...CHAIN, ['ministry.admin', 1, 3] as const, ['reviewer', 1, 14] as const])
        await act(server, login, code, action);
      codes.push(code);
    }
    await server.call('reviewer', 'POST', 'projects/lists/3', { name: 'Седница 7' });
    const [rested = '', stopped = '', postponed = ''] = codes;
    expect(await act(server, 'reviewer', rested, 2)).toMatchObject({
      httpStatus: 422,
      fieldErrors: [{ field: 'date' }],
    });
    expect((await act(server, 'reviewer', rested, 2, { date: '2026-11-20' })).payload).toMatchObject({
      phaseStatus: 18,
      status: 0,
    });
    expect((await act(server, 'reviewer', stopped, 3, { date: '2026-11-20' })).payload).toMatchObject({
      phaseStatus: 9,
      status: 1,
    });
    expect(await act(server, 'reviewer', postponed, 4, { date: '2026-11-20' })).toMatchObject({
      fieldErrors: [{ field: 'postponedDate' }],
    });
    expect(
      (await act(server, 'reviewer', postponed, 4, { date: '2026-11-20', postponedDate: '2027-02-01' })).payload
        ?.phaseStatus,
    ).toBe(8);
    expect((await act(server, 'reviewer', postponed, 1)).payload?.phaseStatus).toBe(14);
    expect((await act(server, 'admin', rested, 1, { comment: 'Нова околност.' })).payload?.phaseStatus).toBe(1);
    const again = await server.call('reviewer', 'POST', 'projects/lists/3', { name: 'Седница 7' });
    expect(again.status.name).toBe('TranExistsProjectListName');
    expect(await server.call('local.power', 'POST', 'projects/lists/3', {})).toMatchObject({ httpStatus: 403 });
    expect(await server.call('reviewer', 'POST', 'projects/lists/4', {})).toMatchObject({
      status: { name: 'EmptyProjectList' },
    });
  });
});
