import { beforeEach, describe, expect, it } from 'vitest';
import { questionsOf } from '@pimis/domain/forms/marking';
import { FORM_ACTION } from '@pimis/domain/forms/form-actions';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { submit } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const EVALUATOR = '10524';
let life: ProjectDriver;
let formId = 0;

const name = (organizationId: string | null, login = 'reviewer') =>
  server.call(login, 'PUT', `projects/${life.code}/forms/${formId}/evaluator`, { organizationId });
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
    // Who named the body may take that back, and then approves.
    await name(null);
    expect(await stepOf('reviewer')).toBe('approve');
  });
});
