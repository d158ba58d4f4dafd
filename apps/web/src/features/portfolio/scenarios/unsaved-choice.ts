import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { mergeScenario, type ScenarioChoice } from '@pimis/domain/portfolio/scenario/merge';
import { keep, readKept } from '../../../browser/storage.ts';

/**
 * What was changed in an own scenario and is not saved yet, kept on this computer: it survives another screen, a closed
 * tab and a crash. Nobody but the owner changes a scenario, so its number is key enough.
 */

interface UnsavedChoice {
  base: ScenarioChoice;
  mine: ScenarioChoice;
}

const keyOf = (id: number) => `pimis.scenario.${id}`;

const choiceOf = ({ name, shared, goal, candidates, ceilings }: ScenarioChoice): ScenarioChoice => ({
  name,
  shared,
  goal,
  candidates: candidates.map(({ code, state, shift }) => ({ code, state, shift })),
  ceilings,
});

const isSame = (one: ScenarioChoice, other: ScenarioChoice): boolean =>
  JSON.stringify(choiceOf(one)) === JSON.stringify(choiceOf(other));

/** Keeps what differs from the saved scenario; nothing where nothing differs. */
export function keepUnsaved(base: Scenario, mine: Scenario): void {
  const kept = isSame(base, mine) ? null : JSON.stringify({ base: choiceOf(base), mine: choiceOf(mine) });
  // Without room for them the changes are still on the screen.
  keep(keyOf(base.id), kept);
}

export function dropUnsaved(id: number): void {
  keep(keyOf(id), null);
}

/** The scenario with what was not saved put upon it; the same object where there is nothing to put. */
export function withUnsaved(read: Scenario): Scenario {
  const kept = read.isOwn ? readKept(keyOf(read.id)) : null;
  if (kept === null) return read;
  try {
    const { base, mine } = JSON.parse(kept) as UnsavedChoice;
    const merged = mergeScenario(base, mine, read);
    if (!isSame(merged, read)) return merged;
  } catch {
    // A truncated one is ignored.
  }
  dropUnsaved(read.id);
  return read;
}
