import { beforeEach, describe, expect, it } from 'vitest';
import type { StepRequest, StepResult, TaskRow } from '@pimis/contract/tasks';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

beforeEach(() => server.setNow(new Date('2026-04-02T09:00:00Z')));

/** A project whose form a user of its organization has filled in, locked and sent. */
async function sent(by = 'local.user'): Promise<ProjectDriver> {
  const life = await ProjectDriver.start(server);
  await life.fill();
  await life.act(by, 1);
  return life;
}

/** The project's present step, as this user sees it. */
async function stepOf(life: ProjectDriver, step: string): Promise<StepRequest> {
  const { projectPhaseId, phaseStatus } = await life.read();
  return { code: life.code, step, expected: { projectPhaseId, status: phaseStatus } };
}

const take = (login: string, steps: readonly StepRequest[]) =>
  server.call<StepResult[]>(login, 'POST', 'tasks/steps', { steps });

const done = ({ code }: { code: string }) => ({ code, done: true, refusal: null });
const refused = ({ code }: { code: string }, refusal: string) => ({ code, done: false, refusal });

const auditOf = (code: string, key: string) =>
  server.context.db
    .selectFrom('audit_log')
    .innerJoin('projects', (join) => join.on('projects.code', '=', code))
    .select('audit_log.id')
    .where('operation', '=', `project.action.${key}`)
    .whereRef('subject_id', '=', (where) => where.cast<string>('projects.id', 'text'))
    .execute();

describe('several projects', () => {
  it('are confirmed together, and then verified, as their tasks offer', async () => {
    const lives = [await sent(), await sent()];
    for (const [login, key] of [
      ['local.admin', 'confirm'],
      ['verifier', 'verify'],
    ] as const) {
      const { payload: rows } = await server.call<TaskRow[]>(login, 'GET', `tasks/paged?filter[openStep]=${key}`);
      const steps = rows?.map(({ projectCode, nextStep, projectPhaseId, phaseStatus, together }) => {
        expect(together).toBe(true);
        return { code: projectCode, step: nextStep.key, expected: { projectPhaseId, status: phaseStatus } };
      });
      const { payload } = await take(login, steps ?? []);
      expect(payload).toEqual(lives.map(done));
    }
    expect(await Promise.all(lives.map((life) => life.state()))).toEqual(['0/20', '0/20']);
  });

  it('are refused for one that has ended, with the reason of its end', async () => {
    const life = await sent();
    const step = await stepOf(life, 'confirm');
    await server.call('admin', 'PATCH', `projects/${life.code}`, { status: 1, comment: 'Одустали смо.' });
    expect((await take('local.admin', [step])).payload).toEqual([refused(life, 'ProjectFinished')]);
  });

  it('succeed or fail independently, each with its reason', async () => {
    const [good, own, moved, stranger] = [await sent(), await sent('local.admin'), await sent(), await sent()];
    const steps = await Promise.all([own, moved, good].map((life) => stepOf(life, 'confirm')));
    await moved.act('local.admin', 2, { comment: 'Допунити.' });
    const sending = await stepOf(moved, 'send');
    const { payload, httpStatus } = await take('local.admin', [
      ...steps,
      sending,
      { ...(await stepOf(stranger, 'confirm')), code: 'NEMA-GA' },
    ]);
    expect(httpStatus).toBe(200);
    expect(payload).toEqual([
      refused(own, 'InvalidUserPermission'),
      refused(moved, 'InvalidProjectAction'),
      done(good),
      // Only confirmations, verifications and approvals are taken here.
      refused(moved, 'InvalidProjectAction'),
      refused({ code: 'NEMA-GA' }, 'NotFound'),
    ]);
    expect([await own.state(), await moved.state(), await good.state()]).toEqual(['0/2', '0/1', '0/19']);
    const other = await take('other.user', [await stepOf(stranger, 'confirm')]);
    expect(other.payload).toEqual([refused(stranger, 'NotFound')]);
    expect((await take('local.user', [await stepOf(stranger, 'confirm')])).payload).toEqual([
      refused(stranger, 'InvalidUserPermission'),
    ]);
    const denied = await server.context.db
      .selectFrom('audit_log')
      .select(['login', 'detail'])
      .where('operation', '=', 'access.denied')
      .orderBy('id')
      .execute();
    const path = '/api/tasks/steps';
    expect(denied).toEqual([
      { login: 'local.admin', detail: { path, code: own.code } },
      { login: 'local.user', detail: { path, code: stranger.code } },
    ]);
  });

  it('move only in the state that the user has seen', async () => {
    const life = await sent();
    const step = await stepOf(life, 'confirm');
    const { projectPhaseId, status } = step.expected;
    const stale = [
      { ...step, expected: { projectPhaseId, status: status + 1 } },
      { ...step, expected: { projectPhaseId: projectPhaseId + 1, status } },
      { ...step, step: 'approve' },
    ];
    expect((await take('local.admin', stale)).payload).toEqual(stale.map(() => refused(life, 'InvalidProjectAction')));
    expect(await life.state()).toBe('0/2');
  });

  it('move once with two tabs and a double click', async () => {
    const lives = [await sent(), await sent(), await sent()];
    const steps = await Promise.all(lives.map((life) => stepOf(life, 'confirm')));
    const answers = await Promise.all([
      take('local.admin', steps),
      take('local.admin', steps.toReversed()),
      take('local.power', steps),
      take('local.admin', [...steps, ...steps]),
    ]);
    const results = answers.flatMap(({ payload }) => payload ?? []);
    for (const life of lives) {
      expect(results.filter(({ code, done: taken }) => code === life.code && taken)).toHaveLength(1);
      expect(await life.state()).toBe('0/19');
      expect(await auditOf(life.code, 'confirm')).toHaveLength(1);
    }
    expect(new Set(results.map(({ refusal }) => refusal))).toEqual(new Set([null, 'InvalidProjectAction']));
  });

  it('are at least one and at most fifty, without other fields', async () => {
    const step = { code: 'NEMA-GA', step: 'confirm', expected: { projectPhaseId: 1, status: 2 } };
    expect(
      (
        await take(
          'local.admin',
          Array.from({ length: 51 }, () => step),
        )
      ).httpStatus,
    ).toBe(422);
    expect((await take('local.admin', [])).httpStatus).toBe(422);
    const commented = { ...step, comment: 'У реду.' };
    expect((await take('local.admin', [commented])).httpStatus).toBe(422);
    expect((await take('local.admin', [{ ...step, code: 'NEMA\0GA' }])).httpStatus).toBe(422);
    expect((await take('operator', [step])).payload).toEqual([refused(step, 'NotFound')]);
    expect(
      (
        await take(
          'local.admin',
          Array.from({ length: 50 }, () => step),
        )
      ).payload,
    ).toHaveLength(50);
  });
});
