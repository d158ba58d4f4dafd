/** Reads of the stored indicators for other modules. */
export { indicatorsOfForm } from './queries.ts';
