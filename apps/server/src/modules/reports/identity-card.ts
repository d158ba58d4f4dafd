import { can } from '@pimis/domain/access/policies';
import { formatDay, isDay } from '@pimis/domain/dates/dates';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import type { IndicatorRows } from '@pimis/domain/indicators/types';
import { formatAmount } from '@pimis/domain/money/decimal';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Block, Column, LabelledValue, PdfDocument } from '../../platform/pdf/model.ts';
import { storedIndicators } from '../indicators/service.ts';
import { decisionsOf } from '../lists/decisions.ts';
import { readProject } from '../project-page/details.ts';
import { type Funding, fundingOf } from './funding.ts';
import { paperHead } from '../../platform/pdf/paper-head.ts';
import { PROJECT_STATUS_TEXT, yesNo } from './texts.ts';

type Shown = Awaited<ReturnType<typeof readProject>>;

const NONE = '–';
const text = (title: string, weight = 1): Column => ({ title, align: 'left', weight });
const number = (title: string, weight = 1): Column => ({ title, align: 'right', weight });
const heading = (title: string): Block => ({ kind: 'heading', level: 2, text: title });
const dayText = (instant: string | null) => (instant ? formatDay(dayOf(new Date(instant))) : NONE);

function facts(project: Shown, { period }: Funding): LabelledValue[] {
  const sector = SECTOR_OPTIONS.find(({ value }) => Number(value) === project.sector);
  const shown = (day: string) => (isDay(day) ? formatDay(day) : day);
  return [
    { label: 'Радни назив', value: project.code },
    { label: 'Орган', value: project.organizationName },
    { label: 'Овлашћени предлагач', value: project.proposerOrganizationName },
    { label: 'Сектор', value: sector?.label.sr ?? NONE },
    { label: 'Вредност', value: `${formatAmount(project.totalValue)} РСД` },
    ...(period ? [{ label: 'Рок реализације', value: `${shown(period.start)} – ${shown(period.end)}` }] : []),
    {
      label: 'Фаза и стање',
      value: `${phaseInfo(project.phase).title.sr}: ${statusInfo(project.phaseStatus).label.sr}`,
    },
    { label: 'Статус пројекта', value: PROJECT_STATUS_TEXT[project.status] ?? '' },
    { label: 'Посебан значај', value: yesNo(project.important) },
    { label: 'Страна средства', value: yesNo(project.foreignFunds) },
    { label: 'Отворен', value: dayText(project.createdDate) },
    { label: 'Последња промена', value: dayText(project.lastChangeDate) },
  ];
}

/** Who pays, and what each year costs. */
function money(funding: Funding): Block[] {
  const { sources, years, total } = funding;
  return [
    heading('Извори финансирања'),
    sources.length === 0
      ? { kind: 'paragraph', text: 'Извори финансирања још нису унети.' }
      : {
          kind: 'table',
          columns: [text('Извор', 2), text('Назив', 2), number('Износ, РСД', 2), number('Учешће, %')],
          rows: sources.map(({ source, name, amount, share }) => [
            source,
            name || NONE,
            formatAmount(amount),
            share === null ? NONE : formatAmount(share),
          ]),
          foot: ['Укупно', '', formatAmount(funding.sourcesTotal), ''],
        },
    heading('Средства по годинама'),
    years.length === 0
      ? { kind: 'paragraph', text: 'План по годинама још није усвојен, а апропријације нису изабране.' }
      : {
          kind: 'table',
          columns: [
            text('Година'),
            number('Планирано, РСД', 2),
            number('Апропријације, РСД', 2),
            number('Реализовано, РСД', 2),
          ],
          rows: years.map(({ year, planned, appropriated, realized }) => [
            String(year),
            formatAmount(planned),
            formatAmount(appropriated),
            formatAmount(realized),
          ]),
          foot: ['Укупно', formatAmount(total.planned), formatAmount(total.appropriated), formatAmount(total.realized)],
        },
  ];
}

function timeLine(project: Shown): Block[] {
  return [
    heading('Ток пројекта'),
    {
      kind: 'table',
      columns: [text('Фаза', 2), text('Почела'), text('Стање', 2)],
      rows: project.phases.map((phase) => [
        phaseInfo(phase.phase).title.sr,
        dayText(phase.startedDate),
        phase.status === null ? 'предстоји' : statusInfo(phase.status).label.sr,
      ]),
    },
  ];
}

function decided(decisions: Awaited<ReturnType<typeof decisionsOf>>): Block[] {
  return [
    heading('Одлуке комисије'),
    decisions.length === 0
      ? { kind: 'paragraph', text: 'Комисија још није одлучивала о пројекту.' }
      : {
          kind: 'table',
          columns: [text('Листа', 1.5), text('Датум'), text('Одлука', 2), text('Коментар', 3)],
          rows: decisions.map((row) => [row.list, row.date ? formatDay(row.date) : NONE, row.decision, row.comment]),
        },
  ];
}

/** The three indicators of each approved quarter, the newest first, in one table. */
function measured(indicators: IndicatorRows | null): Block[] {
  if (!indicators) return [];
  const { timeToProjectImplementation: times, fundingAdequacyIndicator: fundings, inactivity } = indicators;
  const rows = times.map((time, index) => [
    `${time.quarter}. квартал ${time.year}.`,
    formatAmount(time.activityQuarterAmount),
    time.value === null ? (time.limitReached ? '∞' : NONE) : String(time.value),
    fundings[index] ? formatAmount(fundings[index].value) : NONE,
    inactivity[index] ? formatAmount(inactivity[index].activityQuarterSumPercent) : NONE,
  ]);
  return [
    heading('Кључни показатељи успеха'),
    rows.length === 0
      ? { kind: 'paragraph', text: 'Ниједан квартал још није одобрен.' }
      : {
          kind: 'table',
          columns: [
            text('Квартал', 1.4),
            number('Реализовано, РСД', 1.6),
            number('Време до реализације, дана', 1.4),
            number('Адекватност финансирања, %', 1.4),
            number('Извршено, %'),
          ],
          rows: rows.toReversed(),
        },
  ];
}

/**
 * Two pages that say what a project is, who pays for it, where it stands and what was decided (specification, "project
 * identity card"). Indicators are for those who may see them on the screen.
 */
export async function identityCard(context: Context, user: CurrentUser, projectCode: string): Promise<PdfDocument> {
  const project = await readProject(context, user, projectCode);
  const [decisions, funding, indicators] = await Promise.all([
    decisionsOf(context.db, project.id),
    fundingOf(context.db, project.id),
    can(user, 'project.indicators') ? storedIndicators(context, project.id) : null,
  ]);
  const day = formatDay(today(context));
  return {
    head: paperHead(project.organizationName, project.number, day),
    title: 'Лична карта пројекта',
    subtitle: project.name,
    labelled: facts(project, funding),
    blocks: [
      ...(project.description ? [heading('Опис'), { kind: 'paragraph' as const, text: project.description }] : []),
      ...money(funding),
      ...timeLine(project),
      ...decided(decisions),
      ...(project.meiOpinion
        ? [
            heading('Мишљење Министарства за европске интеграције'),
            { kind: 'paragraph' as const, text: project.meiOpinion },
          ]
        : []),
      ...measured(indicators),
    ],
    signatures: ['Одговорно лице'],
    footer: `${project.code} · Лична карта · ${day}`,
  };
}
