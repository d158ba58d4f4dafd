import type { Kind } from '@pimis/domain/forms/types';
import { readWrittenAmount } from '@pimis/domain/money/read-amount';

/** The largest length of a typed amount (specification, "Amount editors"). */
export const MAX_AMOUNT_LENGTH = 20;

/**
 * The text of an amount without spaces; null if it is too long. Truncating a pasted amount would give another amount.
 */
export function fittingAmount(text: string): string | null {
  if (text.length <= MAX_AMOUNT_LENGTH) return text;
  const bare = text.trim();
  return bare.length <= MAX_AMOUNT_LENGTH ? bare : null;
}

/** The units accepted after an amount of each kind. With another currency it would be a different amount. */
const UNITS: Partial<Record<Kind, RegExp>> = {
  rsd: /\s?(РСД|RSD|дин\.?|динара|din\.?|dinara)$/i,
  eur: /\s?(EUR|€|евра|evra)$/i,
  foreign: /\s?((?!RSD|DIN)[A-Z]{3}|[€$£]|евра|evra)$/i,
  percent: /\s?%$/,
};

/** The figure of a written amount, without its unit behind it. */
export function withoutUnit(text: string, kind: Kind): string {
  const unit = UNITS[kind];
  return unit ? text.trim().replace(unit, '') : text.trim();
}

/** A pasted amount as a spreadsheet shows it, with or without its unit; null if it says anything else or is unclear. */
export function readPastedAmount(text: string, kind: Kind): string | null {
  return readWrittenAmount(withoutUnit(text, kind));
}
