import { Checkbox } from '@mantine/core';
import type { ProjectAppropriation } from '@pimis/contract/options';
import type { Text } from '../../../i18n/use-text.ts';
import type { Column } from '../../../ui/DataTable/columns.ts';
import type { Filter } from '../../../ui/DataTable/filter.ts';

const CODES = [
  'organizationCode',
  'chapter',
  'subchapter',
  'programCode',
  'projectCode',
  'functionCode',
  'sourceOfFundingCode',
  'economicClassificationCode',
] as const;

interface Ticks {
  isSelected: (id: number) => boolean;
  toggle: (row: ProjectAppropriation) => void;
  disabled: boolean;
}

/** Columns of the appropriations of a project; the first ticks them. */
export function appropriationColumns({ t, amount }: Text, ticks: Ticks): Column<ProjectAppropriation>[] {
  return [
    {
      id: 'selected',
      header: t('options.appropriations.selected'),
      card: 'meta',
      cell: (row) => (
        <Checkbox
          checked={ticks.isSelected(row.id)}
          disabled={ticks.disabled}
          onChange={() => ticks.toggle(row)}
          aria-label={t('options.appropriations.select', { id: row.appropriationId })}
        />
      ),
    },
    {
      id: 'appropriationId',
      header: t('options.appropriations.appropriationId'),
      sortable: true,
      card: 'title',
      cell: (row) => row.appropriationId,
    },
    {
      id: 'budgetYear',
      header: t('options.appropriations.budgetYear'),
      sortable: true,
      card: 'left',
      cell: (row) => row.budgetYear,
    },
    ...CODES.map((id) => ({
      id,
      header: t(`options.appropriations.${id}`),
      sortable: true,
      hidden: id === 'chapter' || id === 'subchapter',
      ...(id === 'organizationCode' ? { card: 'meta' as const } : {}),
      cell: (row: ProjectAppropriation) => row[id] ?? t('common.noValue'),
    })),
    {
      id: 'currentAmount',
      header: t('options.appropriations.currentAmount'),
      sortable: true,
      align: 'right',
      card: 'right',
      cell: (row) => amount(row.currentAmount),
    },
    {
      id: 'amount',
      header: t('options.appropriations.amount'),
      sortable: true,
      align: 'right',
      hidden: true,
      cell: (row) => amount(row.amount),
    },
  ];
}

/** How many earlier years are offered after the two of the specification ("Business constants and limits"). */
const EARLIER_YEARS = 4;

/** `today` is YYYY-MM-DD: the next year and the present one come first. */
export function appropriationFilters({ t }: Text, today: string): Filter[] {
  const next = Number(today.slice(0, 4)) + 1;
  const years = Array.from({ length: 2 + EARLIER_YEARS }, (_, back) => String(next - back));
  return [
    {
      id: 'budgetYear',
      kind: 'multi',
      label: t('options.appropriations.budgetYear'),
      options: years.map((year) => ({ value: year, label: year })),
    },
    ...CODES.map((id): Filter => ({ id, kind: 'text', label: t(`options.appropriations.${id}`) })),
    { id: 'currentAmount', kind: 'moneyRange', label: t('options.appropriations.currentAmount') },
  ];
}
