import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublicFacts } from '../facts.ts';
import { plain } from '@pimis/markdown/plain';
import { approved, exampleFacts, PLAN } from './example-facts.ts';
import { projectOf } from './project.ts';
import { textOnly } from './values.ts';

const PREFIX = 'oc4ids-test01';
const mapped = (facts: Partial<PublicFacts>) =>
  projectOf(exampleFacts(facts), { prefix: PREFIX, urlOf: ({ linkId }) => `https://example.rs/${linkId}` });

const report = (quarter: number, works: [string, string], supervision: [string, string], formId: number) =>
  approved(
    'kvartalni',
    {
      progress: [
        { name: 'Радови', fulfilled: works[0], expense: works[1] },
        { name: 'Надзор', fulfilled: supervision[0], expense: supervision[1] },
      ],
    },
    { name: `Квартални-2026-${quarter}`, formId },
  );

it('a text without Markdown stays as a Markdown parser would return it', () => {
  const letters = [...'абвABž 0123456789.,;()!?-+=*_#"„“%/\'', 'www.', ' ', '\n', '1. ', 'http://'];
  const texts = fc.array(fc.constantFrom(...letters), { maxLength: 25 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(textOnly(text) ?? '').toBe(plain(text).trim());
    }),
    { numRuns: 2_000 },
  );
});

describe('each line of the mapping', () => {
  it('id, identifiers, updated, language, title', () => {
    expect(mapped({ forms: [approved('ideja', { isdaconNumber: 'ISD-9' })] })).toMatchObject({
      id: 'oc4ids-test01-2026-0004',
      identifiers: [
        { id: 'PPOV-PK', scheme: 'RS-PIMIS' },
        { id: 'ISD-9', scheme: 'RS-ISDACON' },
      ],
      updated: '2026-05-01T08:00:00.000Z',
      language: 'sr',
      title: 'ППОВ Прокупље',
    });
  });

  it('description and purpose as plain text, policies and benefits, from the newest form that has them', () => {
    const older = approved('ideja', { summary: 'Старо', goals: 'Циљ', beneficiaries: '38.000 становника' });
    const newer = approved('spremnost', {
      summary: 'Постројење са **2,4 km** колектора.',
      strategies: [{ document: 'Стратегија вода', goal: 'Пречишћавање' }, { document: 'План' }],
    });
    expect(mapped({ forms: [older, newer] })).toMatchObject({
      description: 'Постројење са 2,4 km колектора.',
      purpose: 'Циљ',
      policyAlignment: { description: 'Стратегија вода: Пречишћавање; План' },
      benefits: [{ beneficiaries: [{ description: '38.000 становника' }] }],
    });
    expect(mapped({ forms: [approved('1-5-5', { strategy: 'Усклађено.' })] }).policyAlignment).toEqual({
      description: 'Усклађено.',
    });
  });

  it.each([
    [1, 'governance'],
    [2, 'transport'],
    [3, 'energy'],
    [4, 'waterAndWaste'],
    [5, 'waterAndWaste'],
    [6, 'economy'],
  ])('sector %i is %s, beside its own code', (sector, name) => {
    const project = mapped({ sector, forms: [approved('ideja', { level: 'Локални' })] });
    expect(project.sector).toEqual([name]);
    expect(project.additionalClassifications?.map(({ id }) => id)).toEqual([
      `RS-PIMIS-SECTOR-${sector}`,
      'RS-PIMIS-LEVEL-3',
      'RS-PIMIS-TYPE-3',
    ]);
  });

  it('the period is that of the first plan; ends moved by corrections are milestones, and activities end with the plan', () => {
    const plan = approved('plan', PLAN, { formId: 2, approvedOn: '2026-03-05' });
    const later = { ...PLAN, end: '2026-09-15' };
    const correction = approved('korekcija', later, { formId: 3, approvedOn: '2026-08-20' });
    const project = mapped({ forms: [plan, correction] });
    expect(project.period).toEqual({ startDate: '2026-04-01T00:00:00Z', endDate: '2026-09-30T23:59:59Z' });
    const delivered = project.milestones?.filter(({ type }) => type === 'delivery') ?? [];
    expect(delivered.map(({ id, dueDate }) => [id, dueDate])).toEqual([
      ['end-3-1', '2026-09-15T23:59:59Z'],
      ['activity-1', '2026-09-15T23:59:59Z'],
      ['activity-2', '2026-09-15T23:59:59Z'],
    ]);
  });

  it('planned work is among the forecasts, by the plan and by each correction', () => {
    const shares = [
      {
        activity: 'Радови',
        plan: [{ year: 2026, q2: { percent: '25.00', amount: '300.00' }, q3: { percent: '75.00', amount: '500.00' } }],
      },
      { activity: 'Надзор', plan: [{ year: 2026, q3: { percent: '100.00', amount: '200.00' } }] },
    ];
    const plan = approved('plan', { ...PLAN, schedule: shares }, { formId: 2 });
    const [, work] = mapped({ forms: [plan] }).forecasts ?? [];
    expect(work?.id).toBe('physicalProgress');
    // A quarter of the works, which make up four fifths of the whole.
    expect(work?.observations.map(({ id, measure }) => [id, measure])).toEqual([
      ['plan-2026-1-done', 0],
      ['plan-2026-2-done', 20],
      ['plan-2026-3-done', 100],
      ['plan-2026-4-done', 100],
    ]);
  });

  it('a project that was merged has no status of the standard, and is related to the other', () => {
    const project = mapped({ status: 'merged', related: [{ number: '2026-0005', title: 'Други' }] });
    expect(project).not.toHaveProperty('status');
    expect(project.relatedProjects).toMatchObject([
      { identifier: expect.stringMatching(/-2026-0005$/) as unknown, title: 'Други' },
    ]);
  });

  it('locations with their district, each once', () => {
    const place = { id: '70998', name: 'Прокупље', district: 'Топлички' };
    expect(mapped({ places: [place, place, { id: '1', name: 'Место', district: null }] }).locations).toEqual([
      { id: '70998', address: { locality: 'Прокупље', region: 'Топлички', countryName: 'RS' } },
      { id: '1', address: { locality: 'Место', countryName: 'RS' } },
    ]);
  });

  it('the budget is the newest approved estimate, with costs by year and by source', () => {
    const idea = approved(
      'ideja',
      {
        value: '900.00',
        years: [
          { year: 2026, amount: '400.00' },
          { year: 2027, amount: '500.00' },
        ],
      },
      { formId: 1, approvedOn: '2026-01-10' },
    );
    const plan = approved('plan', PLAN, { formId: 2, approvedOn: '2026-03-05' });
    const correction = approved('korekcija', { ...PLAN, value: '1200.50' }, { formId: 3, approvedOn: '2026-08-20' });
    const project = mapped({ forms: [idea, plan, correction] });
    expect(project.budget).toMatchObject({
      amount: { amount: 1200.5, currency: 'RSD' },
      approvalDate: '2026-08-20T00:00:00Z',
    });
    const [years, sources] = project.budget?.budgetBreakdowns ?? [];
    // The years come from the plan that has the amount, not from the earlier idea.
    expect(years?.budgetBreakdown.map(({ id, amount }) => [id, amount.amount])).toEqual([['2026', 1000]]);
    const [ofIdea] = mapped({ forms: [idea] }).budget?.budgetBreakdowns ?? [];
    expect(ofIdea?.budgetBreakdown.map(({ id, amount }) => [id, amount.amount])).toEqual([
      ['2026', 400],
      ['2027', 500],
    ]);
    expect(sources?.budgetBreakdown).toEqual([
      {
        id: '1',
        description: 'Зајам',
        amount: { amount: 1000, currency: 'RSD' },
        sourceParty: { id: 'funder-1', name: 'Развојна банка' },
      },
    ]);
    // Each approval keeps its estimate.
    const approvals = project.milestones?.filter(({ type }) => type === 'approval');
    expect(approvals?.map(({ dateMet, value }) => [dateMet?.slice(0, 10), value?.amount])).toEqual([
      ['2026-01-10', 900],
      ['2026-03-05', 1000],
      ['2026-08-20', 1200.5],
    ]);
  });

  it('parties are bodies, each once with all its roles, and a source without a name is not a party', () => {
    const sources = [
      { source: 'Буџет јединице локалне самоуправе', name: 'Град Прокупље', localAmount: '1.00' },
      { source: 'Зајам', name: 'Развојна банка', localAmount: '2.00' },
      { source: 'Зајам', name: 'Развојна банка', localAmount: '3.00' },
      { source: 'Буџет Републике Србије', name: ' ', localAmount: '4.00' },
    ];
    const project = mapped({ forms: [approved('ideja', { value: '10.00', sources })] });
    expect(project.parties).toEqual([
      {
        id: 'RS-JBKJS-50112',
        name: 'Град Прокупље',
        identifier: { scheme: 'RS-JBKJS', id: '50112', legalName: 'Град Прокупље' },
        additionalIdentifiers: [{ scheme: 'RS-APR', id: '07218000' }],
        roles: ['publicAuthority', 'funder'],
      },
      expect.objectContaining({ id: 'RS-JBKJS-10503', roles: ['administrativeEntity'] }),
      { id: 'funder-2', name: 'Развојна банка', roles: ['funder'] },
    ]);
    expect(project.publicAuthority).toEqual({ id: 'RS-JBKJS-50112', name: 'Град Прокупље' });
  });

  it('periods: of the plan, and of each status with its days', () => {
    const periods = [
      { status: 'identification', firstDay: '2025-11-02', lastDay: '2026-01-10' },
      { status: 'implementation', firstDay: '2026-03-05', lastDay: null },
    ];
    const project = mapped({ forms: [approved('plan', PLAN)], periods });
    expect(project.period).toEqual({ startDate: '2026-04-01T00:00:00Z', endDate: '2026-09-30T23:59:59Z' });
    expect(project.identificationPeriod).toEqual({
      startDate: '2025-11-02T00:00:00Z',
      endDate: '2026-01-10T23:59:59Z',
    });
    expect(project.implementationPeriod).toEqual({ startDate: '2026-03-05T00:00:00Z' });
    expect(project.completionPeriod).toBeUndefined();
  });

  it('forecasts of the plan and its correction, metrics of approved reports and of corrections', () => {
    const forms = [
      approved('plan', PLAN, { formId: 1 }),
      report(2, ['30.00', '240.00'], ['0.00', '10.00'], 2),
      approved('korekcija', { ...PLAN, schedule: PLAN.schedule?.slice(0, 1) ?? [] }, { formId: 3 }),
    ];
    const project = mapped({ forms });
    const told = (list: typeof project.metrics, place = 0) =>
      list?.[place]?.observations.map(({ id, value, measure }) => [id, value?.amount ?? measure]);
    expect(told(project.forecasts)).toEqual([
      ['plan-2026-2-amount', 300],
      ['plan-2026-2-share', 30],
      ['plan-2026-3-amount', 700],
      ['plan-2026-3-share', 100],
      ['correction-1-2026-2-amount', 300],
      ['correction-1-2026-2-share', 37.5],
      ['correction-1-2026-3-amount', 500],
      ['correction-1-2026-3-share', 100],
    ]);
    expect(told(project.metrics)).toEqual([
      ['report-2026-2-amount', 250],
      ['report-2026-2-share', 25],
    ]);
    expect(told(project.metrics, 1)).toEqual([['report-2026-2-done', 24]]);
    const restated = approved(
      'kvartalni-korekcija',
      { progress: [{ name: 'Радови', fulfilled: '50.00', expense: '250.00' }] },
      { name: 'Квартална корекција-2026-2', formId: 9 },
    );
    expect(told(mapped({ forms: [...forms, restated] }).metrics, 1)).toEqual([['report-2026-2-done', 40]]);
  });

  it('planned ends of activities are compared with the last approved report', () => {
    const ends = (forms: PublicFacts['forms']) =>
      mapped({ forms })
        .milestones?.filter(({ type }) => type === 'delivery')
        .map(({ title, dueDate, status }) => [title, dueDate?.slice(0, 10), status]);
    const plan = approved('plan', PLAN);
    expect(ends([plan])).toEqual([
      ['Радови', '2026-09-30', 'scheduled'],
      ['Надзор', '2026-09-30', 'scheduled'],
    ]);
    expect(ends([plan, report(3, ['100.00', '800.00'], ['0.00', '0.00'], 2)])).toEqual([
      ['Радови', '2026-09-30', 'met'],
      ['Надзор', '2026-09-30', 'notMet'],
    ]);
    const reported = [plan, report(2, ['40.00', '1.00'], ['0.00', '0.00'], 2)];
    expect(ends(reported)?.[0]?.[2]).toBe('partiallyMet');
    // The approval of a plan is a milestone, that of a report is not.
    const approvals = mapped({ forms: reported }).milestones?.filter(({ type }) => type === 'approval');
    expect(approvals?.map(({ id }) => id)).toEqual(['approval-1-1']);
  });

  it('procurements as planned, with the methods that the standard has', () => {
    const row = {
      subject: 'Изградња',
      kind: 'Радови',
      procedure: 'Отворени',
      net: '150.00',
      contract: '2026-11',
      duration: 3,
    };
    const procurements = [
      row,
      { ...row, kind: 'Добра', procedure: 'Правила финансијера', contract: '2026-12', duration: 1 },
    ];
    expect(mapped({ forms: [approved('predimplementacija', { procurements })] }).contractingProcesses).toEqual([
      {
        id: 'oc4ids-test01-2026-0004-contracting-1',
        summary: {
          title: 'Изградња',
          nature: ['construction'],
          tender: {
            procurementMethod: 'open',
            procurementMethodDetails: 'Отворени',
            costEstimate: { amount: 150, currency: 'RSD' },
          },
          contractPeriod: { startDate: '2026-11-01T00:00:00Z', endDate: '2027-01-31T23:59:59Z' },
        },
      },
      {
        id: 'oc4ids-test01-2026-0004-contracting-2',
        summary: {
          title: 'Изградња',
          tender: { procurementMethodDetails: 'Правила финансијера', costEstimate: { amount: 150, currency: 'RSD' } },
          contractPeriod: { startDate: '2026-12-01T00:00:00Z', endDate: '2026-12-31T23:59:59Z' },
        },
      },
    ]);
  });

  it('documents, the conclusion, and projects that were merged', () => {
    const document = {
      id: 3,
      title: 'Студија',
      description: '',
      documentType: 11,
      revision: 2,
      mediaType: 'application/pdf',
      addedAt: '2026-02-03T10:00:00Z',
      linkId: 'abc',
    };
    const conclusion = { actualEnd: '2026-10-15', actualValue: '990.00', delayNotes: 'Поплава.', deviationNotes: '' };
    expect(
      mapped({
        documents: [document],
        // If a conclusion was approved again, the later one counts.
        forms: [approved('zavrsni', { ...conclusion, actualValue: '1.00' }), approved('zavrsni', conclusion)],
        related: [{ number: '2025-0001', title: 'Други' }],
      }),
    ).toMatchObject({
      documents: [
        {
          id: '3',
          documentType: 'feasibilityStudy',
          title: 'Студија',
          url: 'https://example.rs/abc',
          datePublished: '2026-02-03T10:00:00.000Z',
          format: 'application/pdf',
        },
      ],
      completion: {
        endDate: '2026-10-15T00:00:00Z',
        endDateDetails: 'Поплава.',
        finalValue: { amount: 990, currency: 'RSD' },
      },
      relatedProjects: [{ id: '1', scheme: 'oc4ids', identifier: 'oc4ids-test01-2025-0001', title: 'Други' }],
    });
  });

  it('unrecorded facts are left out', () => {
    expect(Object.keys(mapped({ proposer: null })).toSorted()).toEqual(
      [
        'additionalClassifications',
        'id',
        'identifiers',
        'language',
        'parties',
        'publicAuthority',
        'sector',
        'status',
        'title',
        'updated',
      ].toSorted(),
    );
  });
});
