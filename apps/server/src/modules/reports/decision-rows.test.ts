import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DecisionTableRow } from '@pimis/contract/decision-rows';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { setPath } from '@pimis/domain/forms/paths';
import { PHASE } from '@pimis/domain/workflow/phases';
import { act, currentForm, lockedIdea, mergeProjects, submit } from '../../testing/projects.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { queriesOf } from '../../testing/query-recorder.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

beforeEach(() => server.setNow(new Date('2026-04-02T09:00:00Z')));
afterEach(() => server.setNow(null));

async function rowsFor(login: string, path = 'tasks/decisions'): Promise<DecisionTableRow[]> {
  const { payload } = await server.call<DecisionTableRow[]>(login, 'GET', path);
  if (!payload) throw new Error(`No rows for ${login}`);
  return payload;
}

/** An idea that waits for confirmation. */
async function sent(): Promise<{ code: string; formId: number }> {
  const idea = await lockedIdea(server);
  await act(server, 'local.user', idea.code, 1);
  return idea;
}

async function pages(login: string, path: string): Promise<string[]> {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${await server.token(login)}` },
  });
  expect(answer.statusCode).toBe(200);
  return (await pdfPages(answer.rawPayload)).map((page) => JSON.stringify(page));
}

it('each project that awaits a decision has a row, with changes since the previous round', async () => {
  const { code, formId } = await sent();
  await act(server, 'local.admin', code, 2, { comment: 'Проверите износе.' });
  const { form } = await currentForm(server, 'local.user', code);
  const values = JSON.parse(form.inputJson) as Record<string, unknown>;
  setPath(values, 'basic.projectName', 'Постројење, друга верзија');
  await submit(server, 'local.user', code, formId, 2, values);
  await act(server, 'local.user', code, 1);

  const row = (await rowsFor('local.admin')).find(({ projectCode }) => projectCode === code);
  expect(row).toMatchObject({
    step: { sr: 'Потврди' },
    position: null,
    decision: null,
    facts: {
      value: '2109600000.00',
      changes: [{ since: 'round', difference: '0.00' }],
      round: 2,
      remarks: { open: 0, answered: 0, done: 0 },
      behind: null,
    },
  });
  // The sender of the form has nothing to decide.
  expect(await rowsFor('local.user')).toEqual([]);
  expect((await rowsFor('other.user')).map(({ projectCode }) => projectCode)).not.toContain(code);
});

it('a list has all its projects, with facts for those that are before the commission', async () => {
  const lives: ProjectDriver[] = [];
  for (let count = 0; count < 2; count += 1) {
    const life = await ProjectDriver.start(server);
    await life.fill();
    await life.approveIdea();
    lives.push(life);
  }
  await server.call('reviewer', 'POST', 'projects/lists/3', { name: 'Седница' });
  const path = `projects/lists/3/${encodeURIComponent('Седница')}/summaries`;
  const [first, second] = lives;
  await act(server, 'reviewer', first?.code ?? '', 2, { date: '2026-04-02', comment: 'Није.' });
  const rows = await rowsFor('reviewer', path);
  expect(rows.map(({ projectCode }) => projectCode).toSorted()).toEqual(lives.map(({ code }) => code).toSorted());
  expect(rows.find(({ projectCode }) => projectCode === first?.code)).toMatchObject({
    decision: 2,
    step: null,
    facts: null,
  });
  expect(rows.find(({ projectCode }) => projectCode === second?.code)).toMatchObject({
    decision: null,
    step: { sr: 'Унеси одлуку комисије' },
    facts: { value: '2110000000.00', round: 1 },
  });
  // Users who see lists without deciding get the facts too.
  expect((await rowsFor('mei', path)).find(({ projectCode }) => projectCode === second?.code)?.facts).not.toBeNull();
  const [page] = await pages('reviewer', `${path}/paper`);
  for (const text of ['Сажеци за одлуку', 'Промена вредности', 'није одређена', second?.code])
    expect(page).toContain(text);
  expect((await pages('reviewer', `${path}/paper?language=en`)).join('')).toContain('Summaries for decisions');
  expect((await server.call('reviewer', 'GET', 'projects/lists/3/nema/summaries')).httpStatus).toBe(404);
});

it('a correction of the plan is a row that compares it with the plan in force', async () => {
  const life = await ProjectDriver.start(server, { type: 1 });
  life.period = { start: '2026-07-01', end: '2027-03-31' };
  await life.fillAndApprove();
  await life.fillAndApprove();
  await life.act('local.user', 5, { comment: 'Радови касне.' });
  await life.act('reviewer', 6);
  expect(await life.state()).toBe('11/1');
  await life.fill();
  await life.act('local.user', 1);
  const row = (rows: readonly DecisionTableRow[]) => rows.find(({ projectCode }) => projectCode === life.code);
  // The correction of the example postpones the end by half a year, and changes no amounts.
  const facts = {
    value: '2110000000.00',
    changes: [{ since: 'phase', phase: PHASE.plan, difference: '0.00', percent: '0.00' }],
    start: '2026-07-01',
    end: '2027-09-30',
    formerEnd: '2027-03-31',
    round: 1,
    marks: [],
    behind: null,
  };
  expect(row(await rowsFor('local.admin'))).toMatchObject({
    phase: PHASE.correction,
    step: { sr: 'Потврди' },
    position: null,
    facts,
  });
  await life.act('local.admin', 1);
  await life.act('reviewer', 1);
  await server.call('reviewer', 'POST', 'projects/lists/6', { name: 'Корекције' });
  const path = `projects/lists/6/${encodeURIComponent('Корекције')}/summaries`;
  expect(row(await rowsFor('reviewer', path))).toMatchObject({
    phase: PHASE.correction,
    step: { sr: 'Унеси одлуку комисије' },
    position: 1,
    decision: null,
    facts,
  });
});

it('the longest names leave room for other projects on the paper', async () => {
  const { code, formId } = await sent();
  await act(server, 'local.admin', code, 2, { comment: 'Назив.' });
  const { form } = await currentForm(server, 'local.user', code);
  const values = JSON.parse(form.inputJson) as Record<string, unknown>;
  const name = 'Обилазница са мостом преко реке и прикључцима. '.repeat(10).trim();
  setPath(values, 'basic.projectName', name);
  await submit(server, 'local.user', code, formId, 2, values);
  await act(server, 'local.user', code, 1);
  const paper = (await pages('local.admin', 'tasks/decisions/paper')).join('');
  // The name of 470 letters is cut to the height of the row's other facts.
  expect(paper.split('Обилазница')).toHaveLength(4);
});

it('a finished, archived or merged project awaits no decision; one before the commission stays there', async () => {
  const [finished, merged] = [await sent(), await sent()];
  const coded = async () => (await rowsFor('local.admin')).map(({ projectCode }) => projectCode);
  expect(await coded()).toEqual(expect.arrayContaining([finished.code, merged.code]));
  const change = (code: string, status: number) =>
    server.call('admin', 'PATCH', `projects/${code}`, { status, comment: 'Одустали смо.' });
  expect((await change(finished.code, PROJECT_STATUS.finished)).httpStatus).toBe(200);
  expect(await coded()).not.toContain(finished.code);
  expect((await change(finished.code, PROJECT_STATUS.archived)).httpStatus).toBe(200);
  const kept = await sent();
  expect((await mergeProjects(server, kept.code, merged.code)).httpStatus).toBe(200);
  const left = await coded();
  expect(left).toContain(kept.code);
  expect(left).not.toContain(finished.code);
  expect(left).not.toContain(merged.code);

  const life = await ProjectDriver.start(server);
  await life.fill();
  await life.approveIdea();
  await server.call('reviewer', 'POST', 'projects/lists/3', { name: 'Чека' });
  expect((await change(life.code, PROJECT_STATUS.finished)).httpStatus).not.toBe(200);
  expect((await mergeProjects(server, kept.code, life.code)).httpStatus).not.toBe(200);
  const rows = await rowsFor('reviewer', `projects/lists/3/${encodeURIComponent('Чека')}/summaries`);
  expect(rows).toMatchObject([{ projectCode: life.code, decision: null, step: { sr: 'Унеси одлуку комисије' } }]);
});

it('the number of statements is the same for summaries of many projects as of two', async () => {
  const statements = async () => (await queriesOf(() => rowsFor('local.admin'))).length;
  const wanted = (await rowsFor('local.admin')).length;
  while ((await rowsFor('local.admin')).length < Math.max(2, wanted)) await sent();
  const few = await statements();
  for (let count = 0; count < 4; count += 1) await sent();
  expect(await statements()).toBe(few);
  expect((await pages('local.admin', 'tasks/decisions/paper')).join('')).toContain('Сажеци за одлуку');
});
