import { can } from '@pimis/domain/access/policies';
import { formatDay, isDay } from '@pimis/domain/dates/dates';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import type { IndicatorRows } from '@pimis/domain/indicators/types';
import { formatAmount, fromHundredths, percentOf, sumHundredths, toHundredths } from '@pimis/domain/money/decimal';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Block, Column, LabelledValue, PdfDocument } from '../../platform/pdf/model.ts';
import { type Photograph, photographsOf } from '../documents/photographs.ts';
import { storedIndicators } from '../indicators/service.ts';
import { decisionsOf } from '../lists/decisions.ts';
import { readProject } from '../project-page/details.ts';
import { type Funding, fundingOf } from './funding.ts';
import { pageHeader } from '../../platform/pdf/page-header.ts';
import { PROJECT_STATUS_TEXT, yesNo } from './texts.ts';
import { type Told, toldOf } from './purpose-text.ts';

type Shown = Awaited<ReturnType<typeof readProject>>;

/** What two pages hold. What is more is said in fewer words: the whole stands on the screen and in the forms. */
const MOST = {
  name: 220,
  body: 90,
  description: 600,
  goals: 350,
  source: 42,
  sources: 5,
  years: 7,
  decisions: 5,
  comment: 90,
  opinion: 330,
  quarters: 6,
  photographs: 3,
} as const;

/** No Serbian word is longer. */
const LONG_WORD = /(\S{30})\S+/gu;

/** The beginning of a text that is too long, up to the end of a word, on one line. */
function cut(whole: string, most: number): string {
  const text = whole.replaceAll(/\s+/g, ' ').trim().replaceAll(LONG_WORD, '$1…');
  if (text.length <= most) return text;
  const beginning = text
    .slice(0, most - 1)
    .toWellFormed()
    .replace('\ufffd', '');
  const word = beginning.lastIndexOf(' ');
  return `${beginning.slice(0, word > most / 2 ? word : undefined)}…`;
}

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
    { label: 'Орган', value: cut(project.organizationName, MOST.body) },
    { label: 'Овлашћени предлагач', value: cut(project.proposerOrganizationName, MOST.body) },
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
    { label: 'Последња измена', value: dayText(project.lastChangeDate) },
  ];
}

/** The largest sources, and the others as one. */
function fewSources({ sources, sourcesTotal }: Funding): Funding['sources'] {
  if (sources.length <= MOST.sources) return sources;
  const hundredths = ({ amount }: { amount: string }) => toHundredths(amount) ?? 0n;
  const sorted = sources.toSorted((one, two) => Number(hundredths(two) - hundredths(one)));
  const others = sorted.slice(MOST.sources - 1);
  const amount = sumHundredths(others.map((source) => source.amount));
  return [
    ...sorted.slice(0, MOST.sources - 1),
    {
      source: `Остали извори (${others.length})`,
      name: '',
      amount: fromHundredths(amount),
      share: percentOf(amount, toHundredths(sourcesTotal) ?? 0n),
    },
  ];
}

/** Years by their numbers, those that are longest ago as one. */
function fewYears({ years }: Funding): string[][] {
  const line = (title: string, of: readonly Omit<Funding['years'][number], 'year'>[]) => [
    title,
    ...(['planned', 'appropriated', 'realized'] as const).map((key) =>
      formatAmount(fromHundredths(sumHundredths(of.map((year) => year[key])))),
    ),
  ];
  const earlier = years.length > MOST.years ? years.slice(0, years.length - MOST.years + 1) : [];
  const shown = years.slice(earlier.length).map((year) => line(String(year.year), [year]));
  const last = earlier.at(-1);
  return last ? [line(`до ${last.year}.`, earlier), ...shown] : shown;
}

/** Who pays, and what each year costs. */
function money(funding: Funding): Block[] {
  const { total } = funding;
  const sources = fewSources(funding);
  const years = fewYears(funding);
  return [
    heading('Извори финансирања'),
    sources.length === 0
      ? { kind: 'paragraph', text: 'Извори финансирања још нису унети.' }
      : {
          kind: 'table',
          columns: [text('Извор', 2), text('Назив', 2), number('Износ, РСД', 2), number('Учешће, %')],
          rows: sources.map(({ source, name, amount, share }) => [
            cut(source, MOST.source),
            cut(name, MOST.source) || NONE,
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
          rows: years,
          foot: ['Укупно', formatAmount(total.planned), formatAmount(total.appropriated), formatAmount(total.realized)],
        },
  ];
}

function timeLine(project: Shown): Block[] {
  return [
    heading('Ток пројекта'),
    {
      kind: 'timeline',
      points: project.phases.map(({ phase, startedDate, status, state }) => ({
        title: phaseInfo(phase).title.sr,
        day: dayText(startedDate),
        state: status === null ? 'предстоји' : statusInfo(status).label.sr,
        reached: state,
      })),
    },
  ];
}

function decided(decisions: Awaited<ReturnType<typeof decisionsOf>>): Block[] {
  const shown = decisions.slice(-MOST.decisions);
  const left = decisions.length - shown.length;
  return [
    heading('Одлуке комисије'),
    shown.length === 0
      ? { kind: 'paragraph', text: 'Комисија још није одлучивала о пројекту.' }
      : {
          kind: 'table',
          columns: [text('Листа', 1.5), text('Датум'), text('Одлука', 2), text('Коментар', 3)],
          rows: shown.map((row) => [
            cut(row.list, MOST.source),
            row.date ? formatDay(row.date) : NONE,
            row.decision,
            cut(row.comment, MOST.comment),
          ]),
        },
    ...(left > 0 ? [{ kind: 'paragraph' as const, text: `Ранијих одлука: ${left}.` }] : []),
  ];
}

function seen(photographs: readonly Photograph[]): Block[] {
  if (photographs.length === 0) return [];
  return [
    heading('Фотографије'),
    {
      kind: 'pictures',
      pictures: photographs.map(({ bytes, width, height, title, addedAt }) => ({
        image: bytes.toString('base64'),
        width,
        height,
        caption: `${cut(title, MOST.source)}, ${formatDay(dayOf(addedAt))}`,
      })),
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
          rows: rows.toReversed().slice(0, MOST.quarters),
        },
  ];
}

/** All that a card says. */
export interface CardParts {
  project: Awaited<ReturnType<typeof readProject>>;
  about: Told;
  decisions: Awaited<ReturnType<typeof decisionsOf>>;
  funding: Funding;
  /** Null for whoever does not see them on the screen. */
  indicators: IndicatorRows | null;
  photographs: readonly Photograph[];
}

/**
 * Two pages that say what a project is and who pays for it; where it stands, what was decided, what it has come to and
 * what it looks like (specification, "project identity card").
 */
export function cardOf({ project, about, decisions, funding, indicators, photographs }: CardParts, day: string) {
  const told = (title: string, whole: string | null, most: number): Block[] =>
    whole ? [heading(title), { kind: 'paragraph', text: cut(whole, most) }] : [];
  const document: PdfDocument = {
    head: pageHeader(cut(project.organizationName, MOST.body), project.number, day),
    title: 'Лична карта пројекта',
    subtitle: cut(project.name, MOST.name),
    blocks: [
      { kind: 'labelled', rows: facts(project, funding), columns: 2 },
      ...told('Опис', about.description, MOST.description),
      ...told('Циљеви', about.goals, MOST.goals),
      ...money(funding),
      { kind: 'page' },
      ...timeLine(project),
      ...decided(decisions),
      ...told('Мишљење Министарства за европске интеграције', project.meiOpinion, MOST.opinion),
      ...measured(indicators),
      ...seen(photographs),
    ],
    signatures: ['Одговорно лице'],
    footer: `${project.code} · Лична карта · ${day}`,
  };
  return document;
}

/** The parts of the card of a project as the user may see it. Error: NotFound. */
export async function cardParts(context: Context, user: CurrentUser, projectCode: string): Promise<CardParts> {
  const project = await readProject(context, user, projectCode);
  const [about, decisions, funding, indicators, photographs] = await Promise.all([
    toldOf(context.db, project.id),
    decisionsOf(context.db, project.id),
    fundingOf(context.db, project.id),
    can(user, 'project.indicators') ? storedIndicators(context, project.id) : null,
    photographsOf(context, project.id, MOST.photographs),
  ]);
  return { project, about, decisions, funding, indicators, photographs };
}

/** The card of a project. Error: NotFound. */
export async function identityCard(context: Context, user: CurrentUser, projectCode: string): Promise<PdfDocument> {
  return cardOf(await cardParts(context, user, projectCode), formatDay(today(context)));
}
