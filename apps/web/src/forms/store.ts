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
import { withCopied } from '@pimis/domain/forms/copy-offer';
import { CopiedFields } from './copied-fields.ts';
import { RowKeys } from './row-keys.ts';
import { changesBetween } from './changes.ts';
import { afterPointerRelease } from './pointer-held.ts';
import { OpenedSections } from './opened-sections.ts';
import { byPlace, type Messages, placesOtherThan } from './messages-by-place.ts';
import { type Listener, PlaceListeners } from './place-listeners.ts';
import { RevealRequests } from './reveal-requests.ts';
import { TouchedFields } from './touched-fields.ts';
import { type Step, UndoSteps } from './undo-steps.ts';
import { type Path, pathName, stepsOf, valueAt, withValue } from './value-paths.ts';

const EVALUATE_AFTER_MS = 150;
interface StoreInput {
  definition: FormDefinition;
  data: FormData;
  context: JudgeContext;
  values: FormValues;
  /** Whether the form was never saved; without it, it was. */
  neverSaved?: boolean;
  /** Paths of the fields that were copied and not looked at when the revision was saved. */
  copied?: readonly string[];
}

/**
 * The state of the editor: the input (immutable values), the computed values, and the validation result. A keystroke
 * notifies only the fields at its place; computed fields, proposals and the validation are debounced.
 */
export class FormStore {
  readonly definition: FormDefinition;
  readonly reveals = new RevealRequests();
  private readonly fields: readonly Field[];
  private readonly followed: readonly Field[];
  private readonly keys = new RowKeys();
  private readonly steps = new UndoSteps();
  private data: FormData;
  private context: JudgeContext;
  /** The values of the shown revision, as loaded and completed. */
  private start: FormValues;
  private loaded: FormValues;
  private current: FormValues;
  /** Values at the last evaluation; proposals compare with them. */
  private evaluated: FormValues;
  private completedValues: FormValues;
  private validated: ValidationResult;
  private errors: Messages = new Map();
  private warnings: Messages = new Map();
  private readonly touched = new TouchedFields();
  private readonly openedSections = new OpenedSections();
  private readonly copied: CopiedFields;
  private neverSaved: boolean;
  private evaluations = 0;
  private isChanged = false;
  private quietTyped = false;
  /** The state that the listeners were last notified of. */
  private shown: { current: FormValues; completed: FormValues };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<Listener>();
  private readonly places = new PlaceListeners();

  /** Data from the server in addition to the values. */
  get formData(): FormData {
    return this.data;
  }

  constructor({ definition, data, context, values, neverSaved = false, copied = [] }: StoreInput) {
    this.copied = new CopiedFields(definition);
    this.copied.add(copied, values);
    this.neverSaved = neverSaved;
    this.definition = definition;
    this.data = data;
    this.context = context;
    this.fields = fieldsOf(definition);
    this.followed = this.fields.filter((field) => field.fixedRows === true);
    this.start = values;
    this.completedValues = completeForm(definition, values, data);
    this.current = this.withFollowedRows(values);
    this.loaded = this.completedValues;
    this.evaluated = this.current;
    this.shown = { current: this.current, completed: this.completedValues };
    this.validated = validateForm(definition, this.completedValues, data, context);
    this.errors = byPlace(this.validated.errors, this.errors);
    this.warnings = byPlace(this.validated.warnings, this.warnings);
  }

  /** Subscribes to everything: validation result, computed values, the changed mark. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Subscribes to changes at a place, in it and around it, and to every evaluation. */
  subscribeAt(name: string, listener: Listener): () => void {
    return this.places.add(name, listener);
  }

  get values(): FormValues {
    return this.current;
  }

  get completed(): FormValues {
    return this.completedValues;
  }

  get validation(): ValidationResult {
    return this.validated;
  }

  get changed(): boolean {
    return this.isChanged;
  }

  /** A number that changes with every evaluation, lost focus or opened section; for components that read much. */
  get version(): number {
    return this.evaluations;
  }

  /** Whether the form was never saved and no lock was tried. */
  get isNew(): boolean {
    return this.neverSaved && !this.touched.isEverywhere;
  }

  /** Notes that the focus entered a section. */
  open(section: string): void {
    this.copied.enter(section);
    if (this.openedSections.visit(section)) this.notifyAll();
  }

  /**
   * Notes that the focus left a section, or that the user has looked through it: its copied fields lose their marks.
   */
  lookThrough(section: string): void {
    this.copied.enter(null);
    if (!this.copied.look(section)) return;
    this.places.notifyAll();
    this.notifyAll();
  }

  /** Whether the field was copied from an earlier form and nobody has looked at it since. */
  isCopied(path: string): boolean {
    return this.copied.has(path, this.current);
  }

  /** Paths of the copied fields that nobody has looked at. */
  get unseen(): string[] {
    return this.copied.unseen(this.current);
  }

  /** Marks fields as copied, for example those of a restored draft. */
  markCopied(paths: readonly string[]): void {
    this.copied.add(paths, this.current);
    this.places.notifyAll();
    this.notifyAll();
  }

  /** Whether the focus was in this section, or a field of it has a value. */
  isOpened(section: Section): boolean {
    return this.openedSections.has(this.definition, section, this.completedValues);
  }

  /** Errors exactly at a place. */
  errorsAt(name: string): readonly ValidationItem[] | undefined {
    return this.errors.get(name);
  }

  /** Warnings exactly at a place. */
  warningsAt(name: string): readonly ValidationItem[] | undefined {
    return this.warnings.get(name);
  }

  /** Errors exactly at a place, if the place shows them. */
  shownErrorsAt(name: string): readonly ValidationItem[] | undefined {
    return this.touched.has(name) ? this.errors.get(name) : undefined;
  }

  /** Warnings exactly at a place, if the place shows them. */
  shownWarningsAt(name: string): readonly ValidationItem[] | undefined {
    return this.touched.has(name) ? this.warnings.get(name) : undefined;
  }

  /** Notes that a place lost the focus: it shows its errors from now on. */
  leave(name: string): void {
    if (!this.touched.leave(name)) return;
    this.places.notify(stepsOf(name), true);
    this.notifyAll();
  }

  /** Shows all errors from now on, e.g. because the form was saved. */
  leaveAll(): void {
    this.touched.leaveAll();
    this.places.notifyAll();
    this.notifyAll();
  }

  /** Whether the rules of the form lock the field or row at this place. */
  lockedAt(name: string): boolean {
    return this.definition.lockedAt?.(name, this.current, this.data) ?? false;
  }

  set(path: Path, value: unknown): void {
    const whole = typeof value === 'object' || typeof valueAt(this.current, path) === 'object';
    this.current = withValue(this.current, path, value) as FormValues;
    const first = !this.isChanged;
    this.isChanged = true;
    this.steps.typed();
    // Only input of the user counts, not a value that a widget rewrites.
    this.quietTyped ||= this.definition.quietFields?.includes(pathName(path)) ?? false;
    this.places.notify(path, whole);
    // The listeners know this state: values set from outside before the evaluation are compared with it.
    this.shown = { ...this.shown, current: this.current };
    if (first) this.notifyAll();
    this.evaluateSoon();
  }

  /** Keys of the rows of a list. */
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

  /** Removes a row, and the rows of other lists that follow it. */
  removeRow(path: Path, index: number): Step {
    return this.step(() => {
      const rows = valueAt(this.current, path) as readonly unknown[];
      this.keys.removed(path, index, rows.length);
      this.current = withValue(
        this.current,
        path,
        rows.filter((_, at) => at !== index),
      ) as FormValues;
      // Proposals compare row by row; a row that moved up is not a new value.
      this.followRemoved();
    });
  }

  /** The latest step that can be undone. */
  get lastStep(): Step | undefined {
    return this.steps.last;
  }

  /** The last undone step, until something else is changed; its "before" values are those of the step. */
  get lastUndone(): Step | undefined {
    return this.steps.lastUndone;
  }

  forgetSteps(): void {
    this.steps.forget();
  }

  /** Whether there was no input since the step. */
  isLatest(step: Step): boolean {
    return sameFormValues(this.definition, this.current, step.after);
  }

  /** Undoes a step; later input stays. */
  undo(step: Step): void {
    this.steps.undo(step, this.revert);
  }

  /** Makes the step again that was undone latest. */
  redo(): void {
    this.steps.redo(this.revert);
  }

  /** Restores the values before a step, keeping later input; returns the reverse step. */
  private readonly revert = (step: Step): Step => {
    const [before, keys, quietTyped] = [this.current, this.keys.snapshot(), this.quietTyped];
    if (this.isLatest(step)) {
      this.keys.restore(step.keys);
      this.quietTyped = step.quietTyped;
      this.adopt(step.before);
    } else {
      this.quietTyped ||= step.quietTyped;
      const versions = { base: step.after, theirs: step.before, mine: this.current };
      this.adoptRows(mergeFormValues(this.definition, versions).values);
    }
    const reverted: Step = { before, keys, quietTyped, after: this.current };
    if (step.onRedo) reverted.onRedo = step.onRedo;
    return reverted;
  };

  /** Copies these fields from the values of an earlier form, and marks them. */
  copyFields(fields: readonly Field[], from: FormValues): Step {
    const step = this.step(() => this.replace(withCopied(this.current, from, fields)));
    this.markCopied(fields.map(({ path }) => path));
    return step;
  }

  /** Takes over values of another form or file in place of all input. */
  importValues(values: FormValues): Step {
    return this.step(() => this.replace(values));
  }

  /** Replaces all input, e.g. by a restored draft. */
  replace(values: FormValues): void {
    this.quietTyped = !sameFormValues(this.definition, values, this.loaded);
    this.adoptRows(values);
  }

  /**
   * Loads another revision of the form, for example the one just saved; "changed" compares with it from now on. Input
   * since `sent` is kept, and equal values stay the same objects.
   */
  load(
    { data, context, values, neverSaved = false, copied = [] }: Omit<StoreInput, 'definition'>,
    sent: FormValues = this.start,
  ): void {
    const mine = this.current;
    this.neverSaved = neverSaved;
    this.data = data;
    this.context = context;
    this.start = values;
    this.loaded = completeForm(this.definition, values, data);
    this.quietTyped = !sameFormValues(this.definition, mine, sent);
    this.copied.replace(copied, values);
    this.adoptRows(mergeFormValues(this.definition, { base: sent, theirs: values, mine }).values);
  }

  /**
   * The values to send, and the places whose text cannot be read as a value of their kind, in the order of the form.
   * Such a text is left out if its field is hidden.
   */
  sendable(): { values: FormValues; unreadable: readonly string[] } {
    const unreadable = unread(this.definition, this.completedValues);
    const hidden = unread(this.definition, this.current).filter((place) => !unreadable.includes(place));
    let values: unknown = this.current;
    for (const place of hidden) values = withValue(values, stepsOf(place), undefined);
    return { values: values as FormValues, unreadable };
  }

  private step(change: () => void): Step {
    const [before, keys, quietTyped] = [this.current, this.keys.snapshot(), this.quietTyped];
    change();
    this.evaluate();
    const step: Step = { before, keys, quietTyped, after: this.current };
    this.steps.add(step);
    return step;
  }

  private adopt(values: FormValues): void {
    this.current = values;
    this.evaluated = values;
    this.evaluate();
  }

  /** Takes over values whose rows may have moved. */
  private adoptRows(values: FormValues): void {
    this.keys.follow(this.fields, this.current, values, true);
    this.adopt(values);
  }

  /** Moves rows that follow a list with the row that they follow, before proposals are made for others. */
  private followRemoved(): void {
    this.completedValues = completeForm(this.definition, this.current, this.data);
    const followed = this.withFollowedRows(this.current);
    this.keys.follow(this.followed, this.current, followed, false);
    this.current = followed;
    this.evaluated = followed;
  }

  private readonly evaluateNow = () => this.evaluate();

  private evaluateSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => afterPointerRelease(this.evaluateNow), EVALUATE_AFTER_MS);
  }

  /** Evaluates now: proposals, computed values, validation, comparison. Call before saving. Notifies changed places. */
  evaluate(): void {
    clearTimeout(this.timer);
    const { definition, data, shown } = this;
    const proposed = definition.propose?.(this.evaluated, this.current, data) ?? this.current;
    const completed = completeForm(definition, proposed, data);
    this.completedValues = completed;
    const settled = this.withFollowedRows(settleValues(definition, proposed, completed));
    this.keys.follow(this.followed, this.current, settled, false);
    this.current = settled;
    this.evaluated = this.current;
    this.validated = validateForm(definition, completed, data, this.context);
    const [errors, warnings] = [this.errors, this.warnings];
    this.errors = byPlace(this.validated.errors, errors);
    this.warnings = byPlace(this.validated.warnings, warnings);
    this.isChanged = this.quietTyped || !sameBesideQuiet(definition, completed, this.loaded);
    this.shown = { current: settled, completed };
    const { leaves, wholes } = changesBetween([
      [shown.current, settled],
      [shown.completed, completed],
    ]);
    this.notifyPlaces(
      [...leaves, ...placesOtherThan(errors, this.errors), ...placesOtherThan(warnings, this.warnings)],
      wholes,
    );
    this.notifyAll();
  }

  /** The computation makes the rows that follow another list; the input continues in those. */
  private withFollowedRows(values: FormValues): FormValues {
    if (this.followed.length === 0) return values;
    const own = copyValues(values);
    for (const { path } of this.followed) setPath(own, path, copyValues(getPath(this.completedValues, path)));
    return own;
  }

  /** Notifies listeners of changed places. A lock may depend on any value: then all are notified. */
  private notifyPlaces(leaves: readonly string[], wholes: readonly string[]): void {
    if (leaves.length + wholes.length === 0) return;
    if (this.definition.lockedAt === undefined) this.places.notifyPlaces(leaves, wholes);
    else this.places.notifyAll();
  }

  private notifyAll(): void {
    this.evaluations += 1;
    for (const listener of this.listeners) listener();
  }
}

function unread(definition: FormDefinition, values: FormValues): readonly string[] {
  const parsed = parseFormValues(definition, values);
  return parsed.ok ? [] : parsed.problems.map(({ path }) => path);
}
