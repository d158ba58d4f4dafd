/** The first so many units of a text, or one less: a code point of two units is not halved. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
