/** What other modules may read of the stored indicators. */
export { indicatorsOfForm } from './queries.ts';
