import {
  type ColumnKind,
  PROJECT_COLUMN_NAMES,
  projectColumn,
  type ProjectColumnName,
} from '@pimis/domain/projects/table-columns';
import { LEVELS } from '@pimis/domain/forms/definitions/common';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { hasParts } from '@pimis/domain/projects/filter-parts';
import { DISTRICTS } from '@pimis/domain/registries/districts';
import { DECIDED_KEYS, decidedTextOf } from '@pimis/domain/workflow/decided';
import { LISTS } from '@pimis/domain/workflow/lists';
import { PHASES, STAGES } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS, STATUSES } from '@pimis/domain/workflow/statuses';
import { stepNoun } from '@pimis/domain/workflow/step-nouns';
import { CENTRAL_BODIES, STEP_KEYS, TURN_SIDES } from '@pimis/domain/workflow/turn-sides';
import { type Text, useText } from '../../i18n/use-text.ts';
import type { MessagesOf } from '../../i18n/areas.ts';
import type { Filter } from '../../ui/DataTable/filter.ts';
import { BodyName, FiscalNeedField, MunicipalityNames, OnListField } from './filter-fields.tsx';

type Sector = keyof MessagesOf<'projects'>['sectors'];
type Type = keyof MessagesOf<'projects'>['types'];
const SECTOR_KEYS: Sector[] = ['1', '2', '3', '4', '5', '6'];
const TYPE_KEYS: Type[] = ['1', '2', '3'];
const STATUS_KEYS = ['0', '1', '2'] as const;
/** Common ranges of project values, in dinars. */
const QUICK_VALUES = [
  { key: 'small', from: '', to: '100000000' },
  { key: 'middle', from: '100000000', to: '1000000000' },
  { key: 'large', from: '1000000000', to: '5000000000' },
  { key: 'huge', from: '5000000000', to: '' },
] as const;
const ON_TURN = [...TURN_SIDES, 'nobody'] as const;
/** A need by year and source begins with its year. */
const YEAR_LENGTH = 4;

const FILTER_KINDS = {
  text: 'text',
  code: 'text',
  integer: 'text',
  boolean: 'yesNo',
  money: 'moneyRange',
  date: 'dateRange',
  instant: 'dateRange',
} as const satisfies Readonly<Record<ColumnKind, Filter['kind']>>;

/** The titles of columns, which name their filters. */
const labels =
  ({ pair }: Text) =>
  (id: ProjectColumnName): string =>
    pair(projectColumn(id).title);

/** The main filters: the search, and columns that have special fields. */
function mainFilters(text: Text): Filter[] {
  const { t, pair } = text;
  const label = labels(text);
  return [
    { id: 'search', kind: 'search', label: t('projects.search') },
    {
      id: 'phase',
      kind: 'multi',
      label: label('phase'),
      options: PHASES.map((phase) => ({ value: String(phase.id), label: pair(phase.title) })),
    },
    {
      id: 'phaseStatus',
      kind: 'multi',
      label: label('phaseStatus'),
      options: STATUSES.filter(({ id }) => id !== PHASE_STATUS.reserved).map((status) => ({
        value: String(status.id),
        label: pair(status.label),
      })),
    },
    {
      id: 'totalValue',
      kind: 'moneyRange',
      label: label('totalValue'),
      quick: QUICK_VALUES.map(({ key, from, to }) => ({ label: t(`projects.quickValues.${key}`), from, to })),
    },
    { id: 'createdDate', kind: 'dateRange', label: label('createdDate') },
    { id: 'lastChangeDate', kind: 'dateRange', label: label('lastChangeDate') },
    {
      id: 'sector',
      kind: 'multi',
      label: label('sector'),
      options: SECTOR_KEYS.map((key) => ({ value: key, label: t(`projects.sectors.${key}`) })),
    },
    {
      id: 'type',
      kind: 'multi',
      label: label('type'),
      options: TYPE_KEYS.map((key) => ({ value: key, label: t(`projects.types.${key}`) })),
    },
    {
      id: 'onTurn',
      kind: 'multi',
      label: label('onTurn'),
      options: ON_TURN.map((side) => ({
        value: side,
        label: side === 'administration' || side === 'mei' ? pair(CENTRAL_BODIES[side]) : t(`projects.onTurn.${side}`),
      })),
    },
  ];
}

/** Filters for numbers in charts and tables of the portfolio: places, plans, needs, lists. */
function portfolioFilters(text: Text): Filter[] {
  const { t, data, pair } = text;
  return [
    {
      id: 'level',
      kind: 'multi',
      label: t('projects.filters.level'),
      options: [
        ...LEVELS.map((level, index) => ({ value: String(index + 1), label: pair(level.label) })),
        { value: 'none', label: t('projects.filters.none') },
      ],
    },
    {
      id: 'district',
      kind: 'multi',
      label: t('projects.filters.district'),
      options: [
        ...DISTRICTS.map(({ code, name }) => ({ value: code, label: data(name) })),
        { value: 'none', label: t('projects.filters.none') },
      ],
    },
    {
      id: 'municipality',
      kind: 'text',
      label: t('projects.filters.municipality'),
      hint: t('projects.filters.hints.municipality'),
      Named: MunicipalityNames,
    },
    {
      id: 'organizationId',
      kind: 'text',
      label: t('projects.filters.organizationId'),
      hint: t('projects.filters.hints.organizationId'),
      Named: BodyName,
    },
    { id: 'isPlanLate', kind: 'yesNo', label: t('projects.filters.isPlanLate') },
    { id: 'inPlan', kind: 'yesNo', label: t('projects.filters.inPlan') },
    ...(['reachedPhase', 'passedPhase'] as const).map(
      (id): Filter => ({
        id,
        kind: 'multi',
        label: t(`projects.filters.${id}`),
        options: PHASES.map((phase) => ({ value: String(phase.id), label: pair(phase.title) })),
      }),
    ),
    {
      id: 'fiscalNeed',
      kind: 'text',
      label: t('projects.filters.fiscalNeed'),
      PartField: FiscalNeedField,
      say: (part) => {
        if (part === 'approved' || part === 'none') return t(`projects.filters.needs.${part}`);
        const [year, source] = [part.slice(0, YEAR_LENGTH), part.slice(YEAR_LENGTH)];
        return source.startsWith(':') ? `${year}, ${pair(sourceText(source.slice(1)))}` : part;
      },
    },
    {
      id: 'onList',
      kind: 'text',
      label: t('projects.filters.onList'),
      PartField: OnListField,
      say: (part) => {
        const [type, name, decision] = part.split('/');
        const list = LISTS.find((one) => String(one.type) === type);
        if (!list || !name) return part;
        const decided = DECIDED_KEYS.find((key) => key === decision);
        return `${pair(list.title)} ${data(name)}${decided ? `, ${pair(decidedTextOf(decided))}` : ''}`;
      },
    },
    { id: 'measuredOn', kind: 'day', label: t('projects.filters.measuredOn') },
  ];
}

/** Filters that only occur in URLs and are not offered on the screen. */
function unofferedFilters(text: Text): Filter[] {
  const { t, pair } = text;
  const label = labels(text);
  return [
    ...(['code', 'number', 'name'] as const).map((id): Filter => ({ id, kind: 'text', label: label(id) })),
    {
      id: 'stage',
      kind: 'multi',
      label: label('stage'),
      options: STAGES.map((stage, place) => ({ value: String(place + 1), label: t(`projects.stages.${stage}`) })),
    },
    {
      id: 'status',
      kind: 'multi',
      label: label('status'),
      options: STATUS_KEYS.map((key) => ({ value: key, label: t(`projects.status.${key}`) })),
    },
    {
      id: 'openStep',
      kind: 'multi',
      label: t('projects.filters.openStep'),
      options: STEP_KEYS.map((key) => ({ value: key, label: pair(stepNoun(key)) })),
    },
    { id: 'isStepLate', kind: 'yesNo', label: t('projects.filters.isStepLate') },
    { id: 'isReturned', kind: 'yesNo', label: t('projects.views.returned') },
    { id: 'isMerged', kind: 'yesNo', label: t('projects.filters.isMerged') },
  ];
}

/** The groups in the menu of filters, in order, with their filters; all other filters belong to the group `project`. */
const GROUPS = {
  state: ['phase', 'phaseStatus', 'onTurn', 'waitingSince', 'reachedPhase', 'passedPhase', 'isConclusionReportDelayed'],
  project: [],
  place: ['level', 'district', 'municipality', 'organizationName', 'proposerOrganizationName', 'organizationId'],
  money: ['totalValue', 'foreignFunds', 'fiscalNeed', 'inPlan', 'isPlanLate', 'measuredOn', 'lastReporting'],
  decisions: ['important', 'pimisCommented', 'commissionApproved', 'onList'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type GroupName = keyof typeof GROUPS;
const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

const groupOf = (id: string): GroupName =>
  GROUP_NAMES.find((name) => (GROUPS[name] as readonly string[]).includes(id)) ?? 'project';
const placeOf = ({ id, kind }: Filter): number => (kind === 'search' ? -1 : GROUP_NAMES.indexOf(groupOf(id)));

/** Filters of the project table and of the views over its projects. */
export function useProjectFilters(): Filter[] {
  const text = useText();
  const label = labels(text);
  const main = mainFilters(text);
  const others = PROJECT_COLUMN_NAMES.filter(
    (name) => projectColumn(name).filtered && !main.some(({ id }) => id === name),
  );
  return [
    ...main,
    ...portfolioFilters(text).map((filter): Filter => ({ ...filter, hasParts: hasParts(filter.id) })),
    ...unofferedFilters(text).map((filter): Filter => ({ ...filter, unoffered: true })),
    ...others.map((name): Filter => ({ id: name, kind: FILTER_KINDS[projectColumn(name).kind], label: label(name) })),
  ]
    .map((filter): Filter => ({ ...filter, group: text.t(`projects.filters.groups.${groupOf(filter.id)}`) }))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}
