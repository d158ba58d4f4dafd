import { afterEach, expect, it } from 'vitest';
import type { SendingCheck } from '@pimis/contract/sending-check';
import type { Project } from '@pimis/contract/projects';
import { rowsAt, setPath } from '@pimis/domain/forms/paths';
import { act, currentForm, lockedIdea, submit } from '../../testing/projects.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

afterEach(() => server.setNow(null));

async function checkOf(login: string, code: string): Promise<SendingCheck> {
  const { payload } = await server.call<SendingCheck>(login, 'GET', `projects/${code}/sending-check`);
  if (!payload) throw new Error(`No check of ${code}`);
  return payload;
}

/** A project in its first reported quarter, which begins on 1 July 2026. */
async function reportingLife(): Promise<ProjectDriver> {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  const life = await ProjectDriver.start(server, { type: 1 });
  life.period = { start: '2026-07-01', end: '2027-06-30' };
  for (const _ of ['PIF', 'plan']) await life.fillAndApprove();
  return life;
}

it('a returned form shows changes since, with old and new values, to users who may see the project', async () => {
  const { code, formId } = await lockedIdea(server);
  const first = await checkOf('local.user', code);
  expect(first.forms).toMatchObject([{ form: { id: formId, code: 'ideja', revision: 1 }, since: null }]);
  expect(first.forms[0]?.sections.flatMap(({ changes }) => changes)).toEqual([]);
  expect(first.warnings).toEqual([]);
  await act(server, 'local.user', code, 1);
  await act(server, 'local.admin', code, 2, { comment: 'Проверите назив.' });
  const { form } = await currentForm(server, 'local.user', code);
  const values = JSON.parse(form.inputJson) as Record<string, unknown>;
  setPath(values, 'basic.projectName', 'Постројење, друга верзија');
  expect((await submit(server, 'local.user', code, formId, 2, values)).httpStatus).toBe(200);
  const [found] = (await checkOf('local.user', code)).forms;
  expect(found?.since).toBe(1);
  expect(found?.sections.flatMap(({ key, changes }) => changes.map((change) => [key, change.after?.sr]))).toEqual([
    ['basic', 'Постројење, друга верзија'],
  ]);
  expect((await server.call('other.user', 'GET', `projects/${code}/sending-check`)).httpStatus).toBe(404);
});

it('the report of a quarter that has not begun is refused with its day, and causes a warning until the quarter ends', async () => {
  const life = await reportingLife();
  await life.fill();
  const refused = await act(server, 'local.user', life.code, 2);
  expect([refused.httpStatus, refused.status.name]).toEqual([409, 'QuarterNotBegun']);
  const stands = await server.call<Project>('local.user', 'GET', `projects/${life.code}`);
  const sending = stands.payload?.availableActions.find(({ key }) => key === 'sendQuarter');
  expect(sending?.disabled?.reason.sr).toBe('Извештај се шаље кад квартал почне: 1.7.2026.');
  // The next step is still to fill in the report.
  expect(stands.payload?.nextStep).not.toBeNull();

  server.setNow(new Date('2026-07-01T09:00:00Z'));
  const goesOn = 'Квартал траје до 30.9.2026. Извештај може да буде непотпун.';
  expect((await checkOf('local.user', life.code)).warnings.map(({ text }) => text.sr)).toContain(goesOn);
  await life.act('local.user', 2);
  server.setNow(new Date('2026-10-01T09:00:00Z'));
  expect((await checkOf('local.user', life.code)).warnings.map(({ text }) => text.sr)).not.toContain(goesOn);
});

it('a plan without dynamics names its activities, and the values taken over from the previous phase', async () => {
  const life = await ProjectDriver.start(server, { type: 1 });
  await life.fillAndApprove();
  await life.fill((values) => {
    for (const row of rowsAt(values, 'implementation').slice(0, 1))
      setPath(
        row,
        'plan',
        rowsAt(row, 'plan').map(({ year }) => ({ year })),
      );
  });
  const found = await checkOf('local.user', life.code);
  const section = found.forms[0]?.sections.find(({ takenOver }) => takenOver.length > 0);
  expect(section).toBeDefined();
  expect(found.warnings).toMatchObject([
    { form: { code: 'plan' }, text: { sr: expect.stringMatching(/^Динамика/) as string } },
  ]);
});
