import { expect, it } from 'vitest';
import { isPlanLate } from '../portfolio/late-plan.ts';
import { PHASE, PHASES } from '../workflow/phases.ts';
import { PHASE_STATUS, STATUSES } from '../workflow/statuses.ts';
import { isPubliclyLate, PUBLIC_STATUSES, publicPeriods, publicStatus } from './status.ts';

const EXPECTED = {
  identification: [PHASE.idea, PHASE.projectIdentification, PHASE.identification, PHASE.important],
  preparation: [PHASE.preparedness, PHASE.plan, PHASE.preImplementation],
  implementation: [PHASE.reporting, PHASE.correction, PHASE.correctionReporting, PHASE.rationalization],
  completion: [PHASE.conclusion],
  maintenance: [PHASE.effects],
};

it('a status for each phase, in the words of the standard', () => {
  for (const [status, phases] of Object.entries(EXPECTED)) {
    for (const phase of phases) expect([phase, publicStatus(phase, PHASE_STATUS.entry)]).toEqual([phase, status]);
  }
  expect(new Set(Object.values(EXPECTED).flat())).toEqual(new Set(Object.values(PHASE)));
  expect(PUBLIC_STATUSES).toEqual([...Object.keys(EXPECTED), 'cancelled', 'merged']);
});

it('a project that was stopped or shut down is cancelled, in whatever phase', () => {
  for (const status of [PHASE_STATUS.stopped, PHASE_STATUS.rationalizationShutdown]) {
    for (const phase of Object.values(PHASE)) expect(publicStatus(phase, status)).toBe('cancelled');
  }
  expect(publicStatus(PHASE.preImplementation, PHASE_STATUS.cancelled)).toBe('cancelled');
  expect(publicStatus(PHASE.correction, PHASE_STATUS.cancelled)).toBe('implementation');
});

it('a project is late for the public exactly when it is late in the portfolio', () => {
  const day = '2026-11-24';
  const ended: readonly number[] = [PHASE_STATUS.stopped, PHASE_STATUS.rationalizationShutdown];
  for (const { id: phase } of PHASES)
    for (const { id: phaseStatus } of STATUSES)
      for (const plannedEnd of [null, '2026-11-23', day, '2026-11-25']) {
        const isPending = !ended.includes(phaseStatus);
        expect([
          phase,
          phaseStatus,
          plannedEnd,
          isPubliclyLate(publicStatus(phase, phaseStatus), plannedEnd, day),
        ]).toEqual([phase, phaseStatus, plannedEnd, isPlanLate({ isPending, phase, plannedEnd }, day)]);
      }
});

it('there is no status for a phase that does not exist', () => {
  expect(() => publicStatus(99, PHASE_STATUS.entry)).toThrow(RangeError);
});

it('a status lasts from the first day of the first of its phases to the last day of the last one', () => {
  const state = (
    phase: number,
    firstDay: string,
    lastDay: string | null,
    phaseStatus: number = PHASE_STATUS.entry,
  ) => ({
    phase,
    phaseStatus,
    firstDay,
    lastDay,
  });
  expect(
    publicPeriods([
      state(PHASE.plan, '2026-04-02', '2026-05-01'),
      state(PHASE.preparedness, '2026-03-01', '2026-04-01'),
      state(PHASE.identification, '2026-02-01', '2026-03-01'),
      state(PHASE.idea, '2026-01-01', '2026-02-01'),
    ]),
  ).toEqual([
    { status: 'identification', firstDay: '2026-01-01', lastDay: '2026-03-01' },
    { status: 'preparation', firstDay: '2026-03-01', lastDay: '2026-05-01' },
  ]);
  const three = [
    state(PHASE.reporting, '2026-05-01', '2026-06-01'),
    state(PHASE.idea, '2026-01-01', '2026-02-01'),
    state(PHASE.plan, '2026-03-01', '2026-04-01'),
  ];
  for (const states of [three, three.toReversed(), [...three.slice(1), ...three.slice(0, 1)]]) {
    expect(publicPeriods(states).map(({ firstDay }) => firstDay)).toEqual(['2026-01-01', '2026-03-01', '2026-05-01']);
  }
  const twice = [state(PHASE.idea, '2026-03-01', '2026-04-01'), state(PHASE.idea, '2026-01-01', '2026-02-01')];
  for (const states of [twice, twice.toReversed()]) {
    expect(publicPeriods(states)).toEqual([
      { status: 'identification', firstDay: '2026-01-01', lastDay: '2026-04-01' },
    ]);
  }
  // One of its phases goes on.
  const reported = state(PHASE.reporting, '2026-01-01', '2026-02-01');
  const corrected = state(PHASE.correction, '2026-02-01', null);
  const goesOn = [{ status: 'implementation', firstDay: '2026-01-01', lastDay: null }];
  expect([publicPeriods([reported, corrected]), publicPeriods([corrected, reported])]).toEqual([goesOn, goesOn]);
  expect(publicPeriods([])).toEqual([]);
});
