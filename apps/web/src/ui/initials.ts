/** The first characters of the first two words of a name, for a picture of the person. */
export const initialsOf = (name: string): string =>
  name
    .split(/ +/)
    // A character may consist of two code units, one of which alone is not a character.
    .map(([first]) => first)
    .slice(0, 2)
    .join('');
