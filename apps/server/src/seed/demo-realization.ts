import { nextQuarter, type Quarter, quarterEnd, quarterOf, quarterStart } from '@pimis/domain/dates/dates';
import type { QuarterProgress } from '@pimis/examples/fill';
import { TYPE_IN_REALIZATION } from '@pimis/domain/workflow/phases';
import { PLACES, PROPOSER } from './demo-places.ts';
import { COMMENTS, type Entry, type Story } from './demo-story.ts';

/** Projects of the demo data in realization: from the PIF to finished effects, with corrections and rationalization. */

type Ending =
  | 'pif:1'
  | 'pif:marked'
  | 'plan:1'
  | 'plan:3'
  | 'reporting:1'
  | 'reporting:12'
  | 'reporting:13'
  | 'reporting:26'
  | 'correction:1'
  | 'correction:28'
  | 'correctionReporting:1'
  | 'proposal'
  | 'rationalization:1'
  | 'rationalization:10'
  | 'shutdown'
  | 'conclusion:1'
  | 'effects:1'
  | 'effects:4';

type Row = [
  place: string,
  code: string,
  name: string,
  sector: number,
  millions: number,
  ending: Ending,
  problem: string,
];

const ROWS: readonly Row[] = [
  ['PK', 'PUT-BLACE', 'Реконструкција пута Прокупље – Блаце', 2, 1_640, 'pif:1', 'Коловоз је оштећен на 60 % дужине.'],
  ['PK', 'HALA-TOPLICA', 'Спортска хала „Топлица“', 1, 720, 'pif:marked', 'Школе немају салу за такмичења.'],
  ['PK', 'MOST-CENTAR', 'Нови мост преко Топлице у центру', 2, 890, 'plan:1', 'Постојећи мост носи само лака возила.'],
  ['PK', 'DOM-ZDRAVLJA', 'Доградња Дома здравља', 1, 640, 'plan:3', 'Хитна служба ради у контејнеру.'],
  [
    'PK',
    'REKA-TOPLICA',
    'Уређење корита Топлице кроз град',
    4,
    1_280,
    'reporting:1',
    'Река се излива при сваком топљењу снега.',
  ],
  ['PK', 'GREJANJE-2', 'Ревитализација вреловодне мреже', 3, 540, 'reporting:12', 'Губици у мрежи прелазе 30 %.'],
  [
    'ZA',
    'ZA-POLIKLINIKA',
    'Реконструкција поликлинике Зајечар',
    1,
    3_120,
    'reporting:13',
    'Објекат није енергетски саниран.',
  ],
  ['VA', 'VA-VODOVOD', 'Замена магистралног цевовода Ваљево', 5, 1_450, 'reporting:26', 'Цевовод је стар 48 година.'],
  [
    'PK',
    'SALA-PETROVAC',
    'Фискултурна сала уз школу у насељу Петровац',
    1,
    210,
    'reporting:1',
    'Школа је планирана без сале.',
  ],
  [
    'PK',
    'SKOLA-NOVA',
    'Нова основна школа у насељу Петровац',
    1,
    980,
    'correction:1',
    'Настава се одвија у две смене.',
  ],
  [
    'LE',
    'LE-KOLEKTOR',
    'Десни колектор Лесковац',
    5,
    2_240,
    'correction:28',
    'Кућни прикључци завршавају у мелиорационом каналу.',
  ],
  [
    'PI',
    'PI-OBILAZNICA',
    'Обилазница Пирот, друга деоница',
    2,
    2_760,
    'correctionReporting:1',
    'Тешка возила пролазе кроз град.',
  ],
  ['PK', 'BANJA-BAZENI', 'Санација базена Пролом Бање', 1, 460, 'proposal', 'Базени губе воду.'],
  [
    'VA',
    'VA-STADION',
    'Реконструкција градског стадиона Ваљево',
    1,
    1_150,
    'rationalization:1',
    'Трибине су затворене због дотрајалости.',
  ],
  [
    'ZA',
    'ZA-KOTLARNICA',
    'Блоковска котларница Зајечар',
    3,
    1_980,
    'rationalization:10',
    'Стамбене зграде се греју на угаљ.',
  ],
  ['LE', 'LE-TRZNICA', 'Градска тржница Лесковац', 1, 390, 'shutdown', 'Пијаца нема хладњачу ни наткривене тезге.'],
  ['PK', 'VRTIC-SUNCE', 'Вртић „Сунце“', 1, 310, 'conclusion:1', 'На листи чекања је 240 деце.'],
  [
    'PI',
    'PI-PPOV',
    'Постројење за пречишћавање отпадних вода Пирот',
    5,
    2_030,
    'effects:1',
    'Отпадне воде су се уливале у Нишаву.',
  ],
  ['VA', 'VA-KEJ', 'Кеј и шеталиште уз Колубару', 1, 270, 'effects:4', 'Обала је била неуређена.'],
];

const ENTRIES: readonly (Entry & { ending: Ending })[] = ROWS.map(
  ([place, code, name, sector, millions, ending, problem]) => {
    const at = PLACES[place];
    if (!at) throw new Error(`No place ${place}`);
    return { code, name, sector, millions, ending, problem, ...at, proposer: PROPOSER, type: TYPE_IN_REALIZATION };
  },
);

/** Projects whose quarters did not go as planned: shares of work done and of money spent, oldest quarter first. */
interface Course extends Pick<QuarterProgress, 'reason' | 'measures'> {
  quarters: readonly [done: number, spent: number][];
  /** Quarters that the plan has; the usual plan ends two years after the first reported quarter. */
  plannedQuarters?: number;
}

const COURSES: Readonly<Record<string, Course>> = {
  // Less is done than planned.
  'VA-VODOVOD': {
    quarters: [
      [22, 22],
      [18, 18],
      [15, 15],
    ],
    reason: 'Траса је измењена код прелаза преко Градца; чека се измена дозволе.',
    measures: 'Радови се настављају на неспорним деоницама; предложена је корекција плана.',
  },
  // The work follows the plan, but costs more.
  'ZA-POLIKLINIKA': {
    quarters: [
      [25, 29],
      [25, 30],
      [25, 28],
    ],
    reason: 'Цене челика и термотехничке опреме су порасле после уговарања.',
    measures: 'Преостала опрема се набавља по партијама.',
  },
  // The plan has ended, the last works go on.
  'GREJANJE-2': {
    quarters: [
      [48, 48],
      [44, 44],
      [8, 8],
    ],
    plannedQuarters: 2,
    reason: 'Прекопи у Ратарској улици чекају сагласност за измену саобраћаја.',
    measures: 'Преостали прикључци се изводе викендом.',
  },
};

function progressOf(entry: Entry, index: number): QuarterProgress | undefined {
  const course = COURSES[entry.code];
  const quarter = course?.quarters[index];
  if (!course || !quarter) return undefined;
  const [done, spent] = quarter;
  return { done, spent, reason: course.reason, measures: course.measures };
}

const EVALUATOR = '10524';
/** Ended projects have realized their plan in two quarters; the others continue. */
const ENDED: readonly Ending[] = ['conclusion:1', 'effects:1', 'effects:4'];

/** The last `count` quarters before the day, oldest first. */
function quartersBefore(day: string, count: number): Quarter[] {
  const now = quarterOf(day);
  const first = { year: now.year - 2, quarter: now.quarter };
  const all: Quarter[] = [];
  for (let at: Quarter = first; quarterStart(at) < quarterStart(now); at = nextQuarter(at)) all.push(at);
  return all.slice(-count);
}

async function closeQuarter(story: Story, entry: Entry, progress: QuarterProgress | undefined): Promise<void> {
  await story.fill(entry, { progress });
  await story.act(entry, 'manager', 2);
  await story.act(entry, 'confirmer', 1);
  await story.act(entry, 'reviewer', 1);
}

/** The PIF, in entry or marked by its evaluator, or approved. */
async function pif(
  story: Story,
  entry: Entry,
  ending: Ending,
  period: { start: string; end: string },
): Promise<boolean> {
  if (ending === 'pif:1') return false;
  const formId = await story.fill(entry, { period });
  if (ending === 'pif:marked') {
    await story.evaluate(entry, formId, EVALUATOR);
    return false;
  }
  await story.chain(entry);
  return true;
}

async function plan(story: Story, entry: Entry, ending: Ending, period: { start: string; end: string }) {
  if (ending === 'plan:1') return false;
  await story.fill(entry, { period });
  if (ending === 'plan:3') {
    await story.act(entry, 'manager', 1);
    await story.act(entry, 'confirmer', 1);
    return false;
  }
  await story.chain(entry);
  return true;
}

/** Quarters that have ended; the newest one gets the state that the ending needs. */
async function report(story: Story, entry: Entry, ending: Ending, quarters: readonly Quarter[]): Promise<boolean> {
  for (const [index, quarter] of quarters.entries()) {
    await story.appropriate(entry, quarter.year);
    story.onDay(quarterStart(nextQuarter(quarter)));
    const last = index === quarters.length - 1;
    const progress = progressOf(entry, index);
    if (last && ENDED.includes(ending)) {
      await story.fill(entry);
      await story.chain(entry);
      return true;
    }
    if (last && (ending === 'reporting:12' || ending === 'reporting:13')) {
      await story.fill(entry, { progress });
      await story.act(entry, 'manager', 2);
      if (ending === 'reporting:13') await story.act(entry, 'confirmer', 1);
      return false;
    }
    await closeQuarter(story, entry, progress);
    if (!last || ending === 'reporting:1') await story.act(entry, 'reviewer', 4);
  }
  return ending !== 'reporting:1';
}

async function aside(story: Story, entry: Entry, ending: Ending): Promise<void> {
  if (ending === 'reporting:26' || ending.startsWith('correction')) {
    await story.act(entry, 'manager', 5, { comment: COMMENTS.correction ?? '' });
    if (ending === 'reporting:26') return;
    await story.act(entry, 'reviewer', 6);
    if (ending === 'correction:1') return;
    await story.fill(entry);
    await story.chain(entry);
    if (ending === 'correction:28') return;
    await story.list(6);
    await story.act(entry, 'reviewer', 1, { date: true });
    await story.fill(entry);
    return;
  }
  if (ENDED.includes(ending)) {
    if (ending === 'conclusion:1') return;
    await story.fill(entry);
    await story.chain(entry);
    if (ending === 'effects:1') return;
    await story.fill(entry);
    await story.chain(entry);
    return;
  }
  await story.act(entry, 'admin', 3, { comment: COMMENTS.rationalization ?? '' });
  if (ending === 'proposal') return;
  await story.list(1);
  await story.act(entry, 'reviewer', 1, { date: true });
  if (ending === 'rationalization:1') return;
  await story.fill(entry, { proposal: ending === 'shutdown' ? 'Обустава' : 'Наставак' });
  await story.chain(entry);
  if (ending === 'rationalization:10') return;
  await story.list(2);
  await story.act(entry, 'reviewer', 3, { date: true, comment: COMMENTS.shutdown ?? '' });
}

/** Reported quarters of a project by the day, and the period of its realization in the plan. */
function realizationOf(
  { code, ending }: (typeof ENTRIES)[number],
  day: string,
): { quarters: Quarter[]; period: { start: string; end: string } } {
  const planned = COURSES[code]?.plannedQuarters;
  const quarters = quartersBefore(day, ENDED.includes(ending) ? 2 : 3);
  const [first] = quarters;
  if (!first) throw new Error('No quarter has ended yet');
  const inTime = ENDED.includes(ending) ? quarters.length : planned;
  const lastPlanned = inTime ? (quarters[inTime - 1] ?? first) : { ...first, year: first.year + 2 };
  return { quarters, period: { start: quarterStart(first), end: quarterEnd(lastPlanned) } };
}

/** Makes every project in realization, up to the day. Projects for a list go there one by one. */
export async function seedRealization(story: Story, day: string): Promise<void> {
  // Projects that still wait for a list at the end come last, so that no other list takes them.
  const order: readonly Ending[] = ['proposal', 'correction:28', 'rationalization:10'];
  const entries = [...ENTRIES].sort((a, b) => order.indexOf(a.ending) - order.indexOf(b.ending));
  for (const entry of entries) {
    story.onDay(realizationOf(entry, day).period.start);
    await story.create(entry);
  }
  const goOn = new Set<Entry>();
  const stories = await story.beside(entries, async (own, entry) => {
    const { ending } = entry;
    const { quarters, period } = realizationOf(entry, day);
    own.onDay(period.start);
    if (!(await pif(own, entry, ending, period))) return;
    if (!(await plan(own, entry, ending, period))) return;
    if (await report(own, entry, ending, quarters)) goOn.add(entry);
  });
  for (const [index, entry] of entries.entries()) {
    if (goOn.has(entry)) await aside(stories[index] ?? story, entry, entry.ending);
  }
}
