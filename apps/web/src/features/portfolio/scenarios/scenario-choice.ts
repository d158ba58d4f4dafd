import type { Scenario, ScenarioInput } from '@pimis/contract/portfolio/scenarios';
import type { ScenarioChoice } from '@pimis/domain/portfolio/scenario/merge';

/** The choices of a person in a scenario, as saved: without spaces around the name. */
export const choiceOf = ({ name, shared, goal, candidates, ceilings }: ScenarioChoice) => ({
  name: name.trim(),
  shared,
  goal,
  candidates: candidates.map(({ code, state, shift }) => ({ code, state, shift })),
  ceilings: [...ceilings],
});

export const isSameChoice = (one: ScenarioChoice, other: ScenarioChoice): boolean =>
  JSON.stringify(choiceOf(one)) === JSON.stringify(choiceOf(other));

/** The scenario as the call takes it. */
export function inputOf(scenario: Scenario): ScenarioInput {
  const { candidates: choices, ...chosen } = choiceOf(scenario);
  return { revision: scenario.revision, ...chosen, choices };
}
