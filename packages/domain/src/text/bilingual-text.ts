/** A text in both languages; Latin Serbian is made from the Cyrillic one. */
export interface BilingualText {
  sr: string;
  en: string;
}

export const pair = (sr: string, en: string): BilingualText => ({ sr, en });

/** One language of texts by name. */
export const textsIn = <Name extends string>(
  language: keyof BilingualText,
  texts: Readonly<Record<Name, BilingualText>>,
): Record<Name, string> =>
  Object.fromEntries(Object.entries<BilingualText>(texts).map(([name, text]) => [name, text[language]])) as Record<
    Name,
    string
  >;
