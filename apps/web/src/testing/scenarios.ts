import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { PHASE } from '@pimis/domain/workflow/phases';

/** A scenario without candidates, as the server keeps it. */
export const scenario = (revision: number, name: string): Scenario => ({
  id: 7,
  name,
  ownerName: 'Ана Јовић',
  isOwn: true,
  shared: true,
  goal: 'marks',
  revision,
  changedDate: '2026-11-24T09:00:00Z',
  candidates: [],
  hidden: 0,
  ceilings: [],
  committed: [],
});

export const candidate = (code: string): Scenario['candidates'][number] => ({
  code,
  name: code,
  organizationName: 'Град Ваљево',
  sector: 1,
  phase: PHASE.important,
  mark: null,
  worth: '1000.00',
  needs: [],
  state: 'out',
  shift: 0,
});
