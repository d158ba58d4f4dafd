/** The first characters of the first two words of a name, for a picture of the person. */
export const initialsOf = (name: string): string =>
  name
    .split(/ +/)
    // A character may take two units of a text, of which one alone is no character.
    .map(([first]) => first)
    .slice(0, 2)
    .join('');
