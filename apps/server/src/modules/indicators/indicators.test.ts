import { beforeAll, describe, expect, it } from 'vitest';
import type { IndicatorRows } from '@pimis/domain/indicators/types';
import type { ProjectAppropriation } from '@pimis/contract/options';
import type { Phase } from '@pimis/contract/project-phases';
import type { ProjectForm } from '@pimis/contract/forms';
import { PHASE } from '@pimis/domain/workflow/phases';
import { pdfPages } from '../../testing/pdf-text.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
let life: ProjectDriver;
let phaseId = 0;
let quarterId = 0;
const day = (text: string) => new Date(`${text}T09:00:00Z`);

beforeAll(async () => {
  server.setNow(day('2026-04-02'));
  life = await ProjectDriver.start(server, { type: 1 });
  life.period = { start: '2026-04-01', end: '2027-03-31' };
  await life.fillAndApprove();
  await life.fillAndApprove();
  phaseId = (await life.read()).projectPhaseId;
  const offered = await server.call<ProjectAppropriation[]>(
    'local.user',
    'GET',
    `projects/${life.code}/appropriations?filter[budgetYear]=2026`,
  );
  const add = (offered.payload ?? []).map(({ id }) => id);
  await server.call('local.user', 'PUT', `projects/${life.code}/appropriations`, { add });
  server.setNow(day('2026-07-02'));
  quarterId = await life.fill();
  await life.quarter();
});

const stored = (login = 'admin', id = phaseId) =>
  server.call<IndicatorRows>(login, 'GET', `projects/${life.code}/phases/${id}/success-key-indicator`);
const calculate = (body: unknown, login = 'admin') =>
  server.call<Record<string, unknown>[]>(login, 'POST', 'projects/success-key-indicator/calculate', body);

const TIME = {
  year: 2026,
  quarter: 1,
  quarterEndDate: '2026-03-31',
  projectStartDate: '2026-02-02',
  activityQuarterAmount: '27002880.00',
  activityTotalAmount: '2109600000.00',
  activityQuarterInitialAmount: '33753600.00',
  activityTotalInitialAmount: '2109600000.00',
};
const INACTIVITY = {
  year: 2026,
  quarter: 1,
  quarterEndDate: '2026-03-31',
  projectEndDate: '2026-12-31',
  projectEvaluationDays: 332,
  activity: 1,
  activityQuarterPercent: '1.28',
  activityQuarterSumPercent: '1.28',
  inactivityInitial25: 0,
  inactivityInitial50: 0,
  inactivityInitial75: 0,
};

describe('stored indicators', () => {
  it('have one row for each approved quarter, for administrators', async () => {
    const { payload } = await stored();
    expect(payload?.timeToProjectImplementation).toMatchObject([
      { year: 2026, quarter: 2, quarterEndDate: '2026-06-30', implementationDays: 90, limitReached: false },
    ]);
    // A quarter of the work and of the money is done in a quarter of the time: 360 days instead of 365.
    expect(payload?.timeToProjectImplementation[0]).toMatchObject({ value: 360, initialValue: 360 });
    expect(payload?.inactivity).toMatchObject([
      { projectEndDate: '2027-03-31', activityQuarterSumPercent: '25.00', implementationLevel: 25, inactivity25: 0 },
    ]);
    for (const login of ['local.user', 'reviewer', 'mei']) expect((await stored(login)).httpStatus, login).toBe(403);
    // Refused for a phase that does not exist, for an earlier phase, and for a phase of another project.
    const phases = await server.call<Phase[]>('admin', 'GET', `projects/${life.code}/phases`);
    const earlier = phases.payload?.find(({ id }) => id !== phaseId)?.id ?? 0;
    const other = await ProjectDriver.start(server, { type: 1 });
    const { id } = await server.context.db
      .updateTable('project_phases')
      .set({ phase: PHASE.reporting })
      .where('id', '=', (await other.read()).projectPhaseId)
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const none of [phaseId + 1000, earlier, id]) {
      expect((await stored('admin', none)).httpStatus, `${none}`).toBe(404);
    }
  });

  it('are shown only to the administration organization, on the form list and in the form', async () => {
    const chips = async (login: string) => {
      const phases = await server.call<Phase[]>(login, 'GET', `projects/${life.code}/phases`);
      return phases.payload?.flatMap(({ forms }) => forms).find(({ id }) => id === quarterId)?.indicators;
    };
    expect(await chips('reviewer')).toMatchObject({ TimeToProjectImplementation: { Value: 360, LimitReached: false } });
    expect(await chips('local.user')).toBeNull();
    const data = async (login: string) =>
      (await server.call<ProjectForm>(login, 'GET', `projects/${life.code}/forms/${quarterId}`)).payload?.data;
    expect(await data('reviewer')).toMatchObject({ SuccessKeyIndicator: { Inactivity: { Value: 0 } } });
    expect(JSON.stringify(await data('local.user'))).not.toContain('Inactivity');
  });

  it('do not change when appropriations change later', async () => {
    const before = (await stored()).payload;
    const list = await server.call('local.user', 'GET', `projects/${life.code}/appropriations`);
    await server.call('local.user', 'PUT', `projects/${life.code}/appropriations`, {
      remove: list.additionalInformation?.projectAppropriationIds,
    });
    expect((await stored()).payload).toEqual(before);
  });

  it('are exported as PDF and JSON', async () => {
    const url = `/api/reporting/projects/${life.code}/success-key-indicators/${phaseId}`;
    const headers = { authorization: `Bearer ${await server.token('admin')}` };
    const json = await server.app.inject({ url: `${url}?format=json`, headers });
    expect(JSON.parse(json.body)).toMatchObject({ projectCode: life.code, inactivity: [{ year: 2026, quarter: 2 }] });
    const pdf = await server.app.inject({ url, headers });
    expect(pdf.rawPayload.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect((await server.app.inject({ url: `${url}?format=xml`, headers })).statusCode).toBe(422);
  });

  it('are printed with all their columns, the groups in the order of their tabs', async () => {
    const paper = await server.get('admin', `reporting/projects/${life.code}/success-key-indicators/${phaseId}`);
    const shown = (await pdfPages(paper.rawPayload)).join('\n').replaceAll(/\s+/g, ' ');
    const groups = ['Време до реализације', 'Неактивност', 'Адекватност финансирања'];
    const places = groups.map((group) => shown.indexOf(group));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    const [, inactivity = 0, funding = 0] = places;
    const tables = [shown.slice(0, inactivity), shown.slice(inactivity, funding), shown.slice(funding)];
    expect(tables.map((table) => table.includes('Крај квартала'))).toEqual([true, true, true]);
    expect(tables[0]).toContain('Почетак пројекта');
    expect(tables[0]).toContain('Укупно по почетном плану, РСД');
    expect(tables[1]).toContain('Извршено у кварталу, %');
    for (const share of [25, 50, 75]) expect(tables[1]).toContain(`Почетна до ${share} %, дана`);
  });
});

describe('calculation', () => {
  it('returns the group that was sent, computed anew', async () => {
    const time = await calculate({ timeToProjectImplementation: [{ ...TIME, value: 1, limitReached: false }] });
    expect(time.payload).toEqual([
      { ...TIME, implementationDays: 57, value: 4453, initialValue: 3563, limitReached: true },
    ]);
    const row = {
      year: 2026,
      quarter: 1,
      quarterEndDate: '2026-03-31',
      appropriationAmount: '300000000.00',
      remainingAppropriationAmount: '-41333280.00',
    };
    const funding = { ...row, remainingAppropriationPercent: '-13.78', value: '87.89', limitReached: true };
    expect((await calculate({ FundingAdequacyIndicator: [row] })).payload).toEqual([funding]);
    expect((await calculate({ fundingAdequacyIndicator: [row] })).payload).toEqual([funding]);
  });

  it('applies the window of the first row to all rows', async () => {
    const second = {
      ...INACTIVITY,
      quarter: 2,
      quarterEndDate: '2026-06-30',
      projectEndDate: '2028-09-30',
      projectEvaluationDays: 971,
      activityQuarterSumPercent: '2.88',
    };
    expect((await calculate({ inactivity: [INACTIVITY, second] })).payload?.[1]).toMatchObject({
      projectEndDate: '2026-12-31',
      projectEvaluationDays: 332,
      implementationLevel: 0,
      inactivity25: 65,
      inactivity50: 0,
    });
  });

  it.each<[string, unknown, string, string | undefined]>([
    ['nothing', {}, 'ValidationError', undefined],
    ['two groups', { inactivity: [INACTIVITY], timeToProjectImplementation: [TIME] }, 'ValidationError', undefined],
    ['no rows', { inactivity: [] }, 'InvalidApprovedFormsCount', undefined],
    ['an unknown field', { inactivity: [{ ...INACTIVITY, more: 1 }] }, 'ValidationError', 'inactivity.0.more'],
    [
      'no date',
      { inactivity: [{ ...INACTIVITY, projectEndDate: null }] },
      'ValidationError',
      'inactivity.0.projectEndDate',
    ],
    [
      'no such day',
      { inactivity: [{ ...INACTIVITY, projectEndDate: '2026-02-30' }] },
      'ValidationError',
      'inactivity.0.projectEndDate',
    ],
    [
      'too few days',
      { inactivity: [{ ...INACTIVITY, projectEvaluationDays: 0 }] },
      'ValidationError',
      'inactivity.0.projectEvaluationDays',
    ],
    [
      'too many days',
      { inactivity: [{ ...INACTIVITY, projectEvaluationDays: 20001 }] },
      'ValidationError',
      'inactivity.0.projectEvaluationDays',
    ],
    [
      'more days than a number counts',
      {
        timeToProjectImplementation: [
          { ...TIME, activityQuarterAmount: '0.01', activityTotalAmount: '999999999999999.00' },
        ],
      },
      'ValidationError',
      'timeToProjectImplementation.0.activityQuarterAmount',
    ],
    [
      'an amount as a number',
      { timeToProjectImplementation: [{ ...TIME, activityTotalAmount: 5 }] },
      'ValidationError',
      'timeToProjectImplementation.0.activityTotalAmount',
    ],
  ])('refuses %s', async (_name, body, status, field) => {
    const answer = await calculate(body);
    expect(answer.status.name).toBe(status);
    expect(answer.httpStatus).toBe(422);
    if (field) expect(answer.fieldErrors).toContainEqual(expect.objectContaining({ field }));
  });

  it('is for administrators', async () => {
    expect((await calculate({ inactivity: [INACTIVITY] }, 'reviewer')).httpStatus).toBe(403);
  });
});
