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

const CURRENCY = /\s?(РСД|RSD|дин\.?|динара|din\.?|dinara|EUR|€|евра|evra|%)$/i;

/** The figure of a written amount, without the currency behind it. */
export function withoutCurrency(text: string): string {
  return text.trim().replace(CURRENCY, '');
}
