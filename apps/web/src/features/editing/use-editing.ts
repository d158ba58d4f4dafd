import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure } from '../../ui/notify.tsx';

interface Editing<Values> {
  start: () => Values;
  /** Input from an earlier session. */
  begun?: Values | undefined;
  /** Errors by field; nothing is sent while there are any. */
  problemsOf: (values: Values) => Partial<Record<keyof Values, string>>;
  save: (values: Values) => Promise<unknown>;
  /** The name of a field in the message of a refusal. */
  label: (field: string) => string | undefined;
  /** The beginning of the message, before the reason. */
  explain?: ((failure: unknown) => string | undefined) | undefined;
  /** Runs after each attempt, whether it succeeded or not. */
  after?: () => Promise<void>;
  /** Handles a refusal that the screen shows itself; returns whether it did. */
  takes?: (failure: unknown) => boolean;
}

/** The state of a form that is sent as a whole. `problems` is empty until somebody has tried to send. */
export function useEditing<Values>({ start, begun, problemsOf, save, label, explain, after, takes }: Editing<Values>) {
  const text = useText();
  const [initial, setInitial] = useState(start);
  const [values, setValues] = useState(begun ?? initial);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const problems = problemsOf(values);
  const shown: typeof problems = tried ? problems : {};
  const send = async () => {
    setBusy(true);
    try {
      await save(values);
    } catch (failure) {
      if (!takes?.(failure)) notifyFailure(failure, text, label, explain?.(failure));
    } finally {
      // Before that, another press would send outdated data.
      await after?.();
      setBusy(false);
    }
  };
  return {
    values,
    problems: shown,
    busy,
    changed: JSON.stringify(values) !== JSON.stringify(initial),
    /** Restarts from saved values, with the user's input applied to them. */
    restart: (saved: Values, typed: Values) => {
      setInitial(saved);
      setValues(typed);
    },
    change: (part: Partial<Values>) => setValues((before) => ({ ...before, ...part })),
    submit: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      if (!busy && Object.keys(problems).length === 0) void send();
    },
  };
}
