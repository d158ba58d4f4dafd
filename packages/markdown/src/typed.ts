/** The references that the editor writes in place of signs; in code it writes the signs. */
const REFERENCES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
};

/** Markdown with these signs in place of their references. */
export function withoutReferences(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, (reference) => REFERENCES[reference] ?? reference);
}

/** Markdown as typed, without escapes of literal signs; real markup stays. */
export const typedText = (markdown: string): string =>
  withoutReferences(markdown).replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
