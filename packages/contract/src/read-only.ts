/** The header of every response while the installation can only be read: the operator's text, URI-encoded. */
export const READ_ONLY_HEADER = 'x-pimis-read-only';

/** The header of every response of a copy for trials: the moment of its data (ISO 8601). */
export const COPY_HEADER = 'x-pimis-copy';

/** The longest text of an operator for people, in characters. */
export const READ_ONLY_TEXT_LENGTH = 300;
