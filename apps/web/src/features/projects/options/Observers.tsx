import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Observer, ObserversChange } from '@pimis/contract/options';
import type { Project } from '@pimis/contract/projects';
import type { Reference } from '@pimis/contract/registries';
import { call } from '../../../api/client.ts';
import { searchBudgetUsers } from '../../../api/lookups.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { Column } from '../../../ui/DataTable/columns.ts';
import { DataTable } from '../../../ui/DataTable/DataTable.tsx';
import { listParameters } from '../../../ui/DataTable/state.ts';
import { useOwnTableState } from '../../../ui/DataTable/use-table-state.ts';
import { Lookup } from '../../../ui/Lookup.tsx';
import { IconTrash } from '../../../ui/icons.ts';
import { OrganizationLink } from '../../registries/OrganizationLink.tsx';
import { notifyFailure, notifySuccess, notifyWarning } from '../../../ui/notify.tsx';
import { observersQuery } from './option-list.ts';

/** Organizations that may see a project without working on it. */
export function Observers({ project }: { project: Project }) {
  const text = useText();
  const { t, data, date } = text;
  const client = useQueryClient();
  const [state, setState] = useOwnTableState('observers');
  const [busy, setBusy] = useState(false);
  const key = ['project', project.code, 'organizations'];
  const parameters = listParameters(state);
  const { data: list, error, refetch } = useQuery(observersQuery(project.code, parameters));
  const mayChange = project.rights.organizations;
  const change = async (input: ObserversChange, done: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await call('PUT /projects/:projectCode/organizations', { params: { projectCode: project.code }, body: input });
      notifySuccess(done);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: key });
    }
  };
  const remove = (row: Observer) => {
    if (mayChange) return change({ remove: [row.id] }, t('options.observers.removed'));
    notifyWarning(t('options.observers.deleteOrganizationPermission'));
    return Promise.resolve();
  };
  const columns: Column<Observer>[] = [
    {
      id: 'organizationId',
      header: t('options.observers.id'),
      sortable: true,
      card: 'meta',
      cell: (row) => row.organizationId,
    },
    {
      id: 'organizationName',
      header: t('options.observers.name'),
      sortable: true,
      card: 'title',
      cell: (row) => <OrganizationLink id={row.organizationId} name={data(row.organizationName)} />,
    },
    {
      id: 'createdDate',
      header: t('options.observers.added'),
      sortable: true,
      card: 'left',
      cell: (row) => date(row.createdDate),
    },
    {
      id: 'remove',
      header: t('common.remove'),
      card: 'right',
      cell: (row) => (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTrash size={14} />}
          onClick={() => void remove(row)}
          aria-label={`${t('common.remove')}: ${data(row.organizationName)}`}
          disabled={busy}
        >
          {t('common.remove')}
        </Button>
      ),
    },
  ];
  return (
    <>
      {mayChange && (
        <div style={{ maxWidth: 520, marginBottom: 12 }}>
          <Lookup<Reference>
            kind="observer"
            label={t('options.observers.add')}
            shown=""
            search={searchBudgetUsers}
            rowKey={(row) => row.id}
            rowText={(row) => `${data(row.name)} (${row.id})`}
            onPick={(row) => row && void change({ add: [row.id] }, t('options.observers.done'))}
          />
        </div>
      )}
      <DataTable
        name="observers"
        caption={t('options.tabs.organizations')}
        columns={columns}
        rows={list?.rows}
        totalRows={list?.totalRows ?? 0}
        state={state}
        onState={setState}
        rowKey={(row) => String(row.id)}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('options.observers.none'), hint: t('options.observers.noneHint') }}
      />
    </>
  );
}
