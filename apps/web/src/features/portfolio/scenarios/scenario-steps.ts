import type { Scenario } from '@pimis/contract/portfolio/scenarios';

const MOST_UNDONE = 100;

/** A change of this window. */
export interface Step {
  from: Scenario;
  to: Scenario;
}

/** A value of a scenario that is typed character by character. */
interface TypedValue {
  key: string;
  /** Returns the scenario with this value copied from another state of it. */
  like: (scenario: Scenario, other: Scenario) => Scenario;
}

/** The value that a step types: the name, or the years of a project; null for another change. */
function typedValue({ from, to }: Step): TypedValue | null {
  if (from.name !== to.name) {
    return { key: 'name', like: (scenario, { name }) => ({ ...scenario, name }) };
  }
  const moved = to.candidates.find(({ shift }, place) => shift !== from.candidates[place]?.shift);
  if (!moved || from.candidates.length !== to.candidates.length) return null;
  const { code } = moved;
  const like = (scenario: Scenario, other: Scenario): Scenario => {
    const shift = other.candidates.find((one) => one.code === code)?.shift ?? moved.shift;
    return { ...scenario, candidates: scenario.candidates.map((one) => (one.code === code ? { ...one, shift } : one)) };
  };
  return { key: `shift ${code}`, like };
}

/**
 * Adds a step. Consecutive keystrokes in a value are one step, without changes taken over from another window in
 * between.
 */
export function withStep(past: readonly Step[], step: Step): Step[] {
  const last = past.at(-1);
  const typed = typedValue(step);
  if (!last || !typed || typedValue(last)?.key !== typed.key) return [...past.slice(-MOST_UNDONE + 1), step];
  return [...past.slice(0, -1), { ...step, from: typed.like(step.from, last.from) }];
}
