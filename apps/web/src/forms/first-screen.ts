import { LIST_KINDS } from '@pimis/domain/forms/kinds';
import type { Field, FormValues, Section } from '@pimis/domain/forms/types';
import { getPath } from '@pimis/domain/forms/paths';
import { isCards, LONG_TABLE } from './tables.ts';

/** Minimum heights in pixels: the parts rendered at once must fill the screen. */
const FIELD = 40;
const ROW = 39;
const CARD = 200;
/** The part of the screen that the frame of a long table takes. */
const FRAME = 0.7;

/** The minimum height of a field; half for two side by side. */
function heightOf(field: Field, values: FormValues, screen: number): number {
  if (!LIST_KINDS.includes(field.kind)) return FIELD;
  const rows = getPath(values, field.path);
  const count = Array.isArray(rows) ? rows.length : 0;
  if (isCards(field)) return FIELD + count * CARD;
  return FIELD + (count > LONG_TABLE ? screen * FRAME : count * ROW);
}

/**
 * How many fields of a section are on the first screen. They are rendered at once, so that nothing visible moves; the
 * rest follows, so that a long form opens as fast as a short one.
 */
export function onFirstScreen(sections: readonly Section[], index: number, values: FormValues, screen: number): number {
  let top = 0;
  for (const [at, { fields }] of sections.slice(0, index + 1).entries()) {
    for (const [place, field] of fields.entries()) {
      if (at === index && top > screen) return place;
      top += heightOf(field, values, screen);
    }
  }
  return sections[index]?.fields.length ?? 0;
}
