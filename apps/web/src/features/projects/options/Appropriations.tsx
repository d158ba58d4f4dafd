import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '@pimis/contract/projects';
import { configurationQuery } from '../../../api/common.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DataTable } from '../../../ui/DataTable/DataTable.tsx';
import { TableSwitch } from '../../../ui/DataTable/TableSwitch.tsx';
import { listParameters } from '../../../ui/DataTable/state.ts';
import { useOwnTableState } from '../../../ui/DataTable/use-table-state.ts';
import { LeaveQuestion } from '../../../ui/LeaveQuestion.tsx';
import { appropriationColumns, appropriationFilters } from './appropriation-columns.tsx';
import { appropriationsQuery } from './option-list.ts';
import { useAppropriationChoice } from './use-appropriation-choice.ts';

/** Appropriations of a project: ticked in the table, saved with Apply. */
export function Appropriations({ project }: { project: Project }) {
  const text = useText();
  const { t } = text;
  const { data: configuration } = useQuery(configurationQuery);
  const [state, setState] = useOwnTableState('appropriations');
  const [chosenOnly, setChosenOnly] = useState(false);
  const parameters = `${listParameters(state)}${chosenOnly ? '&selected=true' : ''}`;
  const { data: list, error, refetch } = useQuery(appropriationsQuery(project.code, parameters));
  const kept = new Set(list?.projectAppropriationIds);
  const { isSelected, toggle, added, difference, isUnsaved, busy, apply } = useAppropriationChoice(project.code, kept);
  const mayChange = project.rights.appropriations;
  // The ticked rows: the server's, without the removed ones, and the added ones first.
  const rows =
    chosenOnly && list
      ? [...(state.page === 1 ? added : []), ...list.rows.filter(({ id }) => kept.has(id) && isSelected(id))]
      : list?.rows;
  const totalRows = (list?.totalRows ?? 0) + (chosenOnly ? difference : 0);
  return (
    <>
      <LeaveQuestion unsaved={isUnsaved} />
      <DataTable
        name="appropriations"
        caption={t('options.tabs.appropriations')}
        columns={appropriationColumns(text, { isSelected, toggle, disabled: !mayChange || busy })}
        rows={rows}
        totalRows={Math.max(totalRows, 0)}
        state={state}
        onState={setState}
        rowKey={(row) => String(row.id)}
        filters={configuration ? appropriationFilters(text, configuration.today) : []}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('options.appropriations.none'), hint: t('options.appropriations.noneHint') }}
        toolbar={
          <>
            <span className="meta" role="status">
              {t('options.appropriations.count', { count: kept.size + difference })}
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
    </>
  );
}
