import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { mergeScenario } from '@pimis/domain/portfolio/scenario/merge';
import { isBlank } from '@pimis/domain/text/blank';
import { ApiFailure, call } from '../../../api/client.ts';
import { whenBack } from '../../../api/connection.ts';
import { useText } from '../../../i18n/use-text.ts';
import { notifyFailure, notifyWarning } from '../../../ui/notify.tsx';
import { inputOf, scenarioQuery } from './api.ts';
import { type Step, useScenarioHistory } from './scenario-history.ts';
import { dropUnsaved, keepUnsaved, newUnsavedKey, takeOver, withUnsaved } from './unsaved-choice.ts';
import { type SaveState, useAutomaticSaves } from './use-automatic-saves.ts';

const GONE = 404;
/** Answers after which leaving loses nothing: without a connection the scenario is saved later; a deleted one has no changes. */
const NOTHING_LOST = [0, GONE];

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

const isSame = (one: Scenario, other: Scenario): boolean =>
  JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other));

/**
 * A scenario while it is changed in this window: shown at once, saved a moment after the last change. If another window
 * has saved meanwhile, what was changed here is put upon that and saved again.
 */
export function useScenarioDraft(read: Scenario): ScenarioDraft {
  const text = useText();
  const client = useQueryClient();
  const [first] = useState(() => ({ read, key: newUnsavedKey(read.id), ...withUnsaved(read) }));
  const isRestored = first.shown !== first.read;
  const [shown, setShown] = useState(first.shown);
  const [state, setState] = useState<SaveState>(isRestored ? 'changed' : 'saved');
  // The save works with the newest values, not with those of the render that began it.
  const base = useRef(first.read);
  const latest = useRef(first.shown);
  const running = useRef<Promise<number | null>>(Promise.resolve(null));
  const lastFailure = useRef<unknown>(null);

  const draw = (scenario: Scenario) => {
    latest.current = scenario;
    setShown(scenario);
  };
  const show = (scenario: Scenario) => {
    draw(scenario);
    keepUnsaved(first.key, base.current, scenario);
  };
  const isDirty = () => !isSame(latest.current, base.current);

  const attempt = async (): Promise<number | null> => {
    const sent = latest.current;
    if (isBlank(sent.name)) return null;
    if (!isDirty()) {
      // What was changed has been changed back.
      setState('saved');
      return base.current.revision;
    }
    setState('saving');
    try {
      const { payload } = await call('PUT /portfolio/scenarios/:scenarioId', {
        params: { scenarioId: sent.id },
        body: inputOf(sent),
      });
      const left = sent.candidates.length < base.current.candidates.length;
      // A proposal is for the revision before.
      const { proposal: _, ...saved } = sent;
      base.current = { ...saved, revision: payload.revision };
      show({ ...latest.current, revision: payload.revision });
      client.setQueryData(scenarioQuery(sent.id).queryKey, base.current);
      void client.invalidateQueries({ queryKey: ['portfolio', 'scenarios'], exact: true });
      // Who leaves counts again among the approved projects.
      if (left) await reload();
      setState(isDirty() ? 'changed' : 'saved');
      return payload.revision;
    } catch (error) {
      const theirs = error instanceof ApiFailure ? error.payloadOf('ScenarioConflict') : null;
      if (theirs) {
        const merged = mergeScenario(base.current, latest.current, theirs);
        base.current = theirs;
        show(merged);
        notifyWarning(text.t('scenarios.merged'));
        return attempt();
      }
      setState('failed');
      if (error instanceof ApiFailure && error.httpStatus === GONE) dropUnsaved(sent.id);
      lastFailure.current = error;
      notifyFailure(error, text);
      // Also for who has left the screen meanwhile.
      if (error instanceof ApiFailure && error.httpStatus === 0) whenBack(`scenario/${sent.id}`, () => void save());
      return null;
    }
  };
  // One save after the other: each needs the revision of the one before.
  const save = (): Promise<number | null> => {
    running.current = running.current.then(attempt);
    return running.current;
  };
  /** Who presses what needs the saved scenario is told why it is not done; the field of the name may be out of view. */
  const saveForPress = (): Promise<number | null> => {
    if (isBlank(latest.current.name)) notifyWarning(text.t('scenarios.nameWanted'));
    return save();
  };
  const losesByLeaving = async (): Promise<boolean> => {
    if (!isDirty()) return false;
    lastFailure.current = null;
    if ((await save()) !== null) return false;
    return !(lastFailure.current instanceof ApiFailure && NOTHING_LOST.includes(lastFailure.current.httpStatus));
  };
  const drop = () => show(base.current);
  const reload = async () => {
    const fresh = await client.fetchQuery({ ...scenarioQuery(read.id), staleTime: 0 }).catch((failure: unknown) => {
      notifyFailure(failure, text);
      return null;
    });
    if (!fresh) return;
    const merged = mergeScenario(base.current, latest.current, fresh);
    base.current = fresh;
    show(merged);
  };
  const reportFailure = async (failure: unknown) => {
    notifyFailure(failure, text);
    if (failure instanceof ApiFailure && failure.name === 'ScenarioConflict') await reload();
  };
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
  const { record, undo, redo } = useScenarioHistory(put, isRestored ? [{ from: first.read, to: first.shown }] : []);
  const enter = useEffectEvent(() => {
    takeOver(first.key, first.read, first);
    if (isRestored) notifyWarning(text.t('scenarios.restored'));
  });
  useEffect(() => enter(), []);
  const change = (make: (scenario: Scenario) => Scenario) => {
    const before = latest.current;
    const after = make(before);
    if (after === before) return;
    record({ from: before, to: after });
    show({ ...after, revision: before.revision });
    setState('changed');
  };

  // What is read on entering may be older than what the server answers a moment later. Unsaved changes stay: saving puts
  // them upon the newer one.
  const adopt = useEffectEvent(() => {
    if (read === base.current || read.revision < base.current.revision || isDirty()) return;
    base.current = read;
    // Nothing was changed here: what is kept unsaved is of another window, or of the owner where a reader looks on.
    draw(read);
  });
  useEffect(() => adopt(), [read]);

  useAutomaticSaves({ shown, state, isDirty, save });

  return {
    shown,
    state,
    change,
    undo,
    redo,
    save: saveForPress,
    losesByLeaving,
    drop,
    reload,
    reportFailure,
  };
}
