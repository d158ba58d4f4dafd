/** A phone of a person: digits and the signs between them. */
export const PHONE_PATTERN = '^[0-9+()/\\\\ -]{6,30}$';
