import type { Effect } from '@pimis/domain/workflow/transition-types';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Step } from './step.ts';

/** An effect of the table, after the workflow's own part. */
export interface EffectAppliedEvent {
  step: Step;
  effect: Effect;
  /** The forms whose status it changed. */
  formIds: readonly number[];
}

/** Forms will be added to phases; listeners fill `fixed` with their starting values. */
export interface FormsOpeningEvent {
  context: Context;
  tx: Tx;
  forms: readonly { project_id: number; code: string; fixed: Record<string, unknown> }[];
}

declare module '../../platform/event-bus.ts' {
  interface EventMap {
    /** A step has moved the projects; its effects follow. */
    stepTaken: Step;
    effectApplied: EffectAppliedEvent;
    formsOpening: FormsOpeningEvent;
  }
}
