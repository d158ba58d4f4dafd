import { useSyncExternalStore } from 'react';
import { completeForm } from '@pimis/domain/forms/complete';
import { sameFormValues } from '@pimis/domain/forms/normalize';
import type {
  FormData,
  FormDefinition,
  FormValues,
  JudgeContext,
  Verdict,
  VerdictItem,
} from '@pimis/domain/forms/types';
import { validateForm } from '@pimis/domain/forms/validate';

/** Steps into the values: names of objects, 0-based rows of tables. */
export type Path = readonly (string | number)[];

const EVALUATE_AFTER_MS = 60;

/** "financialInfo.fundingSources[2].localAmount": the name of a place, rows counted from 1, as verdicts write it. */
export function pathName(path: Path): string {
  let name = '';
  for (const step of path) {
    if (typeof step === 'number') name += `[${step + 1}]`;
    else name += name === '' ? step : `.${step}`;
  }
  return name;
}

/** The steps of a field's dotted path below a base. */
export function pathOf(base: Path, dotted: string): Path {
  return [...base, ...dotted.split('.')];
}

export function valueAt(values: unknown, path: Path): unknown {
  let at: unknown = values;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

/** A copy with the value at the path replaced; everything beside the path is shared with the old values. */
export function withValue(values: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(values)
    ? [...values]
    : typeof values === 'object' && values !== null
      ? { ...values }
      : typeof step === 'number'
        ? []
        : {};
  const holder = copy as Record<string | number, unknown>;
  const next = withValue(holder[step], rest, value);
  if (next === undefined && !Array.isArray(copy)) delete holder[step];
  else holder[step] = next;
  return copy;
}

interface StoreInput {
  definition: FormDefinition;
  data: FormData;
  context: JudgeContext;
  values: FormValues;
}

/**
 * The state of the editor: what was typed (immutable), what is computed from it, and the verdict. A change is seen by
 * the fields at its path at once; computed fields and verdict follow a moment later, once per burst of typing.
 */
export class FormStore {
  readonly definition: FormDefinition;
  readonly data: FormData;
  readonly context: JudgeContext;
  private loaded: FormValues;
  private current: FormValues;
  private finished: FormValues;
  private judged: Verdict;
  private byPath: Map<string, string[]>;
  private isChanged = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor({ definition, data, context, values }: StoreInput) {
    this.definition = definition;
    this.data = data;
    this.context = context;
    this.loaded = values;
    this.current = values;
    this.finished = completeForm(definition, values, data);
    this.judged = validateForm(definition, this.finished, data, context);
    this.byPath = group(this.judged.errors);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get values(): FormValues {
    return this.current;
  }

  get completed(): FormValues {
    return this.finished;
  }

  get verdict(): Verdict {
    return this.judged;
  }

  get changed(): boolean {
    return this.isChanged;
  }

  /** Codes of the errors at a place. */
  errorsAt(name: string): string[] | undefined {
    return this.byPath.get(name);
  }

  set(path: Path, value: unknown): void {
    this.current = withValue(this.current, path, value) as FormValues;
    this.isChanged = true;
    this.emit();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.evaluate(), EVALUATE_AFTER_MS);
  }

  /** Replaces everything typed, e.g. by a restored draft. */
  replace(values: FormValues): void {
    this.current = values;
    this.evaluate();
  }

  /** Computes, judges and compares now. Call before saving. */
  evaluate(): void {
    clearTimeout(this.timer);
    this.finished = completeForm(this.definition, this.current, this.data);
    this.judged = validateForm(this.definition, this.finished, this.data, this.context);
    this.byPath = group(this.judged.errors);
    this.isChanged = !sameFormValues(
      this.definition,
      this.finished,
      completeForm(this.definition, this.loaded, this.data),
    );
    this.emit();
  }

  private emit(): void {
    for (const listener of this.listeners) listener();
  }
}

function group(items: readonly VerdictItem[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { path, code } of items) groups.set(path, [...(groups.get(path) ?? []), code]);
  return groups;
}

/** Reads something of the store and renders again only when that changes. */
export function useStore<T>(store: FormStore, read: (store: FormStore) => T): T {
  return useSyncExternalStore(store.subscribe, () => read(store));
}
