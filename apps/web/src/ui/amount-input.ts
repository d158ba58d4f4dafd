/** The greatest length of a figure as it is typed (specification, "Amount editors"). */
export const MAX_AMOUNT_LENGTH = 20;

/**
 * The text of a figure, without the spaces that came with it; null where it is too long. The field itself would cut it,
 * and the front part of a pasted figure is another figure.
 */
export function fittingAmount(text: string): string | null {
  if (text.length <= MAX_AMOUNT_LENGTH) return text;
  const bare = text.trim();
  return bare.length <= MAX_AMOUNT_LENGTH ? bare : null;
}
