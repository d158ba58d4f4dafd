import { describe, expect, it } from 'vitest';
import { DECISION, LIST } from '../workflow/lists.ts';
import { PHASE, TYPE_IN_REALIZATION } from '../workflow/phases.ts';
import { PHASE_STATUS } from '../workflow/statuses.ts';
import { type PublicProject, publicProject, type PublicProjectInput, publicSince } from './public-project.ts';

const moment = (at: string, day = at.slice(0, 10)) => ({ at, day });
const decided = (list: number, decision: number, date: string | null, at: string, day?: string) => ({
  list,
  decision,
  date,
  decided: moment(at, day),
});
const ACCEPTED = decided(LIST.idea, DECISION.yes, '2026-04-02', '2026-04-02T09:00:00.000000Z');
const NOW = '2026-09-09T09:00:00.000000Z';

const PROJECT: PublicProjectInput['project'] = {
  number: '2026-0001',
  code: 'ПУТ-1',
  organizationId: '10503',
  sector: 2,
  type: 3,
  migrated: false,
  phase: PHASE.idea,
  phaseStatus: PHASE_STATUS.entry,
  mergedIntoId: null,
  changedAt: '2026-05-05T09:00:00.000000Z',
};
const input = (change: Partial<PublicProjectInput> = {}): PublicProjectInput => ({
  project: PROJECT,
  decisions: [ACCEPTED],
  plans: [],
  forms: [],
  documents: [],
  withholdings: [],
  known: null,
  now: NOW,
  ...change,
});

function shown(change: Partial<PublicProjectInput> = {}): PublicProject {
  const project = publicProject(input(change));
  if (!project) throw new Error('not public');
  return project;
}

describe('since when', () => {
  const since = (decisions: PublicProjectInput['decisions'], change = {}, plans: PublicProjectInput['plans'] = []) =>
    publicSince({ project: { ...PROJECT, ...change }, decisions, plans });

  it('since the first yes on a list of preparation', () => {
    const yes = decided(LIST.preparedness, DECISION.yes, null, '2026-05-10T22:30:00Z', '2026-05-11');
    expect(since([decided(LIST.correction, DECISION.yes, '2026-01-05', '2026-01-05')])).toBeNull();
    expect(since([decided(LIST.rationalization, DECISION.yes, '2026-01-05', '2026-01-05')])).toBeNull();
    expect(since([decided(LIST.idea, DECISION.no, '2026-01-10', '2026-01-10')])).toBeNull();
    // A day is that of Belgrade.
    expect(since([yes])).toBe('2026-05-11');
    const earlier = decided(LIST.identification, DECISION.yes, '2026-05-04', '2026-05-10T09:00:00Z');
    const later = decided(LIST.idea, DECISION.yes, '2026-06-01', '2026-06-01T09:00:00Z');
    expect(since([yes, earlier, later])).toBe('2026-05-04');
    expect(since([{ ...ACCEPTED, date: null, decided: null }])).toBeNull();
  });

  it('without such a list by its kind since its plan', () => {
    const plans = [moment('2026-04-05T09:00:00Z'), moment('2026-03-31T22:30:00Z', '2026-04-01')];
    expect(since([], {}, plans)).toBeNull();
    expect(since([], { migrated: true }, plans)).toBe('2026-04-01');
    expect(since([], { type: TYPE_IN_REALIZATION }, plans)).toBe('2026-04-01');
    expect(since([ACCEPTED], { migrated: true }, plans)).toBe('2026-04-01');
  });

  it('the first day does not move, and a public project stays public', () => {
    const known = shown();
    const later = [{ ...ACCEPTED, date: '2026-06-01' }];
    expect(shown({ known, decisions: later }).since).toBe('2026-04-02');
    expect(shown({ known, decisions: [{ ...ACCEPTED, date: '2026-03-01' }] }).since).toBe('2026-03-01');
    expect(shown({ known, decisions: [] }).since).toBe('2026-04-02');
    expect(publicProject(input({ decisions: [] }))).toBeNull();
    expect(shown({ decisions: [], sinceIf: '2026-09-09' })).toMatchObject({ since: '2026-09-09', changedAt: NOW });
  });
});

describe('the last public change', () => {
  const at = (change: Partial<PublicProjectInput>) => shown(change).changedAt;
  const known = shown();

  it('follows from the facts that have a moment', () => {
    expect(known.changedAt).toBe('2026-04-02T09:00:00.000000Z');
    const refused = decided(LIST.preparedness, DECISION.no, null, '2026-07-01T09:00:00.000000Z');
    expect(at({ decisions: [ACCEPTED, refused] })).toBe(refused.decided.at);
    const returned = '2026-07-02T09:00:00.000000Z';
    expect(shown({ withholdings: [{ returnedAt: returned }] })).toMatchObject({ changedAt: returned, withheld: false });
    expect(shown({ withholdings: [{ returnedAt: returned }, { returnedAt: null }] }).withheld).toBe(true);
    const added = { key: '1/1', state: 'a', addedAt: '2026-07-03T09:00:00.000000Z' };
    expect(at({ documents: [added] })).toBe(added.addedAt);
    expect(at({ known, documents: [added] })).toBe(added.addedAt);
  });

  it('is that of the project where its status, owner or merger changes, and nothing else of it', () => {
    expect(at({ known, project: { ...PROJECT, phase: PHASE.conclusion } })).toBe(PROJECT.changedAt);
    expect(at({ known, project: { ...PROJECT, organizationId: '1' } })).toBe(PROJECT.changedAt);
    expect(at({ known, project: { ...PROJECT, mergedIntoId: 7 } })).toBe(PROJECT.changedAt);
    expect(at({ known, project: { ...PROJECT, phase: PHASE.important, sector: 3, code: 'ПУТ-2' } })).toBe(
      known.changedAt,
    );
    expect(at({ known: { ...known, changedAt: NOW }, project: { ...PROJECT, mergedIntoId: 7 } })).toBe(NOW);
  });

  it('is now where a document that was there changes or goes, but not where it was secured before', () => {
    const documents = [
      { key: '1/1', state: 'a', addedAt: '2026-04-01T09:00:00.000000Z' },
      { key: '2/1', state: '', addedAt: null },
    ];
    const before = shown({ documents });
    expect(at({ known: before, documents })).toBe(before.changedAt);
    expect(at({ known: before, documents: documents.slice(1) })).toBe(NOW);
    // Nobody saw the secured one, so nobody misses it.
    expect(at({ known: before, documents: documents.slice(0, 1) })).toBe(before.changedAt);
    expect(at({ known: before, documents: documents.map((one) => ({ ...one, state: 'b' })) })).toBe(NOW);
    const secured = { key: '3/1', state: '', addedAt: null };
    expect(at({ known: before, documents: [...documents, secured] })).toBe(before.changedAt);
  });

  it('never goes back', () => {
    expect(at({ known: { ...known, changedAt: NOW } })).toBe(NOW);
  });
});

describe('title, value, place and end', () => {
  const form = (formId: number, approvedAt: string, facts: Partial<PublicProjectInput['forms'][number]>) => ({
    formId,
    approvedAt,
    code: 'plan',
    name: null,
    value: null,
    districts: null,
    end: null,
    ...facts,
  });
  const first = form(1, '2026-06-01T00:00:00.000000Z', {
    name: 'Први',
    value: '1.00',
    districts: ['01'],
    end: '2027-01-01',
  });
  const second = form(2, '2026-06-02T00:00:00.000000Z', {
    name: 'Други',
    value: '2',
    districts: ['20', null, '03', '20'],
    end: '2027-02-02',
    code: 'korekcija',
  });

  it('are of the newest approved form that says them', () => {
    const known = { title: 'Други', value: '2.00', districts: ['03', '20'], plannedEnd: '2027-02-02' };
    expect(shown({ forms: [first, second] })).toMatchObject(known);
    expect(shown({ forms: [second, first] })).toMatchObject(known);
    const silent = form(3, '2026-06-03T00:00:00.000000Z', { name: ' \u200b', value: 'x', end: '2027-02-30' });
    const negative = form(4, '2026-06-04T00:00:00.000000Z', { value: '-3.00', code: 'ideja', end: '2028-01-01' });
    expect(shown({ forms: [first, second, silent, negative] })).toMatchObject(known);
    // Of two that were approved at once, the newer form.
    expect(shown({ forms: [first, { ...second, approvedAt: first.approvedAt }] })).toMatchObject(known);
  });

  it('without one, the code of the project', () => {
    expect(shown()).toMatchObject({ title: PROJECT.code, value: null, districts: [], plannedEnd: null });
  });
});

describe('a project that was merged into another one', () => {
  it('says so, whatever its phase', () => {
    expect(shown({ project: { ...PROJECT, mergedIntoId: 7 } })).toMatchObject({
      status: 'merged',
      seen: { mergedIntoId: 7 },
    });
    expect(shown().seen.mergedIntoId).toBeNull();
  });
});

describe('facts of borders', () => {
  const form = { formId: 1, approvedAt: '2026-06-01T00:00:00.000000Z', code: 'plan', name: null, districts: null };

  it('an approved form dates a change; a value may be 0, and a text without an amount is none', () => {
    const forms = [{ ...form, value: '0', end: null }];
    expect(shown({ forms })).toMatchObject({ value: '0.00', changedAt: form.approvedAt });
    expect(shown({ forms: [{ ...form, value: 'x', end: null }] }).value).toBeNull();
  });

  it('the end is that of a plan as of a correction', () => {
    for (const code of ['plan', 'korekcija']) {
      expect(shown({ forms: [{ ...form, code, value: null, end: '2027-05-05' }] }).plannedEnd).toBe('2027-05-05');
    }
  });

  it('a decision without the moment of its record dates nothing', () => {
    const takenOver = { ...ACCEPTED, decided: null };
    expect(shown({ decisions: [takenOver] }).changedAt).toBe(NOW);
  });

  it('the newest of three forms counts, in whichever order they are read', () => {
    const three = ['2026-06-01', '2026-06-03', '2026-06-02'].map((day, index) => ({
      ...form,
      formId: index,
      approvedAt: `${day}T00:00:00.000000Z`,
      value: String(index),
      end: null,
    }));
    for (const forms of [three, three.toReversed(), [...three.slice(1), ...three.slice(0, 1)]]) {
      expect(shown({ forms }).value).toBe('1.00');
    }
  });

  it('of two forms approved at once the newer counts, in both orders', () => {
    const two = [1, 2].map((formId) => ({ ...form, formId, value: String(formId), end: null }));
    for (const forms of [two, two.toReversed()]) expect(shown({ forms }).value).toBe('2.00');
  });

  it('another project to which it was merged is a change', () => {
    const known = shown({ project: { ...PROJECT, mergedIntoId: 7 } });
    expect(shown({ known, project: { ...PROJECT, mergedIntoId: 8 } }).changedAt).toBe(PROJECT.changedAt);
  });

  it('the preview is of now, whatever was approved', () => {
    const forms = [{ ...form, value: null, end: null }];
    expect(shown({ decisions: [], forms, sinceIf: '2026-09-09' }).changedAt).toBe(NOW);
  });
});
