import type { FormDefinition, Section, Viewer } from './types.ts';
import { fieldsOf, isFor } from './visibility.ts';

/** Letters of a remark, and of its answer. */
export const REMARK_MAX = 2000;
/** Remarks that one form may carry. */
export const REMARKS_LIMIT = 200;

/**
 * The place of a remark: the path of a field or table, # and the key of a section, or null for the form. Rows have
 * none, because their numbers change when rows are removed.
 */
export type RemarkPlace = string | null;

export const sectionPlace = (key: string): string => `#${key}`;

/** The section of a place; undefined for a remark on the whole form, and for a place that the form does not have. */
export function sectionOfPlace(definition: FormDefinition, place: RemarkPlace): Section | undefined {
  return definition.sections.find(
    ({ key, fields }) => place === sectionPlace(key) || fields.some(({ path }) => path === place),
  );
}

/** Remarks in the order of the form: on the whole, then by section, each before those of its fields. */
export function remarksInOrder<R extends { id: number; place: RemarkPlace }>(
  definition: FormDefinition,
  remarks: readonly R[],
): R[] {
  const places: RemarkPlace[] = [
    null,
    ...definition.sections.flatMap(({ key, fields }) => [sectionPlace(key), ...fields.map(({ path }) => path)]),
  ];
  return remarks.toSorted((a, b) => places.indexOf(a.place) - places.indexOf(b.place) || a.id - b.id);
}

/** The remark after this one in the order of the form, from the last to the first; null if it is the only one. */
export function nextRemark<R extends { id: number; place: RemarkPlace }>(
  definition: FormDefinition,
  remarks: readonly R[],
  from: R,
): R | null {
  const ordered = remarksInOrder(definition, [...remarks.filter(({ id }) => id !== from.id), from]);
  const next = ordered[(ordered.findIndex(({ id }) => id === from.id) + 1) % ordered.length];
  return next && next.id !== from.id ? next : null;
}

/**
 * People who fill in a form are neither administrators nor MEI: remarks on fields that they do not see are not allowed.
 */
const OWNER: Viewer = { admin: false, mei: false };

/** Returns whether a remark may refer to the place: the form has it, and people who fill it in see it. */
export function isRemarkPlace(definition: FormDefinition, place: RemarkPlace): boolean {
  if (place === null) return true;
  const field = fieldsOf(definition).find(({ path }) => path === place);
  if (field) return isFor(field, OWNER);
  return sectionOfPlace(definition, place)?.fields.some((candidate) => isFor(candidate, OWNER)) ?? false;
}
