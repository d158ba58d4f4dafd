import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type FileAddress, fileAddress } from '../../api/client.ts';
import { readersScript } from '../../browser/readers-script.ts';
import type { Text } from '../../i18n/use-text.ts';
import type { ReportChoice } from './choice.ts';

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: async () => (await call('GET /reporting/board-reports')).payload,
});

const scopeOf = ({ day, organization, phase, sector }: ReportChoice) => ({
  atDay: day,
  organizationId: organization,
  phase,
  sector,
});

/** The first lines of a report, in the alphabet of the screen. */
export const previewQuery = (type: string, choice: ReportChoice) =>
  queryOptions({
    queryKey: ['reports', type, scopeOf(choice), readersScript()],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (
        await call('GET /reporting/board-reports/:type/preview', {
          params: { type },
          query: { ...scopeOf(choice), ...readersScript() },
        })
      ).payload,
  });

/** The name of a budget user, for an address that has only the number. */
export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'budget-users', 'row', id],
    queryFn: async () =>
      (await call('GET /registry/:registry/:id', { params: { registry: 'budget-users', id } })).payload,
  });

/** The address of a report's file, in the script and language of the screen. */
export function reportAddress(
  type: string,
  format: string,
  choice: ReportChoice,
  paper: Text['paper'],
  columns?: readonly string[],
): FileAddress {
  const query = {
    reportFormat: format,
    ...paper,
    ...scopeOf(choice),
    ...(columns ? { columns: columns.join(',') } : {}),
  };
  return fileAddress('GET /reporting/board-reports/:type', { params: { type }, query });
}
