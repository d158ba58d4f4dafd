/** Signs that end a web address in a text: spaces, brackets of markup, quotes. */
const WEB = String.raw`(?:https?:\/\/|www\.)[^\s<>"„“”«»]+`;
const LABEL = String.raw`[\p{L}\p{N}][\p{L}\p{N}-]{0,62}`;
const MAIL = String.raw`[\p{L}\p{N}][\p{L}\p{N}.!#$%&'*+\/=?^_{|}~-]{0,63}@${LABEL}(?:\.${LABEL})+`;
const CYRILLIC_DOMAINS = 'срб|мкд|рф|укр';
/** A domain in Cyrillic, of Serbia or a neighbour, also without its protocol. */
const DOMAIN = String.raw`${LABEL}(?:\.${LABEL}){0,5}\.(?:${CYRILLIC_DOMAINS})(?![\p{L}\p{N}])(?:\/[^\s<>"„“”«»]*)?`;

/** Web and mail addresses in a text; marks that end a sentence may follow within the match. */
export const ADDRESSES = new RegExp(String.raw`(?<![\p{L}\p{N}@])(?:${WEB}|${MAIL}|${DOMAIN})`, 'giu');
