import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { mergeScenario } from '@pimis/domain/portfolio/scenario/merge';
import { useText } from '../../../i18n/use-text.ts';
import { notifyWarning } from '../../../ui/notify.tsx';
import { isSameChoice } from './scenario-choice.ts';
import { keepUnsaved, newUnsavedKey, takeOver, withUnsaved } from './unsaved-choice.ts';
import type { SaveState } from './use-automatic-saves.ts';

/** The scenario as shown in this window, and its last saved state; unsaved changes are kept on this computer. */
export function useShownScenario(read: Scenario) {
  const { t } = useText();
  const [first] = useState(() => ({ read, key: newUnsavedKey(read.id), ...withUnsaved(read) }));
  const isRestored = first.shown !== first.read;
  const [shown, setShown] = useState(first.shown);
  const [state, setState] = useState<SaveState>(isRestored ? 'changed' : 'saved');
  // The save works with the newest values, not with those of the render that began it.
  const base = useRef(first.read);
  const latest = useRef(first.shown);

  const draw = (scenario: Scenario) => {
    latest.current = scenario;
    setShown(scenario);
  };
  const show = (scenario: Scenario) => {
    draw(scenario);
    keepUnsaved(first.key, base.current, scenario);
  };
  const isDirty = () => !isSameChoice(latest.current, base.current);
  /** Applies the changes of this window to a newer state from the server. */
  const putUpon = (theirs: Scenario) => {
    const merged = mergeScenario(base.current, latest.current, theirs);
    base.current = theirs;
    show(merged);
  };

  const enter = useEffectEvent(() => {
    takeOver(first.key, first.read, first);
    if (isRestored) notifyWarning(t('scenarios.restored'));
  });
  useEffect(() => enter(), []);
  // The cached scenario shown on entering may be older than the response a moment later. Unsaved changes stay: saving
  // applies them to the newer state.
  const adopt = useEffectEvent(() => {
    if (read === base.current || read.revision < base.current.revision || isDirty()) return;
    base.current = read;
    // Nothing was changed here: the unsaved copy belongs to another window, or to the owner if a reader views the
    // scenario.
    draw(read);
  });
  useEffect(() => adopt(), [read]);

  return {
    shown,
    state,
    setState,
    base,
    latest,
    show,
    isDirty,
    putUpon,
    /** The change left by an earlier visit and applied on entering; null if there is none. */
    restored: isRestored ? { from: first.read, to: first.shown } : null,
  };
}

export type ShownScenario = ReturnType<typeof useShownScenario>;
