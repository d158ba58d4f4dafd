import { describe, expect, it } from 'vitest';
import { decide, declaredTransitions } from './engine.ts';
import { PHASES } from './phases.ts';
import { STATUSES } from './statuses.ts';
import { everyone, project } from './testing.ts';
import { TRANSITIONS } from './transitions.ts';

/**
 * The table of the workflow page, written out by hand: phase-status-action[-condition] actors → status after.
 * "?" marks an outcome that depends on the project. It is compared whole, so nothing can be added or lost silently.
 */
const CHAIN = (phase: number, confirmed: number, approved: string) => [
  `${phase}-1-1 PM → 2`,
  `${phase}-2-1 CF → ${confirmed}`,
  `${phase}-2-2 CF → 1`,
  `${phase}-3-1 AP → ${approved}`,
  `${phase}-3-2 AP → 1`,
  `${phase}-3-5 AP,REQ → 25`,
  `${phase}-25-1 PM → 1`,
];
const DECISIONS = (phase: number) => [
  `${phase}-6-1 COM → 4`,
  `${phase}-6-2 COM → 18`,
  `${phase}-6-3 COM → 9`,
  `${phase}-6-4 COM → 8`,
  `${phase}-8-1 COM → before`,
  `${phase}-18-1 ADM → 1`,
];
const EXPECTED = [
  ...CHAIN(0, 19, '14'),
  ...CHAIN(1, 3, '4|4'),
  ...CHAIN(2, 3, '16'),
  ...CHAIN(3, 3, '17'),
  ...CHAIN(4, 3, '4'),
  ...CHAIN(7, 3, '4'),
  ...CHAIN(8, 3, '4'),
  ...CHAIN(9, 3, '4'),
  ...CHAIN(10, 3, '15'),
  ...CHAIN(11, 3, '28'),
  ...CHAIN(13, 3, '10'),
  '0-19-1 VER → 20',
  '0-19-2 VER → 1',
  '0-20-1 IAP → 21',
  '0-20-2 IAP → 1',
  '0-21-1 MIN → 22',
  '0-21-2 MIN,ADM → 1',
  '0-22-1-noForeignFunds SEND → 3',
  '0-22-1-foreignFunds MEISEND → 23',
  '0-23-1 MEI → 24',
  '0-23-5 MEI,REQ → 25',
  '0-24-1 SEND → 3',
  '0-22-2 ADM → 1',
  '0-23-2 ADM → 1',
  '0-24-2 ADM → 1',
  '9-1-3 AP → 11',
  '9-2-3 AP → 11',
  '9-3-3 AP → 11',
  '5-1-2 PM → 12',
  '5-12-1 CF → 13',
  '5-12-2 CF → 1',
  '5-13-1 AP → 1',
  '5-13-2 AP → 1',
  '5-1-4 AP → 1',
  '5-1-1 PM → 2',
  '5-2-1 CF → 3',
  '5-2-2 CF → 1',
  '5-3-1 AP → 4',
  '5-3-2 AP → 1',
  '5-1-3 ADM → 5',
  '5-5-2 ADM → 1',
  '5-1-5 PM → 26',
  '5-26-6 AP → 7',
  '5-26-2 AP → 1',
  '11-1-3 PM → 11',
  '11-29-1 PM → 33',
  '11-33-1 PM,CF → 34',
  '11-33-2 PM,CF → 29',
  '11-34-1 AP → 28',
  '11-34-2 AP → 29',
  '12-1-1 PM → 12',
  '12-12-1 CF → 13',
  '12-12-2 CF → 1',
  '12-13-1 AP → 4',
  '12-13-2 AP → 1',
  ...DECISIONS(0),
  ...DECISIONS(10),
  ...DECISIONS(2),
  ...DECISIONS(3),
  '5-6-1 COM → 10',
  '5-6-2 COM → 1',
  '5-6-3 COM → 9',
  '5-6-4 COM → 8',
  '5-8-1 COM → before',
  '13-6-1 COM → 4',
  '13-6-2 COM → 1',
  '13-6-3 COM → 31',
  '13-6-4 COM → 30',
  '13-30-1 COM → 4',
  '11-6-1 COM → 27|27',
  '11-6-3 COM → 9',
  '11-6-4 COM → 8',
  '11-6-5 COM → 29',
  '11-8-1 COM → before',
  '0-14-2 ADM → 1',
  '10-15-2 ADM → 1',
  '2-16-2 ADM → 1',
  '3-17-2 ADM → 1',
  '11-28-2 ADM → 1',
  '13-10-2 ADM → 1',
];

const written = TRANSITIONS.map(
  (row) => `${row.id} ${row.actors.join()} → ${row.outcomes.map((outcome) => outcome.status).join('|')}`,
);

/** Who may act, by the claim that the permissions page gives them; "own", "proposer" and "00000" are organizations. */
const COMMENT_NEEDED = new Set(
  TRANSITIONS.filter((row) => row.needs.comment).map((row) => `${row.phase}-${row.status}-${row.action}`),
);

describe('the transition table', () => {
  it('is the table of the workflow page, row by row', () => {
    expect([...written].sort()).toEqual([...EXPECTED].sort());
  });

  it('asks a comment of every return, request, withdrawal and amendment', () => {
    const returns = TRANSITIONS.filter(({ key }) =>
      [
        'return',
        'returnToEntry',
        'requestChange',
        'updateImportant',
        'refuseCorrection',
        'withdrawCorrection',
        'withdrawProposal',
        'proposeRationalization',
        'requestCorrection',
        'cancelPreImplementation',
        'commissionAmend',
        'giveOpinion',
      ].includes(key),
    );
    expect(returns.length).toBeGreaterThan(40);
    for (const row of returns) expect(COMMENT_NEEDED).toContain(`${row.phase}-${row.status}-${row.action}`);
  });

  it('asks a date of every commission decision, and a second one of a postponement', () => {
    const decisions = TRANSITIONS.filter((row) => row.status === 6);
    expect(decisions).toHaveLength(28);
    for (const row of decisions) {
      expect(row.needs.date).toBe(true);
      expect(row.needs.postponedDate ?? false).toBe(row.key === 'commissionPostpone');
    }
  });
});

describe('every phase, status, action and kind of user', () => {
  const users = everyone();
  const input = { comment: 'разлог', date: '2026-05-04', postponedDate: '2026-09-01' };

  it.each(PHASES.map(({ id }) => id))('phase %i: what the table does not declare is refused', (phase) => {
    let refused = 0;
    for (const { id: phaseStatus } of STATUSES) {
      for (const foreignFunds of [false, true]) {
        const facts = project({ phase, phaseStatus, foreignFunds, statusBefore: 14 });
        const declared = declaredTransitions(facts);
        for (const action of [0, 1, 2, 3, 4, 5, 6, 7]) {
          const row = declared.find((candidate) => candidate.action === action);
          const key = `${phase}-${phaseStatus}-${action}`;
          const inTable = EXPECTED.some((line) => line.startsWith(`${key} `) || line.startsWith(`${key}-`));
          expect(row !== undefined, key).toBe(inTable);
          if (row) continue;
          for (const { name, user } of users) {
            refused += 1;
            expect(decide(facts, user, { action, ...input }), `${key} by ${name}`).toEqual({
              ok: false,
              code: 'InvalidProjectAction',
            });
          }
        }
      }
    }
    expect(refused).toBeGreaterThan(1000);
  });

  it('a finished or archived project takes no step at all', () => {
    for (const projectStatus of [1, 2]) {
      for (const row of TRANSITIONS) {
        const facts = project({ phase: row.phase, phaseStatus: row.status, projectStatus });
        for (const { user } of users) {
          expect(decide(facts, user, { action: row.action, ...input }).ok).toBe(false);
        }
      }
    }
  });
});
