import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Task } from '@pimis/contract/dashboard';
import type { ProjectForm } from '@pimis/contract/forms';
import type { Activity } from '@pimis/contract/project-phases';
import type { Project } from '@pimis/contract/projects';
import type { Remark } from '@pimis/contract/remarks';
import { FORM_STATUS } from '@pimis/domain/constants';
import { REMARKS_LIMIT } from '@pimis/domain/forms/remarks';
import { act, currentForm, ideaValues, lockedIdea, submit } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();

beforeEach(() => server.setNow(new Date('2026-11-20T09:00:00Z')));

const PLACE = 'basic.projectName';

interface Sent {
  code: string;
  path: string;
  form: () => Promise<ProjectForm>;
}

/** An idea that waits for confirmation by its head. */
async function sentIdea(): Promise<Sent> {
  const { code } = await lockedIdea(server);
  expect((await act(server, 'local.user', code, 1)).payload?.phaseStatus).toBe(2);
  const { form } = await currentForm(server, 'local.user', code);
  return {
    code,
    path: `projects/${code}/forms/${form.id}/remarks`,
    form: async () => (await currentForm(server, 'local.user', code)).form,
  };
}

const write = (login: string, { path }: Sent, text: string, place: string | null = PLACE) =>
  server.call<Remark>(login, 'POST', path, { place, text });

const RETURN = { comment: 'Проверите износе.' };

async function readProject(login: string, code: string): Promise<Project | null> {
  return (await server.call<Project>(login, 'GET', `projects/${code}`)).payload;
}

async function taskOf(login: string, code: string): Promise<Task | undefined> {
  const { payload } = await server.call<Task[]>(login, 'GET', 'dashboard/tasks');
  return payload?.find(({ projectCode }) => projectCode === code);
}

describe('a form that is returned', () => {
  it('needs no comment if it has remarks: they give the reason, and the return is the main button', async () => {
    const sent = await sentIdea();
    expect((await act(server, 'local.admin', sent.code, 2)).errors).toEqual(['comment.EmptyField']);
    await write('local.admin', sent, 'Недостаје извор.', null);
    const project = await readProject('local.admin', sent.code);
    const back = project?.availableActions.find(({ key }) => key === 'return');
    expect([back?.needs.comment, project?.mainAction, project?.draftRemarks]).toEqual([false, back?.id, 1]);
    expect((await act(server, 'local.admin', sent.code, 2)).httpStatus).toBe(200);
    expect((await readProject('local.user', sent.code))?.returned).toMatchObject({ comment: null, openRemarks: 1 });
  });

  it('shows the remarks of its return until each is done, and no longer counts as returned once it is sent', async () => {
    const sent = await sentIdea();
    await write('local.admin', sent, 'Назив није исти као у одлуци.');
    await write('local.admin', sent, 'Недостаје извор.', null);
    expect((await sent.form()).remarks).toEqual([]);
    await act(server, 'local.admin', sent.code, 2, RETURN);

    const returned = { comment: RETURN.comment, openRemarks: 2, operation: 'return' };
    const project = await readProject('local.user', sent.code);
    expect(project).toMatchObject({ returned, nextStep: { key: 'answerRemarks', place: 'form' } });
    expect(await taskOf('local.user', sent.code)).toMatchObject({
      returned: true,
      openRemarks: 2,
      nextStep: { key: 'answerRemarks' },
    });
    const form = await sent.form();
    expect(form).toMatchObject({ returned, rights: { answer: true, remark: false } });
    const [first, second] = form.remarks;
    expect([first?.place, second?.place, first?.sentDate === null]).toEqual([PLACE, null, false]);

    const answered = await server.call<Remark>('local.user', 'PUT', `${sent.path}/${first?.id}/answer`, {
      answer: 'Исправљено.',
      done: true,
      answeredDate: null,
    });
    expect(answered.payload).toMatchObject({ answer: 'Исправљено.', done: true, answeredBy: 'Милена Јовић' });
    await server.call('local.user', 'PUT', `${sent.path}/${second?.id}/answer`, {
      answer: null,
      done: true,
      answeredDate: null,
    });
    expect((await readProject('local.user', sent.code))?.nextStep?.key).toBe('amendForm');
    server.setNow(new Date('2026-11-20T10:00:00Z'));
    const amended = await ideaValues(server, 'local.user', sent.code, { [PLACE]: 'Ново име' });
    expect((await submit(server, 'local.user', sent.code, form.id, 1, amended)).httpStatus).toBe(200);
    expect((await readProject('local.user', sent.code))?.nextStep?.key).toBe('lockForm');
    expect((await submit(server, 'local.user', sent.code, form.id, 2, amended)).httpStatus).toBe(200);
    await act(server, 'local.user', sent.code, 1);
    expect(await readProject('local.admin', sent.code)).toMatchObject({ returned: null });
    // The user who returned the form sees the answer below the remark.
    const again = await server.call<ProjectForm>('local.admin', 'GET', `projects/${sent.code}/forms/${form.id}`);
    expect(again.payload?.remarks[0]).toMatchObject({ answer: 'Исправљено.', done: true });
  });

  it('shows its remarks with the return among the activities, and the whole comment', async () => {
    const sent = await sentIdea();
    await write('local.admin', sent, 'Објасните.');
    const long = 'Дуга примедба. '.repeat(60).trim();
    await act(server, 'local.admin', sent.code, 2, { comment: long });
    const phase = (await readProject('local.user', sent.code))?.projectPhaseId;
    const { payload } = await server.call<Activity[]>(
      'local.user',
      'GET',
      `projects/${sent.code}/phases/${phase}/activities`,
    );
    expect(payload?.find(({ operation }) => operation === 'return')?.remarks).toMatchObject([
      { place: PLACE, text: 'Објасните.', answer: null, done: false },
    ]);
    const told = await server.call<{ projectCode: string; comment: string }[]>('local.user', 'GET', 'notifications');
    expect(told.payload?.find(({ projectCode }) => projectCode === sent.code)?.comment).toBe(long);
  });

  it('also counts as returned when a change was requested and it went back to entry', async () => {
    const sent = await sentIdea();
    for (const [login, action] of [
      ['local.admin', 1],
      ['verifier', 2],
    ] as const) {
      await act(server, login, sent.code, action, action === 2 ? RETURN : {});
    }
    expect((await readProject('local.user', sent.code))?.returned).toMatchObject({ comment: RETURN.comment });
  });
});

describe('a remark', () => {
  it('can be written only by users who may return the form', async () => {
    const sent = await sentIdea();
    for (const login of ['local.user', 'reviewer']) {
      expect((await write(login, sent, 'Не.')).status.name, login).toBe('InvalidUserPermission');
    }
    expect((await write('other.user', sent, 'Не.')).httpStatus).toBe(404);
    const draft = (await write('local.admin', sent, 'Да.')).payload;
    // Another user who may return the form does not see the draft.
    expect((await server.call('admin', 'PUT', `${sent.path}/${draft?.id}`, { text: 'Туђе.' })).httpStatus).toBe(404);
    expect(
      (
        await server.call('local.user', 'PUT', `${sent.path}/${draft?.id}/answer`, {
          answer: null,
          done: true,
          answeredDate: null,
        })
      ).httpStatus,
    ).not.toBe(200);
  });

  it('belongs to a place of the form, and has a text', async () => {
    const sent = await sentIdea();
    const refused = async (place: string | null, text: string) =>
      (await write('local.admin', sent, text, place)).fieldErrors?.map(({ field }) => field);
    expect(await refused('nothing.here', 'Текст')).toEqual(['place']);
    expect(await refused(PLACE, '  \n ')).toEqual(['text']);
    expect(await refused(PLACE, 'а'.repeat(2001))).toEqual(['text']);
    expect((await write('local.admin', sent, 'а'.repeat(2000), '#basic')).httpStatus).toBe(200);
  });

  it('can be changed and removed by its author until it is sent', async () => {
    const sent = await sentIdea();
    const id = (await write('local.admin', sent, 'Прво.')).payload?.id;
    const gone = (await write('local.admin', sent, 'Вишак.')).payload?.id;
    expect(
      (await server.call<Remark>('local.admin', 'PUT', `${sent.path}/${id}`, { text: 'Друго.' })).payload?.text,
    ).toBe('Друго.');
    expect((await server.call('local.admin', 'DELETE', `${sent.path}/${gone}`)).httpStatus).toBe(200);
    await act(server, 'local.admin', sent.code, 2, RETURN);
    expect((await server.call('local.admin', 'DELETE', `${sent.path}/${id}`)).status.name).toBe('RemarkSent');
    expect((await sent.form()).remarks.map(({ text }) => text)).toEqual(['Друго.']);
    const { rows } = await sql<{ operation: string }>`
      select operation from audit_log where subject_type = 'remark' and detail ->> 'project' = ${sent.code} order by id`.execute(
      server.context.db,
    );
    expect(rows.map(({ operation }) => operation)).toEqual([
      'remark.add',
      'remark.add',
      'remark.edit',
      'remark.remove',
    ]);
  });

  it('keeps the earlier change of two tabs at once', async () => {
    const sent = await sentIdea();
    const id = (await write('local.admin', sent, 'Прво.')).payload?.id;
    const edit = (text: string, former?: string) =>
      server.call<Remark>('local.admin', 'PUT', `${sent.path}/${id}`, { text, ...(former ? { former } : {}) });
    const [one, other] = await Promise.all([edit('Једно.', 'Прво.'), edit('Друго.', 'Прво.')]);
    expect([one.status.name, other.status.name].toSorted()).toEqual(['RecordConflict', 'Success']);
    const first = one.httpStatus === 200 ? one : other;
    const stored = async () => {
      const { form } = await currentForm(server, 'local.admin', sent.code);
      return form.remarks.map(({ text }) => text);
    };
    expect(await stored()).toEqual([first.payload?.text]);
    // The client repeats a change because its answer was lost.
    expect((await edit(first.payload?.text ?? '', 'Прво.')).httpStatus).toBe(200);
    expect((await edit('Треће.', first.payload?.text)).httpStatus).toBe(200);
    expect(await stored()).toEqual(['Треће.']);
    // A call without the former text overwrites.
    expect((await edit('Четврто.')).httpStatus).toBe(200);
    expect((await edit('Пето.', 'Треће.')).httpStatus).toBe(409);
    expect(await stored()).toEqual(['Четврто.']);
    const { rows } = await sql<{ count: number }>`select count(*)::integer from audit_log
      where operation = 'remark.edit' and detail ->> 'project' = ${sent.code}`.execute(server.context.db);
    expect(rows[0]?.count).toBe(4);
  });

  it('is written once if it is sent again, until another one is written or the form is returned', async () => {
    const sent = await sentIdea();
    const ids = async (text: string, place?: string | null) =>
      (await write('local.admin', sent, text, place)).payload?.id;
    const first = await ids('Зашто?');
    expect(await ids(' Зашто? ')).toBe(first);
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => ids('Зашто?'))))).toEqual(new Set([first]));
    // A colleague's draft in between does not matter: it has another author.
    const others = (await write('admin', sent, 'Зашто?')).payload?.id;
    expect(others).not.toBe(first);
    expect(await ids('Зашто?')).toBe(first);
    const later: (number | undefined)[] = [];
    for (const [text, place] of [['Зашто?', null], ['Зашто?'], ['А сада?'], ['Зашто?']] as const) {
      later.push(await ids(text, place));
    }
    expect(new Set([first, ...later]).size).toBe(5);
    await act(server, 'local.admin', sent.code, 2, RETURN);
    const { id } = await sent.form();
    const values = await ideaValues(server, 'local.user', sent.code, {});
    expect((await submit(server, 'local.user', sent.code, id, 2, values)).httpStatus).toBe(200);
    await act(server, 'local.user', sent.code, 1);
    const { rows } = await sql<{ count: number }>`select count(*)::integer from audit_log
      where operation = 'remark.add' and detail ->> 'project' = ${sent.code}`.execute(server.context.db);
    expect(rows[0]?.count).toBe(6);
    expect(later).not.toContain(await ids('Зашто?'));
  });

  it('keeps the first of fifty answers at once', async () => {
    const sent = await sentIdea();
    const id = (await write('local.admin', sent, 'Зашто?')).payload?.id;
    await act(server, 'local.admin', sent.code, 2, RETURN);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        server.call<Remark>('local.user', 'PUT', `${sent.path}/${id}/answer`, {
          answer: `Зато ${n}.`,
          done: false,
          answeredDate: null,
        }),
      ),
    );
    const names = Map.groupBy(answers, ({ status }) => status.name);
    expect([names.get('Success')?.length, names.get('RemarkAnswered')?.length]).toEqual([1, 49]);
    expect((await sent.form()).remarks[0]?.answer).toBe(names.get('Success')?.[0]?.payload?.answer);
  });

  it('is refused above a limit, even for fifty at once', async () => {
    const sent = await sentIdea();
    const { id } = await sent.form();
    await sql`insert into form_remarks (form_id, text, revision, user_id, user_name)
      select ${id}, 'Примедба', 1, users.id, users.name from users, generate_series(1, ${REMARKS_LIMIT - 1})
      where login = 'local.admin'`.execute(server.context.db);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => write('local.admin', sent, `Још једна, ${n}.`)),
    );
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status.name === 'ReachedRemarksLimit')).toHaveLength(49);
  });

  it('is sent only with the return of its own author', async () => {
    const sent = await sentIdea();
    const draft = (await write('admin', sent, 'Администратор пише.')).payload?.id;
    await act(server, 'local.admin', sent.code, 2, RETURN);
    expect((await sent.form()).remarks).toEqual([]);
    // The remark was not sent, so nobody can answer it yet, not even its author.
    const answer = { answer: 'Одговор.', done: true, answeredDate: null };
    expect((await server.call('admin', 'PUT', `${sent.path}/${draft}/answer`, answer)).httpStatus).toBe(404);
  });

  it('is counted only in the present phase, and until its form is approved', async () => {
    const sent = await sentIdea();
    await write('local.admin', sent, 'Послата.');
    await write('admin', sent, 'Нацрт.');
    await act(server, 'local.admin', sent.code, 2, RETURN);
    const counted = async () => {
      const project = await readProject('admin', sent.code);
      return [project?.returned?.openRemarks, project?.draftRemarks];
    };
    expect(await counted()).toEqual([1, 1]);
    const { db } = server.context;
    const ids = sql`(select id from projects where code = ${sent.code})`;
    await sql`update project_forms set status = ${FORM_STATUS.approved} where project_id = ${ids}`.execute(db);
    expect(await counted()).toEqual([0, 1]);
    await sql`insert into project_phases (project_id, phase, status, started_at) values (${ids}, 10, 1, now())`.execute(
      db,
    );
    await sql`update projects set phase = 10 where code = ${sent.code}`.execute(db);
    expect((await readProject('admin', sent.code))?.draftRemarks).toBe(0);
  });
});
