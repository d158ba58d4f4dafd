import { useEffect, useEffectEvent } from 'react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { useSession } from '../../../api/session.ts';

/** The delay between the last change and the save. */
const SAVED_AFTER_MS = 1_000;

export type SaveState = 'saved' | 'changed' | 'saving' | 'failed';

interface Saved {
  shown: Scenario;
  state: SaveState;
  isDirty: () => boolean;
  save: () => Promise<number | null>;
}

/** When a scenario is saved without being asked: after a pause, after another sign-in, and on leaving its screen. */
export function useAutomaticSaves({ shown, state, isDirty, save }: Saved): void {
  const saveSoon = useEffectEvent(() => void save());
  useEffect(() => {
    if (state !== 'changed') return undefined;
    const timer = setTimeout(() => saveSoon(), SAVED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, shown]);
  // After signing in again, changes refused because of the expired session are saved.
  const { status } = useSession();
  const saveRefused = useEffectEvent(() => {
    if (status === 'in' && state === 'failed') void save();
  });
  useEffect(() => saveRefused(), [status]);
  const leave = useEffectEvent(() => {
    if (isDirty()) void save();
  });
  // Leaving for another screen saves the rest; closing the window asks first.
  useEffect(() => () => leave(), []);
  useEffect(() => {
    if (state === 'saved') return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [state]);
}
