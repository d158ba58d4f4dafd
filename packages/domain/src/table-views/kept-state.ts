import { VIEW_STATE_MAX } from './limits.ts';

/** JSON of the database writes a number with an exponent in full, with hundreds of digits; no filter has one. */
const isLongNumber = (value: string | number | boolean): boolean =>
  typeof value === 'number' && String(value).includes('e');

/** Returns whether the state of a saved view is small enough to be kept. */
export const isKeptState = (search: Readonly<Record<string, string | number | boolean>>): boolean =>
  JSON.stringify(search).length <= VIEW_STATE_MAX && !Object.values(search).some(isLongNumber);
