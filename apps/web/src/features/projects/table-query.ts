import { readLocalStorageValue } from '@mantine/hooks';
import { listParameters, type TableState } from '../../ui/DataTable/state.ts';

/** Kept on this computer: are the finished projects shown in place of those under way? */
export const FINISHED = { key: 'pimis.projects.finished', defaultValue: false };
/** Field whose order puts the projects of a stage together. */
export const GROUPED_BY = 'stage';

/** Which projects a table shows, besides what its filters say. */
interface Which {
  archived: boolean;
  finished: boolean;
  followed: boolean;
}

export const isGrouped = (state: TableState): boolean => state.sortBy === GROUPED_BY && !state.descending;

const asked = ({ archived, finished, followed }: Which): Record<string, string> => ({
  status: archived ? 'archived' : finished ? 'finished' : 'pending',
  ...(followed ? { followed: 'true' } : {}),
});

/** What the table asks. */
export const tableParameters = (state: TableState, which: Which): string =>
  listParameters(state, { ...asked(which), ...(isGrouped(state) ? { groups: 'true' } : {}) });

/** What is asked to count its rows under other filters. */
export const countParameters = (state: TableState, which: Which): string =>
  listParameters({ ...state, perPage: 5 }, asked(which));

/** What the table asks when it is opened. */
export const firstParameters = (state: TableState, archived: boolean): string =>
  tableParameters(state, { archived, finished: readLocalStorageValue(FINISHED), followed: false });
