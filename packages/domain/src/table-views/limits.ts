/** Letters of the name of a saved view. */
export const VIEW_NAME_MAX = 60;
/** Saved views of a person for one table, and shared ones of an organization for one table. */
export const VIEWS_OF_TABLE = 20;
/** Saved views of a person, and shared ones of an organization, for all tables. */
export const VIEWS_IN_ALL = 100;
/** Entries of the state that a view restores: filters, order, columns. */
export const VIEW_ENTRIES = 60;
/** Letters of a stored value; the list of columns is the longest. */
export const VIEW_VALUE_MAX = 1000;
/** Letters of the whole stored state. */
export const VIEW_STATE_MAX = 6000;
