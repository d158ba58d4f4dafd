import { addDays } from '../dates/dates.ts';

/** Limits for both the screen of lists and the contract, so that a browser need not load the schemas of calls. */

/**
 * A list's name begins with a visible letter or digit, so that it can be part of a URL; surrounding blanks are removed.
 */
export const LIST_NAME = '^ *(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]*$';

/** Letters of a list's name. */
export const LIST_NAME_MAX = 40;

/** Lists on a page if the caller does not name a number. */
export const LISTS_OF_PAGE = 20;

/** Letters of the number of a session. */
export const SESSION_NUMBER_MAX = 20;

/** A session takes place within this many days after its list was made. */
const SESSION_WITHIN_DAYS = 366;

/** The first and the last possible day for the session of a list that was made on this day. */
export const sessionDays = (madeOn: string): { first: string; last: string } => ({
  first: madeOn,
  last: addDays(madeOn, SESSION_WITHIN_DAYS),
});
