import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { mergeScenario } from '@pimis/domain/portfolio/scenario/merge';
import { call } from '../../../api/client.ts';
import { type Step, useScenarioHistory } from './scenario-history.ts';
import { type SaveState, useAutomaticSaves } from './use-automatic-saves.ts';
import { useScenarioSaves } from './use-scenario-saves.ts';
import { useShownScenario } from './use-shown-scenario.ts';

export interface ScenarioDraft {
  shown: Scenario;
  state: SaveState;
  /** Changes the scenario; the change can be undone. */
  change: (make: (scenario: Scenario) => Scenario) => void;
  undo: (() => void) | null;
  /** Makes again what was undone last, until something else is changed. */
  redo: (() => void) | null;
  /** Saves what is not saved; returns the saved revision, or null if it could not be saved, which it tells. */
  save: () => Promise<number | null>;
  /** Saves before another screen is shown; returns whether changes would be lost by leaving. */
  losesByLeaving: () => Promise<boolean>;
  /** Gives up what is not saved. */
  drop: () => void;
  /** Shows what the server has now, after a call that changed it. That it cannot be read is told: the change is made. */
  reload: () => Promise<void>;
  /** Tells why a call for the scenario failed. After one for an older revision, what the server has now is shown. */
  reportFailure: (failure: unknown) => Promise<void>;
}

/** The codes of the wanted candidates that a scenario does not have. */
function missingIn({ candidates }: Scenario, wanted: Scenario): string[] {
  const codes = new Set(candidates.map(({ code }) => code));
  return wanted.candidates.flatMap(({ code }) => (codes.has(code) ? [] : [code]));
}

/** A scenario with its candidates in the order of another; those that the other does not have come last. */
function inOrderOf(other: Scenario, scenario: Scenario): Scenario {
  const places = new Map(other.candidates.map(({ code }, place) => [code, place]));
  const placeOf = (code: string) => places.get(code) ?? places.size;
  return { ...scenario, candidates: scenario.candidates.toSorted((a, b) => placeOf(a.code) - placeOf(b.code)) };
}

/**
 * A scenario while it is changed in this window: shown at once, saved a moment after the last change. If another window
 * has saved meanwhile, what was changed here is put upon that and saved again.
 */
export function useScenarioDraft(read: Scenario): ScenarioDraft {
  const scenario = useShownScenario(read);
  const { shown, state, setState, base, latest, show, isDirty, restored } = scenario;
  const { save, saveForPress, losesByLeaving, reload, reportFailure } = useScenarioSaves(scenario);

  /** Brings back projects that have left: here, and by a call where that was saved. */
  const bringBack = async (wanted: Scenario): Promise<void> => {
    if (missingIn(latest.current, wanted).length === 0) return;
    const revision = await save();
    const left = missingIn(base.current, wanted);
    if (revision === null || left.length === 0) return;
    const params = { scenarioId: wanted.id };
    await call('POST /portfolio/scenarios/:scenarioId/candidates', { params, body: { revision, projectCodes: left } });
    await reload();
  };
  /** Puts one change upon what is shown now; data, revision and what has changed besides stay. */
  const put = async ({ from, to }: Step): Promise<void> => {
    try {
      await bringBack(to);
    } catch (failure) {
      await reportFailure(failure);
    }
    show(inOrderOf(to, mergeScenario(from, to, latest.current)));
    setState('changed');
  };
  const { record, undo, redo } = useScenarioHistory(put, restored ? [restored] : []);
  const change = (make: (scenario: Scenario) => Scenario) => {
    const before = latest.current;
    const after = make(before);
    if (after === before) return;
    record({ from: before, to: after });
    show({ ...after, revision: before.revision });
    setState('changed');
  };
  useAutomaticSaves({ shown, state, isDirty, save });

  return {
    shown,
    state,
    change,
    undo,
    redo,
    save: saveForPress,
    losesByLeaving,
    drop: () => show(base.current),
    reload,
    reportFailure,
  };
}
