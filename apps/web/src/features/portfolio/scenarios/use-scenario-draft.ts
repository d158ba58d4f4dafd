import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { mergeScenario } from '@pimis/domain/portfolio/scenario/merge';
import { call } from '../../../api/client.ts';
import { useScenarioHistory } from './scenario-history.ts';
import type { Step } from './scenario-steps.ts';
import { type SaveState, useAutomaticSaves } from './use-automatic-saves.ts';
import { useScenarioSaves } from './use-scenario-saves.ts';
import { useShownScenario } from './use-shown-scenario.ts';

export interface ScenarioDraft {
  shown: Scenario;
  state: SaveState;
  /** Changes the scenario; the change can be undone. */
  change: (make: (scenario: Scenario) => Scenario) => void;
  undo: (() => void) | null;
  /** Redoes the last undone change, until something else is changed. */
  redo: (() => void) | null;
  /** Saves unsaved changes; returns the saved revision, or null after a failure, which it reports. */
  save: () => Promise<number | null>;
  /** Saves before another screen is shown; returns whether changes would be lost by leaving. */
  losesByLeaving: () => Promise<boolean>;
  /** Discards unsaved changes. */
  drop: () => void;
  /**
   * Shows the server's present state after a call that changed it. If it cannot be read, the change is stored
   * nevertheless, and the error is shown.
   */
  reload: () => Promise<void>;
  /** Reports the failure of a call for the scenario. If its revision was outdated, shows the server's present state. */
  reportFailure: (failure: unknown) => Promise<void>;
}

/** Codes of the candidates of `wanted` that a scenario lacks. */
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
 * A scenario that is being edited in this window: changes are shown immediately and saved a moment after the last one.
 * If another window has saved meanwhile, the changes of this window are applied to the saved state and saved again.
 */
export function useScenarioDraft(read: Scenario): ScenarioDraft {
  const scenario = useShownScenario(read);
  const { shown, state, setState, base, latest, show, isDirty, restored } = scenario;
  const { save, saveForPress, losesByLeaving, reload, reportFailure } = useScenarioSaves(scenario);

  /** Restores removed projects: by a call if their removal was saved, else from the saved state. */
  const bringBack = async (wanted: Scenario): Promise<void> => {
    if (missingIn(latest.current, wanted).length === 0) return;
    const revision = await save();
    const left = missingIn(base.current, wanted);
    if (revision !== null && left.length > 0) {
      const request = { params: { scenarioId: wanted.id }, body: { revision, projectCodes: left } };
      await call('POST /portfolio/scenarios/:scenarioId/candidates', request);
      await reload();
      return;
    }
    const absent = missingIn(latest.current, wanted);
    const kept = base.current.candidates.filter(({ code }) => absent.includes(code));
    show({ ...latest.current, candidates: [...latest.current.candidates, ...kept] });
  };
  /** Applies one change to the shown state; data, revision and other changes stay. */
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
