/** A text in both languages; Latin Serbian is made from the Cyrillic one. */
export interface BilingualText {
  sr: string;
  en: string;
}

export const pair = (sr: string, en: string): BilingualText => ({ sr, en });
