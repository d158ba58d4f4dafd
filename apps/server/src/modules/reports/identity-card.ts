import { can } from '@pimis/domain/access/policies';
import { isDay } from '@pimis/domain/dates/dates';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import type { IndicatorRows } from '@pimis/domain/indicators/types';
import { fromHundredths, percentOf, sumHundredths, toHundredths } from '@pimis/domain/money/decimal';
import { pair } from '@pimis/domain/text/bilingual-text';
import { cutLine } from '@pimis/domain/text/cut';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import { decidedText } from '@pimis/domain/workflow/decided';
import { listInfo } from '@pimis/domain/workflow/lists';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { stateText, statusInfo } from '@pimis/domain/workflow/statuses';
import { WORDS } from '@pimis/domain/text/words';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Block, Column, LabelledValue, PdfDocument } from '../../platform/documents/pdf/model.ts';
import { type Photograph, photographsOf } from '../documents/photographs.ts';
import { storedIndicators } from '../indicators/service.ts';
import { decisionsOf } from '../lists/decisions.ts';
import { readProject } from '../project-page/details.ts';
import { type Funding, fundingOf } from './funding.ts';
import { pageHeader } from '../../platform/documents/pdf/page-header.ts';
import { NO_TEXT, PROJECT_STATUS_TEXT, PROJECT_TEXTS, yesNo } from './texts.ts';
import { type Purpose, purposeOf } from './purpose-text.ts';

type Shown = Awaited<ReturnType<typeof readProject>>;

/**
 * The amount of content that fits on two pages. Further content is summarized; the screen and the forms have
 * everything.
 */
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

const NONE = '–';
const TEXTS = {
  title: pair('Лична карта пројекта', 'Identity card of the project'),
  footer: pair('Лична карта', 'Identity card'),
  organization: WORDS.body,
  proposer: pair('Овлашћени предлагач', 'Proposer'),
  sector: WORDS.sector,
  value: WORDS.value,
  dinars: WORDS.rsd,
  valueFrom: pair('Вредност и извори према', 'Value and sources from'),
  project: pair('подаци пројекта', 'the project’s own data'),
  revision: pair('ревизија', 'revision'),
  draft: WORDS.draft,
  deadline: pair('Рок реализације', 'Time of realization'),
  state: WORDS.phaseAndState,
  status: pair('Статус пројекта', 'Status of the project'),
  important: WORDS.specialImportance,
  foreignFunds: WORDS.foreignFunds,
  created: WORDS.opened,
  changed: WORDS.lastChange,
  description: WORDS.description,
  goals: WORDS.goals,
  sources: WORDS.fundingSources,
  noSources: pair('Извори финансирања још нису унети.', 'No source of funding has been entered yet.'),
  otherSources: pair('Остали извори', 'Other sources'),
  source: WORDS.source,
  name: WORDS.name,
  amount: WORDS.amountInRsd,
  share: pair('Учешће, %', 'Share, %'),
  total: WORDS.total,
  years: pair('Средства по годинама', 'Funds by year'),
  noYears: pair(
    'План по годинама још није усвојен, а апропријације нису изабране.',
    'There is no plan by year in force yet, and no appropriation has been chosen.',
  ),
  year: WORDS.year,
  planned: pair('Планирано, РСД', 'Planned, RSD'),
  appropriated: pair('Апропријације, РСД', 'Appropriations, RSD'),
  realized: WORDS.realizedInRsd,
  until: pair('до', 'to'),
  course: pair('Ток пројекта', 'Course of the project'),
  ahead: pair('предстоји', 'to come'),
  decisions: WORDS.commissionDecisions,
  noDecision: pair('Комисија још није одлучивала о пројекту.', 'The commission has not decided on the project yet.'),
  list: WORDS.list,
  day: WORDS.date,
  decision: WORDS.decision,
  comment: WORDS.comment,
  earlier: pair('Ранијих одлука', 'Earlier decisions'),
  opinion: pair('Мишљење Министарства за европске интеграције', 'Opinion of the Ministry for European Integration'),
  photographs: pair('Фотографије', 'Photographs'),
  indicators: WORDS.keyIndicators,
  noQuarter: pair('Ниједан квартал још није одобрен.', 'No quarter has been approved yet.'),
  quarter: WORDS.quarter,
  time: WORDS.timeToRealization,
  adequacy: WORDS.fundingAdequacy,
  done: pair('Извршено, %', 'Done, %'),
} as const;
type TextKey = keyof typeof TEXTS;

/** The parts of a card in a language and script. */
class Card {
  private readonly wording: Wording;

  constructor(wording: Wording) {
    this.wording = wording;
  }

  say(key: TextKey): string {
    return this.wording.say(TEXTS[key]);
  }

  private text(key: TextKey, weight = 1): Column {
    return { title: this.say(key), align: 'left', weight };
  }

  private number(key: TextKey, weight = 1): Column {
    return { title: this.say(key), align: 'right', weight };
  }

  private heading(key: TextKey): Block {
    return { kind: 'heading', level: 2, text: this.say(key) };
  }

  private dayText(instant: string | null): string {
    return instant ? this.wording.day(dayOf(new Date(instant))) : NONE;
  }

  longText(key: TextKey, whole: string | null, most: number): Block[] {
    return whole ? [this.heading(key), { kind: 'paragraph', text: cutLine(whole, most) }] : [];
  }

  /** The origin of value and sources. */
  private origin({ origin }: Funding): string {
    if (!origin) return this.say('project');
    return [
      this.wording.say(origin.title),
      ...(origin.revision > 0 ? [`${this.say('revision')} ${origin.revision}`] : []),
      ...(origin.draft ? [this.say('draft')] : []),
    ].join(', ');
  }

  facts(project: Shown, funding: Funding): LabelledValue[] {
    const { say, amount, day } = this.wording;
    const sector = SECTOR_OPTIONS.find(({ value }) => Number(value) === project.sector);
    const shown = (text: string) => (isDay(text) ? day(text) : text);
    const { period } = funding;
    return [
      { label: say(PROJECT_TEXTS.code), value: project.code },
      { label: this.say('organization'), value: cutLine(project.organizationName, MOST.body) },
      { label: this.say('proposer'), value: cutLine(project.proposerOrganizationName, MOST.body) },
      { label: this.say('sector'), value: sector ? say(sector.label) : NONE },
      { label: this.say('value'), value: `${amount(funding.value ?? project.totalValue)} ${this.say('dinars')}` },
      { label: this.say('valueFrom'), value: this.origin(funding) },
      ...(period ? [{ label: this.say('deadline'), value: `${shown(period.start)} – ${shown(period.end)}` }] : []),
      { label: this.say('state'), value: say(stateText(project.phase, project.phaseStatus)) },
      { label: this.say('status'), value: say(PROJECT_STATUS_TEXT[project.status] ?? NO_TEXT) },
      { label: this.say('important'), value: say(yesNo(project.important)) },
      { label: this.say('foreignFunds'), value: say(yesNo(project.foreignFunds)) },
      { label: this.say('created'), value: this.dayText(project.createdDate) },
      { label: this.say('changed'), value: this.dayText(project.lastChangeDate) },
    ];
  }

  /** The largest sources, and one line for all others. */
  private fewSources({ sources, sourcesTotal }: Funding): Funding['sources'] {
    if (sources.length <= MOST.sources) return sources;
    const hundredths = ({ amount }: { amount: string }) => toHundredths(amount) ?? 0n;
    const sorted = sources.toSorted((one, two) => Number(hundredths(two) - hundredths(one)));
    const others = sorted.slice(MOST.sources - 1);
    const amount = sumHundredths(others.map((source) => source.amount));
    return [
      ...sorted.slice(0, MOST.sources - 1),
      {
        source: `${this.say('otherSources')} (${others.length})`,
        name: '',
        amount: fromHundredths(amount),
        share: percentOf(amount, toHundredths(sourcesTotal) ?? 0n),
      },
    ];
  }

  /** Years; the oldest ones as one line. */
  private fewYears({ years }: Funding): string[][] {
    const line = (title: string, of: readonly Omit<Funding['years'][number], 'year'>[]) => [
      title,
      ...(['planned', 'appropriated', 'realized'] as const).map((key) =>
        this.wording.amount(fromHundredths(sumHundredths(of.map((year) => year[key])))),
      ),
    ];
    const earlier = years.length > MOST.years ? years.slice(0, years.length - MOST.years + 1) : [];
    const shown = years.slice(earlier.length).map((year) => line(String(year.year), [year]));
    const last = earlier.at(-1);
    return last ? [line(`${this.say('until')} ${last.year}.`, earlier), ...shown] : shown;
  }

  /** Sources, and costs per year. */
  money(funding: Funding): Block[] {
    const { amount } = this.wording;
    const { total } = funding;
    const sources = this.fewSources(funding);
    const years = this.fewYears(funding);
    return [
      this.heading('sources'),
      sources.length === 0
        ? { kind: 'paragraph', text: this.say('noSources') }
        : {
            kind: 'table',
            columns: [this.text('source', 2), this.text('name', 2), this.number('amount', 2), this.number('share')],
            rows: sources.map((row) => [
              cutLine(row.source, MOST.source),
              cutLine(row.name, MOST.source) || NONE,
              amount(row.amount),
              row.share === null ? NONE : amount(row.share),
            ]),
            foot: [this.say('total'), '', amount(funding.sourcesTotal), ''],
          },
      this.heading('years'),
      years.length === 0
        ? { kind: 'paragraph', text: this.say('noYears') }
        : {
            kind: 'table',
            columns: [
              this.text('year'),
              this.number('planned', 2),
              this.number('appropriated', 2),
              this.number('realized', 2),
            ],
            rows: years,
            foot: [this.say('total'), amount(total.planned), amount(total.appropriated), amount(total.realized)],
          },
    ];
  }

  timeLine(project: Shown): Block[] {
    const { say } = this.wording;
    return [
      this.heading('course'),
      {
        kind: 'timeline',
        points: project.phases.map(({ phase, startedDate, status, state }) => ({
          title: say(phaseInfo(phase).title),
          day: this.dayText(startedDate),
          state: status === null ? this.say('ahead') : say(statusInfo(status).label),
          reached: state,
        })),
      },
    ];
  }

  decided(decisions: CardParts['decisions']): Block[] {
    const { say, day } = this.wording;
    const shown = decisions.slice(-MOST.decisions);
    const left = decisions.length - shown.length;
    return [
      this.heading('decisions'),
      shown.length === 0
        ? { kind: 'paragraph', text: this.say('noDecision') }
        : {
            kind: 'table',
            columns: [this.text('list', 1.5), this.text('day'), this.text('decision', 2), this.text('comment', 3)],
            rows: shown.map((row) => [
              cutLine(`${say(listInfo(row.type).title)} ${row.name}`, MOST.source),
              row.date ? day(row.date) : NONE,
              [say(decidedText(row.phase, row.decision)), ...this.untilDay(row.postponedDate)].join(' '),
              cutLine(row.comment, MOST.comment),
            ]),
          },
      ...(left > 0 ? [{ kind: 'paragraph' as const, text: `${this.say('earlier')}: ${left}.` }] : []),
    ];
  }

  private untilDay(date: string | null): string[] {
    return date === null ? [] : [this.say('until'), this.wording.day(date)];
  }

  seen(photographs: readonly Photograph[]): Block[] {
    if (photographs.length === 0) return [];
    return [
      this.heading('photographs'),
      {
        kind: 'pictures',
        pictures: photographs.map(({ bytes, width, height, title, addedAt }) => ({
          image: bytes.toString('base64'),
          width,
          height,
          caption: `${cutLine(title, MOST.source)}, ${this.wording.day(dayOf(addedAt))}`,
        })),
      },
    ];
  }

  private quarter(quarter: number, year: number): string {
    return this.wording.language === 'sr' ? `${quarter}. квартал ${year}.` : `Q${quarter} ${year}`;
  }

  /** The three indicators of each approved quarter, the newest first, in one table. */
  measured(indicators: IndicatorRows | null): Block[] {
    if (!indicators) return [];
    const { amount } = this.wording;
    const { timeToProjectImplementation: times, fundingAdequacyIndicator: fundings, inactivity } = indicators;
    const rows = times.map((time, index) => [
      this.quarter(time.quarter, time.year),
      amount(time.activityQuarterAmount),
      time.value === null ? (time.limitReached ? '∞' : NONE) : String(time.value),
      fundings[index] ? amount(fundings[index].value) : NONE,
      inactivity[index] ? amount(inactivity[index].activityQuarterSumPercent) : NONE,
    ]);
    return [
      this.heading('indicators'),
      rows.length === 0
        ? { kind: 'paragraph', text: this.say('noQuarter') }
        : {
            kind: 'table',
            columns: [
              this.text('quarter', 1.4),
              this.number('realized', 1.6),
              this.number('time', 1.4),
              this.number('adequacy', 1.4),
              this.number('done'),
            ],
            rows: rows.toReversed().slice(0, MOST.quarters),
          },
    ];
  }
}

/** All contents of a card. */
export interface CardParts {
  project: Awaited<ReturnType<typeof readProject>>;
  about: Purpose;
  decisions: Awaited<ReturnType<typeof decisionsOf>>;
  funding: Funding;
  /** Null for users who do not see them on the screen. */
  indicators: IndicatorRows | null;
  photographs: readonly Photograph[];
}

/**
 * Two pages: purpose and sources of a project, its state, decisions, results and pictures (specification, "project
 * identity card").
 */
export function cardOf(parts: CardParts, context: Pick<Context, 'now'>, written: Written): PdfDocument {
  const { project, about, decisions, funding, indicators, photographs } = parts;
  const wording = wordingOf(written.language);
  const card = new Card(wording);
  return {
    ...written,
    head: pageHeader(cutLine(project.organizationName, MOST.body), project.number, context, written),
    title: card.say('title'),
    subtitle: cutLine(project.name, MOST.name),
    blocks: [
      { kind: 'labelled', rows: card.facts(project, funding), columns: 2 },
      ...card.longText('description', about.description, MOST.description),
      ...card.longText('goals', about.goals, MOST.goals),
      ...card.money(funding),
      ...card.timeLine(project),
      ...card.decided(decisions),
      ...card.longText('opinion', project.meiOpinion, MOST.opinion),
      ...card.measured(indicators),
      ...card.seen(photographs),
    ],
    signatures: [wording.say(PROJECT_TEXTS.signed)],
    footer: `${project.code} · ${card.say('footer')} · ${wording.day(today(context))}`,
  };
}

/** The parts of the card of a project as the user may see it. Error: NotFound. */
export async function cardParts(context: Context, user: CurrentUser, projectCode: string): Promise<CardParts> {
  const project = await readProject(context, user, projectCode);
  const [about, decisions, funding, indicators, photographs] = await Promise.all([
    purposeOf(context.db, project.id),
    decisionsOf(context.db, project.id),
    fundingOf(context.db, project.id),
    can(user, 'project.indicators') ? storedIndicators(context, project.id) : null,
    photographsOf(context, project.id, MOST.photographs),
  ]);
  return { project, about, decisions, funding, indicators, photographs };
}

/** The card of a project. Error: NotFound. */
export async function identityCard(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  written: Written,
): Promise<PdfDocument> {
  return cardOf(await cardParts(context, user, projectCode), context, written);
}
