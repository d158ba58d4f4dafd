import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** Asks for another value: what it is changed to, from the one that was asked for last. */
export type SetOptimistic<Value> = (change: (value: Value) => Value) => void;

/**
 * A value that belongs to the screen around: what was asked for is shown by what was pressed at once, the arrow, the
 * chip, the number of the page. The screen, the address and the server hear of it when that has been painted: it takes
 * them longer than a press may.
 */
export function useOptimisticValue<Value>(
  value: Value,
  tell: (value: Value) => void | Promise<void>,
): { shown: Value; ask: SetOptimistic<Value> } {
  const [asked, setAsked] = useState<{ value: Value } | null>(null);
  const shown = asked ? asked.value : value;
  const newest = useRef({ shown, tell });
  useLayoutEffect(() => {
    newest.current = { shown, tell };
  });
  const ask = useCallback<SetOptimistic<Value>>((change) => {
    const wanted = { value: change(newest.current.shown) };
    newest.current.shown = wanted.value;
    setAsked(wanted);
    afterPaint(() => {
      // What was asked for meanwhile has gone on from this.
      if (newest.current.shown !== wanted.value) return;
      const told = Promise.resolve(newest.current.tell(wanted.value));
      void told.finally(() => setAsked((now) => (now === wanted ? null : now)));
    });
  }, []);
  return { shown, ask };
}
