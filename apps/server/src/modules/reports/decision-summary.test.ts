import { afterEach, expect, it } from 'vitest';
import type { DecisionSummary } from '@pimis/contract/decision-summary';
import { setPath } from '@pimis/domain/forms/paths';
import { currentForm, act, lockedIdea, submit } from '../../testing/projects.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

afterEach(() => server.setNow(null));

async function summaryOf(login: string, code: string): Promise<DecisionSummary> {
  const { payload } = await server.call<DecisionSummary>(login, 'GET', `projects/${code}/decision-summary`);
  if (!payload) throw new Error(`No summary of ${code}`);
  return payload;
}

it('a summary describes an idea: its purpose, cost, payers by year, signatures and documents', async () => {
  const { code, formId } = await lockedIdea(server);
  await act(server, 'local.user', code, 1, { comment: 'Молимо за потврду.' });
  const found = await summaryOf('local.admin', code);
  expect(found).toMatchObject({
    form: { id: formId, code: 'ideja', revision: 1 },
    what: expect.stringMatching(/\S/) as string,
    why: expect.stringMatching(/\S/) as string,
    value: '2109600000.00',
    valueFrom: { id: formId },
    changes: [],
    round: null,
    remarks: { open: 0, done: 0, unsent: 0, items: [] },
    signatures: [{ operation: 'send', user: 'Милена Јовић', comment: 'Молимо за потврду.' }],
    indicators: null,
  });
  expect(found.years.length).toBeGreaterThan(1);
  expect(found.documents).toHaveLength(2);
  expect((await server.call('other.user', 'GET', `projects/${code}/decision-summary`)).httpStatus).toBe(404);
});

it('a summary of a second round shows who returned the project, the changes and the open remarks', async () => {
  const { code, formId } = await lockedIdea(server);
  await act(server, 'local.user', code, 1);
  const remarks = `projects/${code}/forms/${formId}/remarks`;
  const first = await server.call<{ id: number }>('local.admin', 'POST', remarks, {
    place: 'basic.projectName',
    text: 'Назив.',
  });
  await server.call('local.admin', 'POST', remarks, { place: null, text: 'Износи.' });
  expect((await summaryOf('local.admin', code)).remarks).toMatchObject({ unsent: 2, items: [] });
  expect((await summaryOf('local.user', code)).remarks).toMatchObject({ unsent: 0, items: [] });
  await act(server, 'local.admin', code, 2, { comment: 'Проверите износе.' });

  const { form } = await currentForm(server, 'local.user', code);
  const values = JSON.parse(form.inputJson) as Record<string, unknown>;
  setPath(values, 'basic.projectName', 'Постројење за пречишћавање, друга верзија');
  const locked = await submit(server, 'local.user', code, formId, 2, values);
  expect(locked.httpStatus).toBe(200);
  await server.call('local.user', 'PUT', `${remarks}/${first.payload?.id}/answer`, {
    answer: 'Исправљено.',
    done: true,
    answeredDate: null,
  });
  await act(server, 'local.user', code, 1);
  expect(await summaryOf('local.admin', code)).toMatchObject({
    round: {
      number: 2,
      comment: 'Проверите износе.',
      revision: 1,
      changedFields: 1,
      changed: [{ sr: 'Назив пројекта' }],
    },
    changes: [{ since: 'round', difference: '0.00', percent: '0.00' }],
    remarks: { open: 1, done: 1, unsent: 0, items: [{ text: 'Износи.' }, { answer: 'Исправљено.', done: true }] },
    signatures: [{ operation: 'send' }],
  });
});

it('a summary shows the change of value since the previous phase, and compares a report with its plan', async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  const life = await ProjectDriver.start(server, { type: 1 });
  await life.fillAndApprove();
  await life.fill();
  const plan = await summaryOf('reviewer', life.code);
  expect(plan).toMatchObject({
    form: { code: 'plan' },
    ...life.period,
    changes: [{ since: 'phase', difference: '0.00' }],
  });
  await life.approve();
  server.setNow(new Date('2026-07-02T09:00:00Z'));
  await life.fill();
  await life.quarter();
  const report = await summaryOf('reviewer', life.code);
  expect(report).toMatchObject({
    form: { code: 'kvartalni' },
    value: plan.value,
    valueFrom: { code: 'plan' },
    changes: [],
    indicators: { year: 2026, quarter: 2 },
  });
  expect(report.years.map(({ year }) => year)).toEqual([2026]);
  expect((await summaryOf('local.user', life.code)).indicators).toBeNull();
});

it('a summary fits on one page in both languages, no matter how much it contains', async () => {
  const long = 'Дуга реченица о пројекту. '.repeat(100);
  const { code } = await lockedIdea(server, { 'description.summary': long, 'description.goals': long });
  await act(server, 'local.user', code, 1);
  for (const [query, title, revision] of [
    ['', 'Сажетак за одлуку', 'ревизија'],
    ['?script=latin', 'Sažetak za odluku', 'revizija'],
    ['?language=en', 'Summary for the decision', 'revision'],
  ] as const) {
    const answer = await server.app.inject({
      method: 'GET',
      url: `/api/reporting/projects/${code}/decision-summary${query}`,
      headers: { authorization: `Bearer ${await server.token('local.admin')}` },
    });
    expect(answer.statusCode).toBe(200);
    const pages = await pdfPages(answer.rawPayload);
    expect(pages).toHaveLength(1);
    expect(JSON.stringify(pages[0])).toContain(title);
    expect(JSON.stringify(pages[0])).toMatch(new RegExp(`, ${revision} \\d`));
  }
});
