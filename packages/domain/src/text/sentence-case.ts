/** A text as it stands within a sentence: its first letter small, unless the first word is written in capitals; names and МЕИ stay. */
export function inSentenceCase(text: string): string {
  const [first = '', second = ''] = text;
  const capitals =
    second !== '' && second === second.toLocaleUpperCase('sr') && second !== second.toLocaleLowerCase('sr');
  return capitals ? text : first.toLocaleLowerCase('sr') + text.slice(first.length);
}
