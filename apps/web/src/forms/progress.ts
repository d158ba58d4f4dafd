import { isPlaceIn } from '@pimis/domain/forms/labels';
import type { Section, ValidationItem, Viewer } from '@pimis/domain/forms/types';
import { isFor } from '@pimis/domain/forms/visibility';
import type { FormStore } from './store.ts';

export interface SectionProgress {
  /** Errors and warnings that are shown. */
  errors: number;
  warnings: number;
  /** Fields that are still to be entered, in a form that was never saved. */
  missing: number;
  /** Whether a field has a value, or the focus was here. */
  opened: boolean;
}

/** Before the first save an empty required field is counted as missing, not as an error. */
export function sectionProgress(store: FormStore, section: Section): SectionProgress {
  const within = ({ path }: ValidationItem) => section.fields.some((field) => isPlaceIn(field, path));
  const shown = shownMessages(store);
  return {
    errors: shown.errors.filter(within).length,
    warnings: shown.warnings.filter(within).length,
    missing: countPlaces(hiddenErrors(store).filter(within)),
    opened: store.isOpened(section),
  };
}

export interface FormProgress {
  filled: number;
  sections: number;
  missing: number;
}

/** The sections that this viewer fills in, the number of completed ones, and the fields still to be filled in. */
export function formProgress(store: FormStore, viewer: Viewer): FormProgress {
  const fillable = store.definition.sections.filter((section) =>
    section.fields.some((field) => isFor(field, viewer) && !field.computed),
  );
  const ready = fillable.filter((section) => {
    const { errors, missing, opened } = sectionProgress(store, section);
    return opened && errors + missing === 0;
  });
  return { filled: ready.length, sections: fillable.length, missing: countPlaces(hiddenErrors(store)) };
}

/** The shown part of the validation result: everything after the form was saved or a lock was attempted. */
export function shownMessages(store: FormStore): {
  errors: readonly ValidationItem[];
  warnings: readonly ValidationItem[];
} {
  if (!store.isNew) return store.validation;
  return {
    errors: store.validation.errors.filter(({ path }) => store.shownErrorsAt(path) !== undefined),
    warnings: store.validation.warnings.filter(({ path }) => store.shownWarningsAt(path) !== undefined),
  };
}

/** Errors at places that have not lost the focus yet, in a form that was never saved. */
export function hiddenErrors(store: FormStore): readonly ValidationItem[] {
  return store.isNew ? store.validation.errors.filter(({ path }) => store.shownErrorsAt(path) === undefined) : [];
}

function countPlaces(items: readonly ValidationItem[]): number {
  return new Set(items.map(({ path }) => path)).size;
}
