import { expect, it } from 'vitest';
import { approved, exampleFacts, PLAN } from './mapping/example-facts.ts';
import { projectOf } from './mapping/project.ts';
import { projectProblems } from './rules.ts';

const PREFIX = 'oc4ids-test01';
const whole = projectOf(exampleFacts({ forms: [approved('plan', PLAN)] }), { prefix: PREFIX, urlOf: () => '' });
/** The problems of a project with this change, without the project's id in front. */
const problems = (change: object) =>
  projectProblems({ ...whole, ...change }, PREFIX).map((problem) => problem.replace(whole.id, ''));

it('a project of our mapping has no problem', () => {
  expect(problems({})).toEqual([]);
});

it.each([
  ['an id of another publisher', { id: 'other-1' }, ['other-1/id does not begin with oc4ids-test01']],
  ['a missing value', { description: null }, ['/description has no value']],
  ['a missing value in a list', { sector: [undefined] }, ['/sector/0 has no value']],
  ['an empty text', { title: '' }, ['/title is empty']],
  ['an empty list', { locations: [] }, ['/locations is empty']],
  ['an empty object', { completion: {} }, ['/completion is empty']],
  ['a number that is none', { measure: Number.NaN }, ['/measure is no number']],
  ['an infinite number', { measure: Number.POSITIVE_INFINITY }, ['/measure is no number']],
  ['a value of another kind', { language: true }, ['/language is of no known kind']],
  ['a code that the standard does not have', { status: 'done' }, ['/status is no code of the standard: done']],
  ['a code in a list', { sector: ['war', 'energy'] }, ['/sector/0 is no code of the standard: war']],
  [
    'a currency',
    { budget: { amount: { amount: 1, currency: 'EUR' } } },
    ['/budget/amount/currency is no code of the standard: EUR'],
  ],
  ['an address that is none', { documents: [{ id: '1', url: 'here' }] }, ['/documents/0/url is no address']],
  [
    'an id that two rows have',
    { locations: [{ id: '1' }, { id: '1' }, { name: 'а' }, 'b', 'c'] },
    ['/locations has an id twice'],
  ],
  ['a party that is not among the parties', { publicAuthority: { id: 'x' } }, ['/publicAuthority names no party']],
  [
    'a funder that is not among the parties',
    { budget: { sourceParty: { id: 'x', name: 'у' } } },
    ['/budget/sourceParty names no party'],
  ],
  [
    'a period that ends before it starts',
    { period: { startDate: '2026-02-02T00:00:00Z', endDate: '2026-02-01T00:00:00Z' } },
    ['/period ends before it starts'],
  ],
])('%s is a problem', (_, change, found) => {
  expect(problems(change)).toEqual(found);
});

it.each(['updated', 'startDate', 'endDate', 'approvalDate', 'dateMet', 'dueDate', 'datePublished'])(
  '%s is a real instant of UTC',
  (name) => {
    for (const right of ['2026-02-28T10:00:00Z', '2026-02-28T10:00:00.123Z']) {
      expect(problems({ [name]: right })).toEqual([]);
    }
    const wrong = [
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-02-28',
      '2026-02-28T10:00:00',
      'x2026-02-28T10:00:00Z',
    ];
    for (const text of [...wrong, '2026-02-28T10:00:00Zx', '2026-02-28T10:00:00.1Z']) {
      expect(problems({ [name]: text })).toEqual([`/${name} is no instant: ${text}`]);
    }
  },
);

it('a milestone has its own status codes, and a status elsewhere is free', () => {
  const milestone = (change: object) =>
    problems({ milestones: [{ id: '1', type: 'approval', status: 'met', ...change }] });
  expect(milestone({})).toEqual([]);
  expect(milestone({ type: 'other', status: 'implementation' })).toEqual([
    '/milestones/0/type is no code of the standard: other',
    '/milestones/0/status is no code of the standard: implementation',
  ]);
  expect(problems({ contractingProcesses: [{ id: '1', summary: { status: 'open' } }] })).toEqual([]);
  expect(problems({ contractingProcesses: [{ id: '1', summary: { nature: ['war'] } }] })).toHaveLength(1);
});

it('a period of one day does not end before it starts', () => {
  const day = '2026-02-01T00:00:00Z';
  expect(problems({ period: { startDate: day, endDate: day } })).toEqual([]);
  expect(problems({ period: { startDate: day } })).toEqual([]);
});

it('at most fifty problems are named', () => {
  expect(problems({ additionalClassifications: Array(60).fill('') })).toHaveLength(50);
});

it('a project that names missing parties has problems', () => {
  const { parties: _, ...without } = whole;
  expect(projectProblems(without as typeof whole, PREFIX)).toEqual([
    `${whole.id}/publicAuthority names no party`,
    `${whole.id}/budget/budgetBreakdowns/1/budgetBreakdown/0/sourceParty names no party`,
  ]);
});
