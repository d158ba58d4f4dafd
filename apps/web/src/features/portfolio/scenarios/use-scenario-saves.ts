import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isBlank } from '@pimis/domain/text/blank';
import { ApiFailure, call } from '../../../api/client.ts';
import { whenBack } from '../../../api/connection.ts';
import { useText } from '../../../i18n/use-text.ts';
import { notifyFailure, notifyWarning } from '../../../ui/notify.tsx';
import { scenarioQuery } from './api.ts';
import { inputOf } from './scenario-choice.ts';
import { dropUnsaved } from './unsaved-choice.ts';
import type { ShownScenario } from './use-shown-scenario.ts';

const GONE = 404;
/** Leaving loses nothing: a scenario whose save can wait is saved later; a deleted one has no changes. */
const isNothingLost = (failure: unknown) =>
  failure instanceof ApiFailure && (failure.canWait || failure.httpStatus === GONE);

/**
 * Saves a scenario and reloads it. If another window has saved meanwhile, the changes are applied to the saved state
 * and saved again.
 */
export function useScenarioSaves({ base, latest, show, isDirty, putUpon, setState }: ShownScenario) {
  const text = useText();
  const client = useQueryClient();
  const running = useRef<Promise<number | null>>(Promise.resolve(null));
  const lastFailure = useRef<unknown>(null);

  const attempt = async (): Promise<number | null> => {
    const sent = latest.current;
    if (isBlank(sent.name)) return null;
    if (!isDirty()) {
      // The change has been reverted.
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
      // Removed candidates count among the approved projects again.
      if (left) await reload();
      setState(isDirty() ? 'changed' : 'saved');
      return payload.revision;
    } catch (error) {
      const theirs = error instanceof ApiFailure ? error.payloadOf('ScenarioConflict') : null;
      if (theirs) {
        putUpon(theirs);
        notifyWarning(text.t('scenarios.merged'));
        return attempt();
      }
      setState('failed');
      if (error instanceof ApiFailure && error.httpStatus === GONE) dropUnsaved(sent.id);
      lastFailure.current = error;
      notifyFailure(error, text);
      // Also if the user has left the screen meanwhile.
      if (error instanceof ApiFailure && error.canWait) whenBack(`scenario/${sent.id}`, () => void save());
      return null;
    }
  };
  // Saves run in sequence: each needs the revision of the previous one.
  const save = (): Promise<number | null> => {
    running.current = running.current.then(attempt);
    return running.current;
  };
  /**
   * Actions that need the saved scenario explain why they are unavailable, because the field of the name may be out of
   * view.
   */
  const saveForPress = (): Promise<number | null> => {
    if (isBlank(latest.current.name)) notifyWarning(text.t('scenarios.nameWanted'));
    return save();
  };
  const losesByLeaving = async (): Promise<boolean> => {
    lastFailure.current = null;
    if ((await save()) !== null) return false;
    return !isNothingLost(lastFailure.current);
  };
  const reload = async () => {
    const query = scenarioQuery(latest.current.id);
    const fresh = await client.fetchQuery({ ...query, staleTime: 0 }).catch((failure: unknown) => {
      notifyFailure(failure, text);
      return null;
    });
    if (fresh) putUpon(fresh);
  };
  const reportFailure = async (failure: unknown) => {
    notifyFailure(failure, text);
    if (failure instanceof ApiFailure && failure.name === 'ScenarioConflict') await reload();
  };
  return { save, saveForPress, losesByLeaving, reload, reportFailure };
}
