import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** Requests another value, computed from the last requested one. */
export type SetOptimistic<Value> = (change: (value: Value) => Value) => void;

/**
 * A value of the surrounding screen that is shown before it changes there: the arrow, the chip, the page number. The
 * screen, the address and the server follow after the paint, because they take longer than a press may.
 */
export function useOptimisticValue<Value>(
  value: Value,
  apply: (value: Value) => void | Promise<void>,
): { shown: Value; ask: SetOptimistic<Value> } {
  const [pending, setPending] = useState<{ value: Value } | null>(null);
  const shown = pending ? pending.value : value;
  const newest = useRef({ shown, apply });
  useLayoutEffect(() => {
    newest.current = { shown, apply };
  });
  const ask = useCallback<SetOptimistic<Value>>((change) => {
    const wanted = { value: change(newest.current.shown) };
    newest.current.shown = wanted.value;
    setPending(wanted);
    afterPaint(() => {
      // Later requests have continued from this one.
      if (newest.current.shown !== wanted.value) return;
      const applied = Promise.resolve(newest.current.apply(wanted.value));
      void applied.finally(() => setPending((now) => (now === wanted ? null : now)));
    });
  }, []);
  return { shown, ask };
}
