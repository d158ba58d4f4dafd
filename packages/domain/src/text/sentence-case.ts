/**
 * A text within a sentence: its first letter becomes lower case, unless the first word is in capitals; names and МЕИ
 * stay.
 */
export function inSentenceCase(text: string): string {
  const [first = '', second = ''] = text;
  const capitals =
    second !== '' && second === second.toLocaleUpperCase('sr') && second !== second.toLocaleLowerCase('sr');
  return capitals ? text : first.toLocaleLowerCase('sr') + text.slice(first.length);
}
