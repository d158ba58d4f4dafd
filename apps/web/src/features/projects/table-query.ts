import { readLocalStorageValue } from '@mantine/hooks';
import { ownKey } from '../../api/own-key.ts';
import { listParameters, type TableState } from '../../ui/DataTable/state.ts';

/** The user's choice on this computer: finished projects instead of those in progress. */
export const finishedChoice = () => ({ key: ownKey('pimis.projects.finished'), defaultValue: false });
/** The field whose order groups projects by stage. */
export const GROUPED_BY = 'stage';

/** The projects of a table before its filters. */
interface Which {
  archived: boolean;
  finished: boolean;
  followed: boolean;
  onlyAbsent: boolean;
}

/** Whether finished projects are shown: according to the URL, or else to the user's choice on this computer. */
export const showsFinished = (state: TableState, kept: boolean): boolean =>
  state.which === undefined ? kept : state.which === 'finished';

export const isGrouped = (state: TableState): boolean => state.sortBy === GROUPED_BY && !state.descending;

const filtersOf = ({ archived, finished, followed, onlyAbsent }: Which): Record<string, string> => ({
  status: archived ? 'archived' : finished ? 'finished' : 'pending',
  ...(followed ? { followed: 'true' } : {}),
  ...(onlyAbsent ? { onlyAbsent: 'true' } : {}),
});

/** The name of the table. */
export const tableOf = (archived: boolean): string => (archived ? 'archived' : 'projects');

/** The query of the table. */
export const tableParameters = (state: TableState, which: Which): string =>
  listParameters(state, { ...filtersOf(which), ...(isGrouped(state) ? { groups: 'true' } : {}) });

/** The query that counts its rows under other filters. */
export const countParameters = (state: TableState, which: Which): string =>
  listParameters({ ...state, perPage: 5 }, filtersOf(which));

/** The first query of the table. */
export const firstParameters = (state: TableState, archived: boolean): string =>
  tableParameters(state, {
    archived,
    finished: showsFinished(state, readLocalStorageValue(finishedChoice())),
    followed: false,
    onlyAbsent: false,
  });
