import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectAppropriation } from '@pimis/contract/options';
import type { Project } from '@pimis/contract/projects';
import { FLUENT_MESSAGES, isFluentCode } from '@pimis/domain/forms/messages';
import { call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { Column } from '../../../ui/DataTable/columns.ts';
import { DataTable } from '../../../ui/DataTable/DataTable.tsx';
import { TableSwitch } from '../../../ui/DataTable/TableSwitch.tsx';
import type { Filter } from '../../../ui/DataTable/filter.ts';
import { FIRST_PAGE, listParameters, type TableState } from '../../../ui/DataTable/state.ts';
import { LeaveQuestion } from '../../../ui/LeaveQuestion.tsx';
import { notifyFailure, notifySuccess, notifyWarning } from '../../../ui/notify.tsx';
import { appropriationsQuery } from './option-list.ts';

const CODES = [
  'organizationCode',
  'chapter',
  'programCode',
  'projectCode',
  'functionCode',
  'sourceOfFundingCode',
  'economicClassificationCode',
] as const;

/** Appropriations of a project: ticked in the table, saved with Apply. */
export function Appropriations({ project }: { project: Project }) {
  const text = useText();
  const { t, amount, pair } = text;
  const client = useQueryClient();
  const [state, setState] = useState<TableState>(FIRST_PAGE);
  const [chosenOnly, setChosenOnly] = useState(false);
  /** Own unsaved changes. What a colleague adds or removes meanwhile is not part of them. */
  const [changes, setChanges] = useState<ReadonlyMap<number, { row: ProjectAppropriation; selected: boolean }>>(
    new Map(),
  );
  const [busy, setBusy] = useState(false);
  /** The changes have been taken; they stay shown until they are read again. */
  const [saved, setSaved] = useState(false);
  const parameters = `${listParameters(state)}${chosenOnly ? '&selected=true' : ''}`;
  const { data: list, error, refetch } = useQuery(appropriationsQuery(project.code, parameters));
  const kept = new Set(list?.projectAppropriationIds);
  const isSelected = (id: number) => changes.get(id)?.selected ?? kept.has(id);
  const unsaved = [...changes.values()].filter(({ row, selected }) => selected !== kept.has(row.id));
  const added = unsaved.filter(({ selected }) => selected).map(({ row }) => row);
  const add = added.map(({ id }) => id);
  const remove = unsaved.filter(({ selected }) => !selected).map(({ row }) => row.id);
  const mayChange = project.rights.appropriations;
  const toggle = (row: ProjectAppropriation) => {
    const selected = !isSelected(row.id);
    const next = new Map(changes);
    // Ticked and unticked again, it is no change.
    if (selected === kept.has(row.id)) next.delete(row.id);
    else next.set(row.id, { row, selected });
    setChanges(next);
  };
  // The ticked rows: the server's, without the removed ones, and the added ones first.
  const rows =
    chosenOnly && list
      ? [...(state.page === 1 ? added : []), ...list.rows.filter(({ id }) => kept.has(id) && isSelected(id))]
      : list?.rows;
  const totalRows = (list?.totalRows ?? 0) + (chosenOnly ? add.length - remove.length : 0);
  const refresh = () => client.invalidateQueries({ queryKey: ['project', project.code] });
  const apply = async () => {
    if (add.length + remove.length === 0) {
      notifyWarning(t('options.appropriations.unchanged'));
      return;
    }
    setBusy(true);
    try {
      const { additional } = await call('PUT /projects/:projectCode/appropriations', {
        params: { projectCode: project.code },
        body: { add, remove },
      });
      setSaved(true);
      notifySuccess(t('options.appropriations.applied'));
      for (const { StatusCode } of additional.warnings) {
        if (isFluentCode(StatusCode.Code)) notifyWarning(pair(FLUENT_MESSAGES[StatusCode.Code]));
      }
      await refresh();
      setChanges(new Map());
    } catch (failure) {
      notifyFailure(failure, text);
      await refresh();
    } finally {
      setBusy(false);
      setSaved(false);
    }
  };
  const columns: Column<ProjectAppropriation>[] = [
    {
      id: 'selected',
      header: t('options.appropriations.selected'),
      card: 'meta',
      cell: (row) => (
        <Checkbox
          checked={isSelected(row.id)}
          disabled={!mayChange || busy}
          onChange={() => toggle(row)}
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
      hidden: id === 'chapter',
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
  const filters: Filter[] = [
    { id: 'budgetYear', kind: 'text', label: t('options.appropriations.budgetYear') },
    ...CODES.map((id): Filter => ({ id, kind: 'text', label: t(`options.appropriations.${id}`) })),
    { id: 'currentAmount', kind: 'moneyRange', label: t('options.appropriations.currentAmount') },
  ];
  const table = (
    <DataTable
      name="appropriations"
      caption={t('options.tabs.appropriations')}
      columns={columns}
      rows={rows}
      totalRows={Math.max(totalRows, 0)}
      state={state}
      onState={setState}
      rowKey={(row) => String(row.id)}
      filters={filters}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('options.appropriations.none'), hint: t('options.appropriations.noneHint') }}
      toolbar={
        <>
          <span className="meta" role="status">
            {t('options.appropriations.count', { count: kept.size + add.length - remove.length })}
          </span>
          <TableSwitch
            label={t('options.appropriations.showSelected')}
            checked={chosenOnly}
            onChange={(on) => {
              setChosenOnly(on);
              setState({ ...state, page: 1 });
            }}
          />
          {mayChange && (
            <Button onClick={() => void apply()} loading={busy}>
              {t('common.apply')}
            </Button>
          )}
        </>
      }
    />
  );
  return (
    <>
      <LeaveQuestion unsaved={unsaved.length > 0 && !saved} />
      {table}
    </>
  );
}
