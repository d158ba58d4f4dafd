import { expect, it } from 'vitest';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { expectedState } from './expected-state.ts';

it('a step is taken in the state in which it was seen; the minister has seen the last change too', () => {
  const seen = { projectPhaseId: 5, lastChangeDate: '2026-04-02T09:00:00Z' };
  const inStatus = (phaseStatus: number) => expectedState({ ...seen, phaseStatus });
  expect(inStatus(PHASE_STATUS.entry)).toEqual({ projectPhaseId: 5, status: PHASE_STATUS.entry });
  expect(inStatus(PHASE_STATUS.sentToMinister)).toEqual({
    projectPhaseId: 5,
    status: PHASE_STATUS.sentToMinister,
    lastChangeDate: seen.lastChangeDate,
  });
});
