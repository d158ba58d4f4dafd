import { useCallback, useSyncExternalStore } from 'react';
import { completeForm, copyValues, settleValues } from '@pimis/domain/forms/complete';
import { mergeFormValues } from '@pimis/domain/forms/merge';
import { sameBesideQuiet, sameFormValues } from '@pimis/domain/forms/normalize';
import { parseFormValues } from '@pimis/domain/forms/parse';
import { getPath, setPath } from '@pimis/domain/forms/paths';
import type {
  Field,
  FormData,
  FormDefinition,
  FormValues,
  JudgeContext,
  Section,
  ValidationResult,
  ValidationItem,
} from '@pimis/domain/forms/types';
import { validateForm } from '@pimis/domain/forms/validate';
import { fieldsOf } from '@pimis/domain/forms/visibility';
import { RowKeys } from './row-keys.ts';
import { changesBetween } from './changes.ts';
import { whenReleased } from './pointer-held.ts';
import { OpenedSections } from './opened-sections.ts';
import { byPlace, type Messages, placesOtherThan } from './messages-by-place.ts';
import { type Listener, PlaceListeners } from './place-listeners.ts';
import { TouchedFields } from './touched-fields.ts';
import { type Path, pathName, stepsOf, valueAt, withValue } from './value-paths.ts';

const EVALUATE_AFTER_MS = 150;
const MAX_STEPS = 50;
interface StoreInput {
  definition: FormDefinition;
  data: FormData;
  context: JudgeContext;
  values: FormValues;
  /** Was this form never saved? */
  begun?: boolean;
}

/** Something that can be taken back: how everything stood before it and after it. */
export interface Step {
  before: FormValues;
  after: FormValues;
  keys: ReturnType<RowKeys['snapshot']>;
}

/**
 * The state of the editor: what was typed (immutable), what is computed from it, and the validation. A keystroke is told
 * to the fields at its place alone; computed fields, proposals and the validation follow a moment later, once per burst
 * of typing.
 */
export class FormStore {
  readonly definition: FormDefinition;
  private readonly fields: readonly Field[];
  private readonly followed: readonly Field[];
  private readonly keys = new RowKeys();
  /** Steps that can be taken back, the latest last. */
  private steps: Step[] = [];
  private data: FormData;
  private context: JudgeContext;
  /** What the shown revision holds, as it came and completed. */
  private start: FormValues;
  private loaded: FormValues;
  private current: FormValues;
  /** Values at the last evaluation: what proposals compare with. */
  private evaluated: FormValues;
  private finished: FormValues;
  private judged: ValidationResult;
  private errors: Messages = new Map();
  private warnings: Messages = new Map();
  private readonly told = new TouchedFields();
  private readonly openedSections = new OpenedSections();
  private neverSaved: boolean;
  private count = 0;
  private isChanged = false;
  private quietTyped = false;
  private wished = '';
  /** What the places have been told of. */
  private shown: { current: FormValues; completed: FormValues };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<Listener>();
  private readonly wishers = new Set<Listener>();
  private readonly places = new PlaceListeners();

  constructor({ definition, data, context, values, begun = false }: StoreInput) {
    this.neverSaved = begun;
    this.definition = definition;
    this.data = data;
    this.context = context;
    this.fields = fieldsOf(definition);
    this.followed = this.fields.filter((field) => field.fixedRows === true);
    this.start = values;
    this.finished = completeForm(definition, values, data);
    this.current = this.withFollowedRows(values);
    this.loaded = this.finished;
    this.evaluated = this.current;
    this.shown = { current: this.current, completed: this.finished };
    this.judged = validateForm(definition, this.finished, data, context);
    this.errors = byPlace(this.judged.errors, this.errors);
    this.warnings = byPlace(this.judged.warnings, this.warnings);
  }

  /** Everything: validation, computed values, the changed mark. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** What happens at a place, in it, or around it; and every evaluation. */
  subscribeAt(name: string, listener: Listener): () => void {
    return this.places.add(name, listener);
  }

  get values(): FormValues {
    return this.current;
  }

  get completed(): FormValues {
    return this.finished;
  }

  get validation(): ValidationResult {
    return this.judged;
  }

  get changed(): boolean {
    return this.isChanged;
  }

  /** Another number whenever something was evaluated, left or opened: for what reads much of the store. */
  get version(): number {
    return this.count;
  }

  /** Is this form still being filled in for the first time: not saved, and no lock tried? */
  get begun(): boolean {
    return this.neverSaved && !this.told.isEverywhere;
  }

  /** The cursor has come into a section. */
  open(section: string): void {
    if (this.openedSections.visit(section)) this.tellAll();
  }

  /** Was the cursor in this section, or was anything entered there? */
  isOpened(section: Section): boolean {
    return this.openedSections.has(this.definition, section, this.data, this.finished);
  }

  /** The place that shall be brought onto the screen, with a mark that makes each wish a new one. */
  get revealed(): string {
    return this.wished;
  }

  /** Errors exactly at a place. */
  errorsAt(name: string): readonly ValidationItem[] | undefined {
    return this.errors.get(name);
  }

  /** Warnings exactly at a place. */
  warningsAt(name: string): readonly ValidationItem[] | undefined {
    return this.warnings.get(name);
  }

  /** Errors exactly at a place, once they are told there. */
  toldErrorsAt(name: string): readonly ValidationItem[] | undefined {
    return this.told.has(name) ? this.errors.get(name) : undefined;
  }

  /** Warnings exactly at a place, once they are told there. */
  toldWarningsAt(name: string): readonly ValidationItem[] | undefined {
    return this.told.has(name) ? this.warnings.get(name) : undefined;
  }

  /** The cursor has left a place: what is wrong there is told from now on. */
  leave(name: string): void {
    if (!this.told.leave(name)) return;
    this.places.tell(stepsOf(name), true);
    this.tellAll();
  }

  /** Everything that is wrong is told from now on, e.g. because the form was saved. */
  leaveAll(): void {
    this.told.leaveAll();
    this.places.tellEverybody();
    this.tellAll();
  }

  /** Is the field or row at this place out of the user's hands, by the rules of the form? */
  lockedAt(name: string): boolean {
    return this.definition.lockedAt?.(name, this.current, this.data) ?? false;
  }

  set(path: Path, value: unknown): void {
    const whole = typeof value === 'object' || typeof valueAt(this.current, path) === 'object';
    this.current = withValue(this.current, path, value) as FormValues;
    const first = !this.isChanged;
    this.isChanged = true;
    // What a person types counts where what a widget rewrites does not.
    this.quietTyped ||= this.definition.quietFields?.includes(pathName(path)) ?? false;
    this.places.tell(path, whole);
    // Told by now: whatever is set from outside before the evaluation is compared with this.
    this.shown = { ...this.shown, current: this.current };
    if (first) this.tellAll();
    this.evaluateSoon();
  }

  /** Identities of the rows of a list, as many as it has. */
  rowKeys(path: Path, count: number): readonly string[] {
    return this.keys.of(path, count);
  }

  /** Sets several places at once, e.g. a block that was pasted. */
  setMany(changes: readonly { path: Path; value: unknown }[]): Step {
    return this.step(() => {
      let values: unknown = this.current;
      for (const { path, value } of changes) values = withValue(values, path, value);
      this.current = values as FormValues;
    });
  }

  /** Takes a row away, and what follows it. */
  removeRow(path: Path, index: number): Step {
    return this.step(() => {
      const rows = valueAt(this.current, path) as readonly unknown[];
      this.keys.removed(path, index, rows.length);
      this.current = withValue(
        this.current,
        path,
        rows.filter((_, at) => at !== index),
      ) as FormValues;
      // Proposals compare row by row; rows that moved up are no new figures.
      this.followRemoved();
    });
  }

  /** The latest step that can be taken back. */
  get lastStep(): Step | undefined {
    return this.steps.at(-1);
  }

  forgetSteps(): void {
    this.steps = [];
  }

  /** Has nothing been typed since the step? */
  isLatest(step: Step): boolean {
    return sameFormValues(this.definition, this.current, step.after);
  }

  /** Takes a step back; what has been typed since stays. */
  undo(step: Step): void {
    if (!this.steps.includes(step)) return;
    this.steps = this.steps.filter((other) => other !== step);
    if (this.isLatest(step)) {
      this.keys.restore(step.keys);
      this.adopt(step.before);
      return;
    }
    const versions = { base: step.after, theirs: step.before, mine: this.current };
    this.adoptRows(mergeFormValues(this.definition, versions).values);
  }

  /** Replaces everything typed, e.g. by a restored draft or an imported file. */
  replace(values: FormValues): void {
    this.quietTyped = !sameFormValues(this.definition, values, this.loaded);
    this.adoptRows(values);
  }

  /**
   * Another revision of the form has come, e.g. the one that was just saved: it is what "changed" is asked against now.
   * What was typed since `sent` stays, and so does everything that says the same.
   */
  load({ data, context, values, begun = false }: Omit<StoreInput, 'definition'>, sent: FormValues = this.start): void {
    const mine = this.current;
    this.neverSaved = begun;
    this.data = data;
    this.context = context;
    this.start = values;
    this.loaded = completeForm(this.definition, values, data);
    this.quietTyped = !sameFormValues(this.definition, mine, sent);
    this.adoptRows(mergeFormValues(this.definition, { base: sent, theirs: values, mine }).values);
  }

  /**
   * Values as they may be sent, and the places of what cannot be read as what is asked there, in the order of the form.
   * Where nobody can see it any more, such a text is left out.
   */
  sendable(): { values: FormValues; unreadable: readonly string[] } {
    const unreadable = unread(this.definition, this.finished);
    const hidden = unread(this.definition, this.current).filter((place) => !unreadable.includes(place));
    let values: unknown = this.current;
    for (const place of hidden) values = withValue(values, stepsOf(place), undefined);
    return { values: values as FormValues, unreadable };
  }

  reveal(name: string): void {
    this.wished = `${name}#${Number(this.wished.split('#')[1] ?? 0) + 1}`;
    for (const listener of this.wishers) listener();
  }

  /** The wish to see a place. */
  readonly subscribeWish = (listener: Listener): (() => void) => {
    this.wishers.add(listener);
    return () => this.wishers.delete(listener);
  };

  private step(change: () => void): Step {
    const [before, keys] = [this.current, this.keys.snapshot()];
    change();
    this.evaluate();
    const step: Step = { before, keys, after: this.current };
    this.steps = [...this.steps, step].slice(-MAX_STEPS);
    return step;
  }

  private adopt(values: FormValues): void {
    this.current = values;
    this.evaluated = values;
    this.evaluate();
  }

  /** Adopts values whose rows may stand elsewhere than they did. */
  private adoptRows(values: FormValues): void {
    this.keys.follow(this.fields, this.current, values, true);
    this.adopt(values);
  }

  /** Rows that follow a list go with the row that they followed, before anything is proposed for the others. */
  private followRemoved(): void {
    this.finished = completeForm(this.definition, this.current, this.data);
    const followed = this.withFollowedRows(this.current);
    this.keys.follow(this.followed, this.current, followed, false);
    this.current = followed;
    this.evaluated = followed;
  }

  private readonly evaluateNow = () => this.evaluate();

  private evaluateSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => whenReleased(this.evaluateNow), EVALUATE_AFTER_MS);
  }

  /** Proposes, computes, judges and compares now. Call before saving. Only those hear of it for whom something moved. */
  evaluate(): void {
    clearTimeout(this.timer);
    const { definition, data, shown } = this;
    const proposed = definition.propose?.(this.evaluated, this.current, data) ?? this.current;
    const completed = completeForm(definition, proposed, data);
    this.finished = completed;
    const settled = this.withFollowedRows(settleValues(definition, proposed, completed));
    this.keys.follow(this.followed, this.current, settled, false);
    this.current = settled;
    this.evaluated = this.current;
    this.judged = validateForm(definition, completed, data, this.context);
    const [errors, warnings] = [this.errors, this.warnings];
    this.errors = byPlace(this.judged.errors, errors);
    this.warnings = byPlace(this.judged.warnings, warnings);
    this.isChanged = this.quietTyped || !sameBesideQuiet(definition, completed, this.loaded);
    this.shown = { current: settled, completed };
    const { leaves, wholes } = changesBetween([
      [shown.current, settled],
      [shown.completed, completed],
    ]);
    this.tellOf(
      [...leaves, ...placesOtherThan(errors, this.errors), ...placesOtherThan(warnings, this.warnings)],
      wholes,
    );
    this.tellAll();
  }

  /** Rows that follow another list are made by the computation; what is typed goes on in those. */
  private withFollowedRows(values: FormValues): FormValues {
    if (this.followed.length === 0) return values;
    const own = copyValues(values);
    for (const { path } of this.followed) setPath(own, path, copyValues(getPath(this.finished, path)));
    return own;
  }

  /** Tells those for whom something moved. Locks hang on any value: then everybody is asked. */
  private tellOf(leaves: readonly string[], wholes: readonly string[]): void {
    if (leaves.length + wholes.length === 0) return;
    if (this.definition.lockedAt === undefined) this.places.tellOf(leaves, wholes);
    else this.places.tellEverybody();
  }

  private tellAll(): void {
    this.count += 1;
    for (const listener of this.listeners) listener();
  }
}

function unread(definition: FormDefinition, values: FormValues): readonly string[] {
  const parsed = parseFormValues(definition, values);
  return parsed.ok ? [] : parsed.problems.map(({ path }) => path);
}

/** Reads something of the store and renders again only when that changes. */
export function useStore<T>(store: FormStore, read: (store: FormStore) => T): T {
  return useSyncExternalStore(store.subscribe, () => read(store));
}

/** Reads something that hangs on one place and renders again only when that changes. */
export function usePlace<T>(store: FormStore, name: string, read: (store: FormStore) => T): T {
  const subscribe = useCallback((listener: Listener) => store.subscribeAt(name, listener), [store, name]);
  return useSyncExternalStore(subscribe, () => read(store));
}
