/**
 * A text within a sentence: its first letter becomes lower case, unless the first word is in capitals; names and МЕИ
 * stay.
 */
export function inSentenceCase(text: string): string {
  const [first = '', second = ''] = text;
  const isCapital = second !== second.toLocaleLowerCase('sr');
  return isCapital ? text : first.toLocaleLowerCase('sr') + text.slice(first.length);
}

/** A text of a sentence that stands alone: its first letter becomes upper case. */
export function asHeading(text: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase('sr') + text.slice(first.length);
}
