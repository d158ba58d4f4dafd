import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProjectNotification } from '@pimis/contract/daily';
import { questionsOf } from '@pimis/domain/forms/marking';
import { FORM_ACTION } from '@pimis/domain/forms/form-actions';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { submit } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const EVALUATOR = '10524';
let life: ProjectDriver;
let formId = 0;

async function name(organizationId: string | null, login = 'reviewer') {
  const path = `projects/${life.code}/forms/${formId}/evaluator`;
  expect((await server.call(login, 'PUT', path, { organizationId })).httpStatus).toBe(200);
}
const mark = (action: number, login = 'evaluator') => {
  const marks = Object.fromEntries(questionsOf('1-5-5').map(({ number }): [string, number] => [`${number}.mark`, 4]));
  return submit(server, login, life.code, formId, action, action === FORM_ACTION.unlockAndMark ? undefined : marks);
};

beforeEach(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  life = await ProjectDriver.start(server, { type: 1 });
  formId = await life.fill();
});

describe('the page of a project', () => {
  const actors = async (login = 'admin') => {
    const { now, next } = (await life.read(login)).actors;
    const shown = (steps: typeof now) => steps.map(({ key, organizationId }) => `${key} ${organizationId}`);
    return { now: shown(now), next: shown(next) };
  };
  const stepOf = async (login: string) => (await life.read(login)).nextStep?.key ?? null;

  it('names the evaluating body with its people before the approver, until its marks are locked', async () => {
    await name(EVALUATOR);
    expect(await actors()).toEqual({ now: ['send 50112'], next: ['confirm 50112', 'markForm 10524', 'approve 00000'] });
    await life.act('local.user', 1);
    await life.act('local.admin', 1);
    expect(await actors()).toEqual({ now: ['markForm 10524'], next: ['approve 00000'] });
    const [now] = (await life.read('evaluator')).actors.now;
    expect(now).toMatchObject({
      label: { sr: 'Оцени образац' },
      people: [{ name: 'Бојан Тодоровић', isCurrentUser: true }],
    });
    await mark(FORM_ACTION.lockAndMark);
    expect(await actors()).toEqual({ now: ['approve 00000'], next: [] });
  });

  it('leads the evaluator to the form, and nobody to an approval that waits for marks', async () => {
    await name(EVALUATOR);
    expect(await life.read('evaluator')).toMatchObject({
      nextStep: { key: 'markForm', place: 'form', list: null, form: { id: formId, segment: '1-5-5' } },
      mainAction: null,
    });
    expect(await stepOf('local.user')).toBe('send');
    await life.act('local.user', 1);
    await life.act('local.admin', 1);
    expect([await stepOf('evaluator'), await stepOf('reviewer'), await stepOf('admin')]).toEqual([
      'markForm',
      null,
      null,
    ]);
    expect((await life.read('reviewer')).mainAction).toBeNull();
    await mark(FORM_ACTION.lockAndMark);
    expect([await stepOf('evaluator'), await stepOf('reviewer')]).toEqual([null, 'approve']);
    expect((await life.read('reviewer')).mainAction).not.toBeNull();
    await mark(FORM_ACTION.unlockAndMark);
    expect([await stepOf('evaluator'), await stepOf('reviewer')]).toEqual(['markForm', null]);
    // The user who named the body can withdraw it, and then approve.
    await name(null);
    expect(await stepOf('reviewer')).toBe('approve');
  });
});

describe('the bell', () => {
  /** The requests in unread notifications about the project, by login. */
  async function asked(): Promise<Record<string, string[]>> {
    const { rows } = await sql<{ login: string }>`
      select distinct users.login::text as login from notifications
      join users on users.id = notifications.user_id join projects on projects.id = notifications.project_id
      where projects.code = ${life.code} and notifications.kind = 'turn' and notifications.read_at is null
      order by login`.execute(server.context.db);
    const found: Record<string, string[]> = {};
    for (const { login } of rows) {
      const { payload } = await server.call<ProjectNotification[]>(
        login,
        'GET',
        'notifications?unread=true&perPage=100',
      );
      const own = payload?.filter(({ projectCode, kind }) => projectCode === life.code && kind === 'turn') ?? [];
      found[login] = own.map(({ step, operation }) => `${operation}: ${step?.en}`);
    }
    return found;
  }
  const TO_MARK = 'marking the form';

  it('notifies people of a body that is named for a locked form, and nobody else', async () => {
    expect(await asked()).toEqual({});
    await name(EVALUATOR);
    expect(await asked()).toEqual({ evaluator: [`evaluator: ${TO_MARK}`] });
    // The request remains while the project moves on, and ends when the body is no longer asked.
    await life.act('local.user', 1);
    expect((await asked()).evaluator).toEqual([`evaluator: ${TO_MARK}`]);
    await name('50101');
    expect(await asked()).toEqual({
      'local.admin': ['send: confirmation'],
      'local.power': ['send: confirmation'],
    });
  });

  it('notifies when a form with an evaluator is locked, and withdraws this when it is unlocked', async () => {
    await submit(server, 'local.user', life.code, formId, FORM_ACTION.unlock);
    await name(EVALUATOR);
    expect(await asked()).toEqual({});
    await submit(server, 'local.user', life.code, formId, FORM_ACTION.lock);
    expect(await asked()).toEqual({ evaluator: [`lock: ${TO_MARK}`] });
    await submit(server, 'local.user', life.code, formId, FORM_ACTION.unlock);
    expect(await asked()).toEqual({});
  });

  it('notifies the approver when the marks are locked, and not before', async () => {
    await name(EVALUATOR);
    await life.act('local.user', 1);
    await life.act('local.admin', 1);
    expect(await asked()).toEqual({ evaluator: [`evaluator: ${TO_MARK}`] });
    await mark(FORM_ACTION.mark);
    expect(await asked()).toEqual({ evaluator: [`evaluator: ${TO_MARK}`] });
    await mark(FORM_ACTION.lockAndMark);
    expect(await asked()).toEqual({ admin: ['lockMark: approval'], reviewer: ['lockMark: approval'] });
    // When somebody else unlocks the form, the marks are requested again, and nobody is asked to approve.
    await mark(FORM_ACTION.unlockAndMark, 'admin');
    expect(await asked()).toEqual({ evaluator: [`unlockMark: ${TO_MARK}`] });
    await name(null, 'admin');
    expect(await asked()).toEqual({ reviewer: ['evaluator: approval'] });
  });

  it('asks for marks again when the form of a returned project is locked again', async () => {
    await name(EVALUATOR);
    await life.act('local.user', 1);
    await life.act('local.admin', 2, { comment: 'Допуните.' });
    expect(await asked()).not.toHaveProperty('evaluator');
    await submit(server, 'local.user', life.code, formId, FORM_ACTION.lock);
    expect((await asked()).evaluator).toEqual([`lock: ${TO_MARK}`]);
    // If it is marked before it is sent, the approver gets it like any other project.
    await mark(FORM_ACTION.lockAndMark);
    expect(await asked()).not.toHaveProperty('evaluator');
    await life.act('local.user', 1);
    await life.act('local.admin', 1);
    expect(await asked()).toEqual({ admin: ['confirm: approval'], reviewer: ['confirm: approval'] });
  });

  it('does not notify people of the body who may not mark, nor an administrator', async () => {
    const given = [
      ['local.power', 'Project_Evaluate'],
      ['local.admin', 'Project_Evaluate'],
      ['local.admin', 'Admin'],
    ] as const;
    for (const [login, claim] of given) {
      await sql`insert into role_claims (role_id, claim)
        select role_id, ${claim} from users where login = ${login}`.execute(server.context.db);
    }
    await name('50112');
    expect(Object.keys(await asked())).toEqual(['local.power']);
    for (const [login, claim] of given) {
      await sql`delete from role_claims using users
        where users.role_id = role_claims.role_id and login = ${login} and claim = ${claim}`.execute(server.context.db);
    }
  });
});
