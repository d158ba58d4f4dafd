import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormFacts, PublicFacts } from '../facts.ts';
import { projectProblems } from '../rules.ts';
import { PUBLIC_STATUSES } from '@pimis/domain/public/status';
import { approved, exampleFacts, PLAN } from './example-facts.ts';
import { projectOf } from './project.ts';

const PREFIX = 'oc4ids-test01';
const mapped = (facts: Partial<PublicFacts>) =>
  projectOf(exampleFacts(facts), { prefix: PREFIX, urlOf: ({ linkId }) => `https://example.rs/${linkId}` });

describe('the package', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('', ' ', '**', '<b>x</b>', '- \n'),
  );
  const money = fc.oneof(
    fc.bigInt({ min: 0n, max: 10n ** 15n }).map((all) => `${all / 100n}.${String(all % 100n).padStart(2, '0')}`),
    fc.constantFrom('', 'н/п', '0.00'),
  );
  const day = fc
    .date({ min: new Date('2019-02-01'), max: new Date('2030-02-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const some = <Of>(one: fc.Arbitrary<Of>) => fc.array(one, { maxLength: 4 });
  const record = <Of extends object>(model: { [Key in keyof Of]: fc.Arbitrary<Of[Key]> }) =>
    fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Partial<Of>>;
  const year = fc.integer({ min: 2019, max: 2040 });
  const cell = record({ amount: money, percent: money });
  const facts = record<Required<FormFacts>>({
    name: text,
    level: fc.constantFrom('Локални', 'Републички', '?'),
    isdaconNumber: text,
    summary: text,
    goals: text,
    beneficiaries: text,
    strategies: some(record({ document: text, goal: text })),
    strategy: text,
    value: money,
    sources: some(record({ source: text, name: text, localAmount: money })),
    years: some(record({ year, amount: money })),
    activities: some(record({ name: text, estimate: money })),
    start: fc.oneof(day, text),
    end: fc.oneof(day, text),
    schedule: some(
      record({ activity: text, plan: some(record({ year, q1: cell, q2: cell, q3: cell, q4: cell })) }),
    ) as never,
    procurements: some(
      record({
        subject: text,
        kind: fc.constantFrom('Радови', 'Добра'),
        procedure: fc.constantFrom('Отворени', 'Правила финансијера', ''),
        net: money,
        contract: fc.constantFrom('2026-11', '2026-13', ''),
        duration: fc.integer({ min: -1, max: 120 }),
      }),
    ),
    progress: some(record({ name: text, fulfilled: money, expense: money })),
    actualEnd: fc.oneof(day, text),
    delayNotes: text,
    actualValue: money,
    deviationNotes: text,
  });
  const forms = fc
    .array(
      fc.record({
        code: fc.constantFrom('ideja', '1-5-5', 'plan', 'korekcija', 'kvartalni', 'kvartalni-korekcija', 'zavrsni'),
        quarter: fc.integer({ min: 1, max: 4 }),
        year,
        on: day,
        facts,
      }),
      { maxLength: 8 },
    )
    .map((list) =>
      list.map(({ code, quarter, year: of, on, facts: own }, index) =>
        approved(code, own as FormFacts, { name: `Квартални-${of}-${quarter}`, formId: index + 1, approvedOn: on }),
      ),
    );
  const project = fc
    .record({
      title: text,
      sector: fc.integer({ min: 1, max: 6 }),
      type: fc.integer({ min: 1, max: 3 }),
      status: fc.constantFrom(...PUBLIC_STATUSES),
      forms,
      places: some(
        fc.record({
          id: fc.constantFrom('1', '2'),
          name: fc.constant('Место'),
          district: fc.constantFrom(null, 'Округ'),
        }),
      ),
      periods: fc.record({ firstDay: day, lastDay: fc.option(day) }).map((one) => [{ status: 'preparation', ...one }]),
      documents: some(
        fc.record({
          id: fc.nat(),
          title: text,
          description: text,
          documentType: fc.integer({ min: 0, max: 18 }),
          revision: fc.constant(1),
          mediaType: fc.constant('application/pdf'),
          addedAt: fc.constant('2026-02-03T10:00:00Z'),
          linkId: fc.uuid(),
        }),
      ).map((list) => list.filter(({ id }, index) => list.findIndex((one) => one.id === id) === index)),
    })
    .map((given) => exampleFacts(given));

  it('is valid by the rules of the standard for a thousand random projects', () => {
    fc.assert(
      fc.property(project, (given) => {
        const made = JSON.parse(JSON.stringify(mapped(given))) as ReturnType<typeof mapped>;
        expect(projectProblems(made, PREFIX)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('with a fault fails by these rules', () => {
    const whole = mapped({ forms: [approved('plan', PLAN)] });
    const broken = (change: object) => projectProblems({ ...whole, ...change }, PREFIX);
    expect(broken({})).toEqual([]);
    expect(broken({ id: 'other-1' })).toHaveLength(1);
    expect(broken({ status: 'done' })).toEqual([expect.stringContaining('/status is no code')]);
    expect(broken({ sector: ['war'] })).toHaveLength(1);
    expect(broken({ title: '' })).toHaveLength(1);
    expect(broken({ description: null })).toHaveLength(1);
    expect(broken({ locations: [] })).toHaveLength(1);
    expect(broken({ updated: '2026-02-30T00:00:00Z' })).toHaveLength(1);
    expect(broken({ publicAuthority: { id: 'x', name: 'y' } })).toHaveLength(1);
    expect(broken({ parties: [whole.parties?.[0], whole.parties?.[0]] }).join()).toContain('has an id twice');
    expect(broken({ period: { startDate: '2026-02-02T00:00:00Z', endDate: '2026-02-01T00:00:00Z' } })).toHaveLength(1);
  });
});
