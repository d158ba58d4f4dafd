import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import type { ListedProject, ProjectGroup } from '@pimis/contract/project-rows';
import { can, projectScope } from '@pimis/domain/access/policies';
import { ADMINISTRATION_ORGANIZATION, MEI_ORGANIZATION } from '@pimis/domain/constants';
import {
  PROJECT_COLUMN_NAMES,
  projectColumn,
  type ProjectColumnName,
  type ColumnKind,
} from '@pimis/domain/projects/table-columns';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { CENTRAL_BODIES } from '@pimis/domain/workflow/turn-sides';
import { useUser } from '../../api/session.ts';
import type { MessagesOf } from '../../i18n/areas.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { Empty } from '../../ui/Empty.tsx';
import type { Column, Groups } from '../../ui/DataTable/columns.ts';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import type { TableState } from '../../ui/DataTable/state.ts';
import { TableSwitch } from '../../ui/DataTable/TableSwitch.tsx';
import { useTotal } from '../../ui/DataTable/total.ts';
import type { OfferedView } from '../../ui/DataTable/ViewTabs.tsx';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { IconCurrencyEuro, IconFlag, IconPlus } from '../../ui/icons.ts';
import { projectsQuery } from './api.ts';
import { ExportTools } from './ExportTools.tsx';
import { useProjectFilters } from './filters.ts';
import {
  countParameters,
  finishedChoice,
  GROUPED_BY,
  isGrouped,
  showsFinished,
  tableOf,
  tableParameters,
} from './table-query.ts';

type Digit<T> = keyof T;
type Sector = Digit<MessagesOf<'projects'>['sectors']>;
type Type = Digit<MessagesOf<'projects'>['types']>;
type Stage = Digit<MessagesOf<'projects'>['stages']>;
/** The body of the open step, and the step. */
function OnTurn({ row: { onTurn, onlyAbsent, organizationName, proposerOrganizationName } }: { row: ListedProject }) {
  const { t, data, pair } = useText();
  if (!onTurn) return t('projects.onTurn.nobody');
  const { side, label } = onTurn;
  const central = side === 'administration' || side === 'mei' ? pair(CENTRAL_BODIES[side]) : null;
  return (
    <div className="table-words">
      {central ?? data(side === 'own' ? organizationName : proposerOrganizationName)}
      <div className="meta">{pair(label)}</div>
      {onlyAbsent && <span className="chip outline">{t('daily.absence.onlyMark')}</span>}
    </div>
  );
}

/** A value formatted by the kind of its column. */
function cellOf(name: ProjectColumnName, row: ListedProject, { t, data, amount, date }: Text): ReactNode {
  const value = row[name];
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.noValue');
  // Columns with more than a simple value have a special cell.
  if (value === null || typeof value === 'object') return t('common.noValue');
  switch (projectColumn(name).kind) {
    case 'date':
    case 'instant':
      return date(String(value));
    case 'money':
      return amount(String(value));
    case 'text':
      return data(String(value));
    default:
      return value;
  }
}

const RIGHT_ALIGNED: readonly ColumnKind[] = ['date', 'instant', 'money', 'integer'];

/** A column that is hidden by default. */
const hiddenColumn = (name: ProjectColumnName): Partial<Column<ListedProject>> => ({
  hidden: true,
  ...(RIGHT_ALIGNED.includes(projectColumn(name).kind) ? { align: 'right' } : {}),
});

/** Columns that are equal in all rows are hidden by default: the own body, and the status of the tab. */
function useColumns(
  archived: boolean,
  { ownOnly, finished }: { ownOnly: boolean; finished: boolean },
): Column<ListedProject>[] {
  const text = useText();
  return useMemo(() => {
    const { t, data, pair, amount, date } = text;
    const column = (
      id: ProjectColumnName,
      cell: (row: ListedProject) => ReactNode,
      more: Partial<Column<ListedProject>> = {},
    ): Column<ListedProject> => ({
      id,
      header: pair(projectColumn(id).title),
      cell,
      sortable: true,
      ...more,
    });
    const to = archived ? '/projects-archived/$projectCode/details' : '/projects/$projectCode/details';
    const own = [
      column('code', (row) => <span className="strong second">{row.code}</span>, { card: 'meta' }),
      column(
        'name',
        (row) => (
          <div className="table-words">
            <Link
              to={to}
              params={{ projectCode: row.code }}
              className="strong"
              style={{ color: 'var(--p-text)', textDecoration: 'none' }}
            >
              {data(row.name)}
            </Link>
            {row.important && (
              <IconFlag
                size={14}
                role="img"
                aria-label={t('projects.page.important')}
                style={{ marginLeft: 6, color: 'var(--p-accent)', verticalAlign: -2 }}
              />
            )}
            {row.foreignFunds && (
              <IconCurrencyEuro
                size={14}
                role="img"
                aria-label={t('projects.page.foreign')}
                style={{ marginLeft: 6, verticalAlign: -2 }}
              />
            )}
          </div>
        ),
        { card: 'title', links: true },
      ),
      column('organizationName', (row) => <div className="table-words">{data(row.organizationName)}</div>, {
        card: 'meta',
        hidden: ownOnly,
      }),
      column('phase', (row) => pair(phaseInfo(row.phase).title)),
      column('phaseStatus', (row) => <StatusChip status={row.phaseStatus} />, { card: 'left' }),
      column('status', (row) => t(`projects.status.${String(row.status) as '0'}`), { hidden: !finished }),
      column('totalValue', (row) => amount(row.totalValue), { align: 'right', card: 'right' }),
      column('onTurn', (row) => <OnTurn row={row} />, { card: 'about', hidden: finished }),
      column(
        'waitingSince',
        (row) => (
          <>
            <div style={{ whiteSpace: 'nowrap' }}>
              {row.waitingSince ? date(row.waitingSince) : t('common.noValue')}
            </div>
            {row.isConclusionReportDelayed && <div className="late">{t('projects.delayed')}</div>}
          </>
        ),
        { align: 'right', card: 'about', hidden: finished },
      ),
      column('lastChangeDate', (row) => <span style={{ whiteSpace: 'nowrap' }}>{date(row.lastChangeDate)}</span>, {
        align: 'right',
        card: 'meta',
        hidden: !finished,
      }),
      column('stage', (row) => t(`projects.stages.${row.stage as Stage}`), { hidden: true }),
      column('sector', (row) => t(`projects.sectors.${String(row.sector) as Sector}`), { hidden: true }),
      column('type', (row) => t(`projects.types.${String(row.type) as Type}`), { hidden: true }),
    ];
    const others = PROJECT_COLUMN_NAMES.filter((name) => !own.some(({ id }) => id === name));
    return [...own, ...others.map((name) => column(name, (row) => cellOf(name, row, text), hiddenColumn(name)))];
  }, [text, archived, ownOnly, finished]);
}

/** Stages as groups of the table: the number and total value of projects in each. */
function stageGroups(
  sums: readonly ProjectGroup[] | null,
  { page, perPage }: Pick<TableState, 'page' | 'perPage'>,
  { t, amount }: Text,
): Groups<ListedProject> {
  const before = (stage: string) => {
    const at = sums?.findIndex((group) => group.stage === stage) ?? 0;
    return (sums ?? []).slice(0, Math.max(0, at)).reduce((total, { projects }) => total + projects, 0);
  };
  return {
    of: ({ stage }) => stage,
    sums: 'totalValue',
    head: (stage) => {
      const group = sums?.find((one) => one.stage === stage);
      const skipped = (page - 1) * perPage;
      const about = group && [
        t('projects.groups.projects', { count: group.projects }),
        // The page begins in the middle of a stage.
        ...(before(stage) < skipped ? [t('projects.groups.continued')] : []),
      ];
      return {
        label: t(`projects.stages.${stage as Stage}`),
        about: about?.join(', '),
        sum: group && amount(group.totalValue),
      };
    },
  };
}

/** The user's side, as a value of the filter by whose turn it is. */
function sideOf({ organizationId }: { organizationId: string }): string {
  if (organizationId === MEI_ORGANIZATION) return 'mei';
  return organizationId === ADMINISTRATION_ORGANIZATION ? 'administration' : 'own';
}

/** The views offered to everybody: projects waiting for the user's side, late ones, and returned ones. */
function useOfferedViews(): OfferedView[] {
  const { t } = useText();
  const user = useUser();
  return useMemo(
    (): OfferedView[] => [
      { name: t('projects.views.mine'), filters: { onTurn: sideOf(user) } },
      { name: t('projects.views.late'), filters: { isPlanLate: 'true' } },
      { name: t('projects.views.returned'), filters: { isReturned: 'true' } },
    ],
    [t, user],
  );
}

/** The project table, and with `archived` that of the archive. */
export function ProjectsPage({ archived = false }: { archived?: boolean }) {
  const { t } = useText();
  const user = useUser();
  if (archived && !can(user, 'project.archivedList')) {
    return <Empty page title={t('projects.noArchive')} hint={t('projects.noArchiveHint')} />;
  }
  return <ProjectTable archived={archived} />;
}

const codeOf = ({ code }: ListedProject) => code;
const liveAddress = ({ code }: ListedProject) => ({ to: `/projects/${code}/details` });
const archivedAddress = ({ code }: ListedProject) => ({ to: `/projects-archived/${code}/details` });

function ProjectTable({ archived }: { archived: boolean }) {
  const text = useText();
  const { t } = text;
  const shownTotal = useTotal();
  const user = useUser();
  const [keptFinished, setFinished] = useLocalStorage({ ...finishedChoice(), getInitialValueInEffect: false });
  const name = tableOf(archived);
  const [state, setState] = useTableState(name);
  const finished = showsFinished(state, keptFinished);
  const [followed, setFollowed] = useState(false);
  const [onlyAbsent, setOnlyAbsent] = useState(false);
  const grouped = isGrouped(state);
  const which = { archived, finished, followed, onlyAbsent };
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(projectsQuery(tableParameters(state, which)));
  const count = async (other: TableState) =>
    (await client.fetchQuery(projectsQuery(countParameters(other, which)))).totalRows;
  const ownOnly =
    projectScope(user).kind === 'own' &&
    (data?.rows ?? []).every(({ organizationId }) => organizationId === user.organizationId);
  const columns = useColumns(archived, { ownOnly, finished });
  const { page, perPage } = state;
  const sums = data?.groups ?? null;
  const groups = useMemo(
    () => (grouped ? stageGroups(sums, { page, perPage }, text) : undefined),
    [grouped, sums, page, perPage, text],
  );
  const filters = useProjectFilters();
  const offered = useOfferedViews();
  // Reasons why the table is empty, and links to other rows.
  const waysBack = [
    Object.keys(state.filters).length > 0 && t('projects.emptyFilters'),
    followed && t('projects.emptySwitch', { name: t('daily.follow.only') }),
    onlyAbsent && t('projects.emptySwitch', { name: t('daily.absence.only') }),
  ].filter(Boolean);
  const title = archived ? t('projects.archivedTitle') : t('projects.title');
  return (
    <>
      <div className="page-head">
        <h1>
          {title} {data && <span className="count">{shownTotal(data)}</span>}
        </h1>
        {(can(user, 'export.table') || can(user, 'export.tableMei')) && <ExportTools archived={archived} />}
        {!archived && can(user, 'project.create', { important: true }) && (
          <Button component={Link} to="/projects/create" leftSection={<IconPlus size={16} />}>
            {t('projects.new')}
          </Button>
        )}
      </div>
      <DataTable
        name={name}
        views={archived ? undefined : offered}
        caption={title}
        columns={columns}
        filters={filters}
        count={count}
        rows={data?.rows}
        totalRows={data?.totalRows ?? 0}
        long={data?.long}
        state={state}
        onState={setState}
        rowKey={codeOf}
        rowAddress={archived ? archivedAddress : liveAddress}
        groups={groups}
        error={error}
        onRetry={() => void refetch()}
        empty={
          waysBack.length > 0
            ? { title: t('projects.emptyTitle'), hint: waysBack.join(' ') }
            : { title: t('projects.none') }
        }
        toolbar={
          <>
            <TableSwitch
              label={t('projects.groups.byStage')}
              checked={grouped}
              onChange={(on) => setState({ ...state, page: 1, sortBy: on ? GROUPED_BY : undefined, descending: false })}
            />
            {!archived && (
              <>
                <TableSwitch
                  label={t('daily.follow.only')}
                  checked={followed}
                  onChange={(on) => {
                    setFollowed(on);
                    return setState({ ...state, page: 1 });
                  }}
                />
                {can(user, 'user.manage', { organizationId: user.organizationId }) && (
                  <TableSwitch
                    label={t('daily.absence.only')}
                    checked={onlyAbsent}
                    onChange={(on) => {
                      setOnlyAbsent(on);
                      return setState({ ...state, page: 1 });
                    }}
                  />
                )}
                <TableSwitch
                  label={t('projects.finished')}
                  checked={finished}
                  onChange={(on) => {
                    setFinished(on);
                    return setState({ ...state, page: 1, which: undefined });
                  }}
                />
              </>
            )}
          </>
        }
      />
    </>
  );
}
