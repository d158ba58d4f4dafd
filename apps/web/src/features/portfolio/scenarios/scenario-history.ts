import { useState } from 'react';
import { type Step, withStep } from './scenario-steps.ts';

/**
 * The changes of this window, for undo and redo, after the changes that existed on entering. `put` applies a change to
 * the shown state.
 */
export function useScenarioHistory(put: (step: Step) => Promise<void>, entered: readonly Step[]) {
  const [past, setPast] = useState(entered);
  const [undone, setUndone] = useState<readonly Step[]>([]);
  const [last, lastUndone] = [past.at(-1), undone.at(-1)];
  return {
    record: (step: Step) => {
      setPast((earlier) => withStep(earlier, step));
      setUndone([]);
    },
    undo: last
      ? () => {
          setPast(past.slice(0, -1));
          setUndone([...undone, last]);
          void put({ from: last.to, to: last.from });
        }
      : null,
    redo: lastUndone
      ? () => {
          setUndone(undone.slice(0, -1));
          setPast([...past, lastUndone]);
          void put(lastUndone);
        }
      : null,
  };
}
