import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { TaskRow } from '@pimis/contract/tasks';
import { can, projectScope } from '@pimis/domain/access/policies';
import { awaitedDecisions } from '@pimis/domain/workflow/awaited-decisions';
import { PHASES, phaseInfo } from '@pimis/domain/workflow/phases';
import { STATUSES } from '@pimis/domain/workflow/statuses';
import { STEPS_AT_ONCE } from '@pimis/domain/workflow/taken-together';
import { stepsWaitedForBy } from '@pimis/domain/workflow/turn-sides';
import { waitingFor } from '@pimis/domain/workflow/open-steps';
import { useUser } from '../../../api/session.ts';
import type { MessagesOf } from '../../../i18n/areas.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { Column } from '../../../ui/DataTable/columns.ts';
import { DataTable } from '../../../ui/DataTable/DataTable.tsx';
import type { Filter } from '../../../ui/DataTable/filter.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { TableSwitch } from '../../../ui/DataTable/TableSwitch.tsx';
import { useTotal } from '../../../ui/DataTable/total.ts';
import { useTableState } from '../../../ui/DataTable/use-table-state.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { IconChecklist, IconDownload, IconListDetails } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { notifyFailure } from '../../../ui/notify.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { UrgentNote, StepLink, WaitTime } from '../TaskCells.tsx';
import { saveTasks, taskParameters, taskTableQuery } from './api.ts';
import { TogetherDialog } from './TogetherDialog.tsx';
import './tasks.css';

type ColumnName = keyof MessagesOf<'dashboard'>['waits']['columns'];
/** Rows that were chosen, as they were seen then. */
type Chosen = ReadonlyMap<string, TaskRow>;

const codeOf = ({ projectCode }: TaskRow) => projectCode;
const addressOf = ({ projectCode }: TaskRow) => ({ to: `/projects/${projectCode}/details` });

/** A link to the page of the step, and why it comes first. */
function Step({ task }: { task: TaskRow }) {
  return (
    <>
      <StepLink task={task} />
      <UrgentNote task={task} />
    </>
  );
}

interface Shown {
  /** Some row can be chosen. */
  choosing: boolean;
  /** Every row belongs to the user's own body, so its column is hidden until it is chosen. */
  ownOnly: boolean;
}

function useColumns(chosen: Chosen, choose: (task: TaskRow) => void, { choosing, ownOnly }: Shown): Column<TaskRow>[] {
  const text = useText();
  return useMemo(() => {
    const { t, data, pair, amount } = text;
    const column = (
      id: ColumnName,
      cell: (row: TaskRow) => ReactNode,
      more: Partial<Column<TaskRow>> = {},
    ): Column<TaskRow> => ({ id, header: t(`dashboard.waits.columns.${id}`), cell, sortable: true, ...more });
    const columns = [
      column(
        'choose',
        (row) =>
          row.together && (
            <Checkbox
              aria-label={t('dashboard.waits.choose', { name: data(row.projectName) })}
              checked={chosen.has(row.projectCode)}
              onChange={() => choose(row)}
            />
          ),
        { sortable: false, tools: true, card: 'meta' },
      ),
      column(
        'name',
        (row) => (
          <div className="table-words">
            <Link {...addressOf(row)} className="strong" style={{ color: 'var(--p-text)', textDecoration: 'none' }}>
              {data(row.projectName)}
            </Link>
            <div className="meta">{row.projectCode}</div>
          </div>
        ),
        { card: 'title', links: true },
      ),
      column('organizationName', (row) => <div className="table-words">{data(row.organizationName)}</div>, {
        card: 'meta',
        hidden: ownOnly,
      }),
      column('phase', (row) => pair(phaseInfo(row.phase).title), { hidden: true }),
      column(
        'phaseStatus',
        (row) => (
          <>
            <StatusChip status={row.phaseStatus} />
            <div className="meta">{pair(phaseInfo(row.phase).title)}</div>
          </>
        ),
        { card: 'left' },
      ),
      column('waitingSince', (row) => <WaitTime task={row} />, { card: 'left' }),
      column('totalValue', (row) => amount(row.totalValue), { align: 'right', hidden: true }),
      column('step', (row) => <Step task={row} />, { sortable: false, card: 'right' }),
    ];
    return choosing ? columns : columns.slice(1);
  }, [text, chosen, choose, choosing, ownOnly]);
}

/** Filters that only offer phases, statuses and steps that can wait for this user. */
function useFilters(): Filter[] {
  const { t, pair } = useText();
  const user = useUser();
  const label = (id: ColumnName) => t(`dashboard.waits.columns.${id}`);
  const states = waitingFor(user);
  const phases = new Set(states.map(({ phase }) => phase));
  const statuses = new Set(states.map(({ status }) => status));
  return [
    { id: 'search', kind: 'search', label: t('dashboard.waits.search') },
    {
      id: 'openStep',
      kind: 'multi',
      label: label('openStep'),
      options: stepsWaitedForBy(user).map((step) => ({ value: step.key, label: pair(step.label) })),
    },
    {
      id: 'phase',
      kind: 'multi',
      label: label('phase'),
      options: PHASES.filter(({ id }) => phases.has(id)).map(({ id, title }) => ({
        value: String(id),
        label: pair(title),
      })),
    },
    {
      id: 'phaseStatus',
      kind: 'multi',
      label: label('phaseStatus'),
      options: STATUSES.filter(({ id }) => statuses.has(id)).map((status) => ({
        value: String(status.id),
        label: pair(status.label),
      })),
    },
    { id: 'organizationName', kind: 'text', label: label('organizationName') },
    { id: 'isStepLate', kind: 'yesNo', label: label('isStepLate') },
    { id: 'waitingSince', kind: 'dateRange', label: label('waitingSince') },
    { id: 'totalValue', kind: 'moneyRange', label: label('totalValue') },
  ];
}

/** Projects that wait for the signed-in user, the most urgent first. */
export function TasksPage() {
  const { t } = useText();
  const user = useUser();
  if (!can(user, 'project.view'))
    return <Empty page title={t('dashboard.waits.emptyTitle')} hint={t('dashboard.waits.emptyHint')} />;
  return <TaskTable />;
}

/** The chosen rows, and functions to change the choice. */
function useChoice() {
  const [chosen, setChosen] = useState<Chosen>(new Map());
  return useMemo(() => {
    const choose = (task: TaskRow) =>
      setChosen((before) => {
        const next = new Map(before);
        if (!next.delete(task.projectCode)) next.set(task.projectCode, task);
        return next;
      });
    const add = (tasks: readonly TaskRow[]) =>
      setChosen((before) => new Map([...before, ...tasks.map((task) => [task.projectCode, task] as const)]));
    return { chosen, choose, add, clear: () => setChosen(new Map()) };
  }, [chosen]);
}

function TaskTable() {
  const text = useText();
  const { t, paper } = text;
  const shownTotal = useTotal();
  const [state, setState] = useTableState('tasks');
  const [coming, setComing] = useState(false);
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(taskTableQuery(taskParameters(state, coming)));
  const { chosen, choose, add, clear } = useChoice();
  const user = useUser();
  const rows = data?.rows ?? [];
  const columns = useColumns(chosen, choose, {
    choosing: rows.some(({ together }) => together),
    ownOnly:
      projectScope(user).kind === 'own' &&
      rows.every(({ organizationName }) => organizationName === rows[0]?.organizationName),
  });
  const filters = useFilters();
  const count = async (other: TableState) =>
    (await client.fetchQuery(taskTableQuery(taskParameters({ ...other, perPage: 5 }, coming)))).totalRows;
  const save = (format: 'xlsx' | 'csv') =>
    saveTasks(state, { format, coming, paper }).catch((failure: unknown) => notifyFailure(failure, text));
  const free = rows.filter(({ together, projectCode }) => together && !chosen.has(projectCode));
  const narrowed = Object.keys(state.filters).length > 0;
  return (
    <>
      <div className="page-head">
        <h1>
          {t('frame.tasks')} {data && <span className="count">{shownTotal(data)}</span>}
        </h1>
        {awaitedDecisions(user).length > 0 && (
          <Button component={Link} to="/tasks/decisions" variant="default" leftSection={<IconListDetails size={16} />}>
            {t('dashboard.waits.decisions')}
          </Button>
        )}
        <Menu
          opener={
            <Button variant="default" leftSection={<IconDownload size={16} />}>
              {t('common.export')}
            </Button>
          }
        >
          <MenuItem onClick={() => void save('xlsx')}>XLSX</MenuItem>
          <MenuItem onClick={() => void save('csv')}>CSV</MenuItem>
        </Menu>
      </div>
      <Choice
        chosen={chosen.size}
        free={free.length}
        onAll={() => add(free)}
        onClear={clear}
        onTake={() => setAsking(true)}
      />
      <DataTable
        name="tasks"
        caption={t('frame.tasks')}
        columns={columns}
        filters={filters}
        count={count}
        rows={data?.rows}
        totalRows={data?.totalRows ?? 0}
        long={data?.long}
        state={state}
        onState={setState}
        rowKey={codeOf}
        rowAddress={addressOf}
        error={error}
        onRetry={() => void refetch()}
        empty={
          narrowed
            ? { title: t('dashboard.waits.noneFound') }
            : { title: t('dashboard.waits.emptyTitle'), hint: t('dashboard.waits.emptyHint') }
        }
        toolbar={
          <TableSwitch
            label={t('dashboard.waits.coming')}
            checked={coming}
            onChange={(on) => {
              setComing(on);
              return setState({ ...state, page: 1 });
            }}
          />
        }
      />
      {asking && (
        <TogetherDialog
          tasks={[...chosen.values()]}
          onClose={(taken) => {
            setAsking(false);
            if (taken) clear();
          }}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  /** The number of chosen rows, and of further ones on this page. */
  chosen: number;
  free: number;
  onAll: () => void;
  onClear: () => void;
  onTake: () => void;
}

/** Actions for the chosen rows; hidden if no row can be chosen. */
function Choice({ chosen, free, onAll, onClear, onTake }: ChoiceProps) {
  const { t } = useText();
  if (chosen + free === 0) return null;
  return (
    <div className="task-choice no-print">
      <Button
        leftSection={<IconChecklist size={16} />}
        disabled={chosen === 0 || chosen > STEPS_AT_ONCE}
        onClick={onTake}
      >
        {t('dashboard.waits.together.open')} ({chosen})
      </Button>
      {free > 0 && (
        <Button variant="default" onClick={onAll}>
          {t('dashboard.waits.together.chooseAll')} ({free})
        </Button>
      )}
      {chosen > 0 && (
        <Button variant="subtle" onClick={onClear}>
          {t('dashboard.waits.together.clear')}
        </Button>
      )}
      {chosen > STEPS_AT_ONCE && (
        <span className="late" role="status">
          {t('dashboard.waits.together.tooMany', { most: STEPS_AT_ONCE })}
        </span>
      )}
    </div>
  );
}
