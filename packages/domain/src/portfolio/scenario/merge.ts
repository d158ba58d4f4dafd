import { cellKey, type CandidateState, type Goal, type YearAmount } from './types.ts';

/** The parts of a scenario that a person can change. */
export interface ScenarioChoice {
  name: string;
  shared: boolean;
  goal: Goal;
  candidates: readonly { code: string; state: CandidateState; shift: number }[];
  ceilings: readonly YearAmount[];
}

const pick = <T>(base: T, mine: T, theirs: T): T => (mine === base ? theirs : mine);

/**
 * Applies changes made in one window (from `base` to `mine`) to the state that another window has saved meanwhile.
 * Local changes win, everything else is as saved: locally removed candidates are removed, candidates added elsewhere
 * are added. Unchanged candidates stay the same objects.
 */
export function mergeScenario<Theirs extends ScenarioChoice>(
  base: ScenarioChoice,
  mine: ScenarioChoice,
  theirs: Theirs,
): Theirs {
  const before = new Map(base.candidates.map((candidate) => [candidate.code, candidate]));
  const own = new Map(mine.candidates.map((candidate) => [candidate.code, candidate]));
  const candidates = theirs.candidates.flatMap((candidate) => {
    const [was, now] = [before.get(candidate.code), own.get(candidate.code)];
    if (!now) return was ? [] : [candidate];
    const state = was ? pick(was.state, now.state, candidate.state) : now.state;
    const shift = was ? pick(was.shift, now.shift, candidate.shift) : now.shift;
    return [state === candidate.state && shift === candidate.shift ? candidate : { ...candidate, state, shift }];
  });
  const amounts = (ceilings: readonly YearAmount[]) =>
    new Map(ceilings.map((ceiling) => [cellKey(ceiling.year, ceiling.source), ceiling]));
  const [was, now, saved] = [amounts(base.ceilings), amounts(mine.ceilings), amounts(theirs.ceilings)];
  const ceilings = [...new Set([...saved.keys(), ...now.keys()])].flatMap((key) => {
    const chosen = pick(was.get(key)?.amount, now.get(key)?.amount, saved.get(key)?.amount);
    const place = saved.get(key) ?? now.get(key);
    return place && chosen !== undefined ? [{ ...place, amount: chosen }] : [];
  });
  return {
    ...theirs,
    name: pick(base.name, mine.name, theirs.name),
    shared: pick(base.shared, mine.shared, theirs.shared),
    goal: pick(base.goal, mine.goal, theirs.goal),
    candidates,
    ceilings,
  };
}
