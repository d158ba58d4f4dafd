import type { FormValues } from '@pimis/domain/forms/types';
import type { RowKeys } from './row-keys.ts';

const MAX_STEPS = 50;

/** A step that can be undone: the values before and after it. */
export interface Step {
  before: FormValues;
  after: FormValues;
  keys: ReturnType<RowKeys['snapshot']>;
  /** Whether the user had typed in a quiet field before it. */
  quietTyped: boolean;
  /** Called when it is undone, or can no longer be. */
  onEnd?: () => void;
  /** Called on redo, with the step that can be undone now. */
  onRedo?: (again: Step) => void;
}

/** The steps that can be undone and made again; the store makes and reverts them. */
export class UndoSteps {
  /** Steps that can be undone, the latest last. */
  private done: Step[] = [];
  /** Steps that can be made again, the last one undone last. */
  private undone: Step[] = [];

  get last(): Step | undefined {
    return this.done.at(-1);
  }

  /** The last undone step; its "before" values are those of the step. */
  get lastUndone(): Step | undefined {
    return this.undone.at(-1);
  }

  /** Adds a new step: undone steps can no longer be redone, and the oldest steps are dropped. */
  add(step: Step): void {
    this.undone = [];
    const steps = [...this.done, step];
    for (const dropped of steps.slice(0, -MAX_STEPS)) dropped.onEnd?.();
    this.done = steps.slice(-MAX_STEPS);
  }

  /** Records other input, after which nothing can be redone. */
  typed(): void {
    this.undone = [];
  }

  forget(): void {
    for (const step of this.done) step.onEnd?.();
    this.done = [];
    this.undone = [];
  }

  /** Undoes a step by `revert`, which returns the reverse step; without effect if it can no longer be undone. */
  undo(step: Step, revert: (step: Step) => Step): void {
    if (!this.done.includes(step)) return;
    this.done = this.done.filter((other) => other !== step);
    step.onEnd?.();
    this.undone.push(revert(step));
  }

  /** Makes the last undone step again. */
  redo(revert: (step: Step) => Step): void {
    const undone = this.undone.pop();
    if (!undone) return;
    const again = revert(undone);
    this.done.push(again);
    undone.onRedo?.(again);
  }
}
