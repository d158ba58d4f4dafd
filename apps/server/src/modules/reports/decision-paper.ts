import type { DecisionSummary } from '@pimis/contract/decision-summary';
import { formNameIn } from '@pimis/domain/forms/form-name';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { cutLine } from '@pimis/domain/text/cut';
import { DECISION_TEXTS } from '@pimis/domain/text/decision-texts';
import { compareNames } from '@pimis/domain/text/order';
import { WORDS } from '@pimis/domain/text/words';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { stateText } from '@pimis/domain/workflow/statuses';
import { type Context, dayOf } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Block, LabelledValue, PdfDocument } from '../../platform/documents/pdf/model.ts';
import { pageHeader } from '../../platform/documents/pdf/page-header.ts';
import { readProject } from '../project-page/details.ts';
import { readDecisionSummary } from './decision-summary.ts';
import { PROJECT_TEXTS } from './texts.ts';

/** How much fits on one page; the screen has everything. */
const MOST = {
  text: 300,
  line: 130,
  source: 30,
  sources: 4,
  years: 8,
  items: 4,
  signatures: 6,
  documents: 200,
} as const;

const NONE = '–';
const TEXTS = {
  remarks: WORDS.remarks,
  form: WORDS.form,
  revision: pair('ревизија', 'revision'),
  state: WORDS.phaseAndState,
  documents: pair('Документи', 'Documents'),
  round: pair('Поново послато, пут', 'Sent again, round'),
  since: {
    phase: pair('Промена од фазе', 'Change since the phase'),
    round: pair('Промена од претходног слања', 'Change since it was sent before'),
  },
  more: pair('још', 'more:'),
} as const;

/** The parts of the paper in a language. */
class Paper {
  private readonly wording: Wording;
  private readonly found: DecisionSummary;

  constructor(wording: Wording, found: DecisionSummary) {
    this.wording = wording;
    this.found = found;
  }

  private say(text: BilingualText): string {
    return this.wording.say(text);
  }

  private money(amount: string): string {
    return `${this.wording.amount(amount)} ${this.say(WORDS.rsd)}`;
  }

  private changed({ since, form, difference, percent }: DecisionSummary['changes'][number]): LabelledValue {
    const sign = difference.startsWith('-') || Number(difference) === 0 ? '' : '+';
    const share = percent === null ? '' : ` (${sign}${this.wording.amount(percent)} %)`;
    const label = this.say(TEXTS.since[since]);
    return {
      label: since === 'phase' ? `${label} ${this.say(phaseInfo(form.phase).title)}` : label,
      value: `${sign}${this.money(difference)}${share}`,
    };
  }

  private term(): string {
    const { start, end, formerEnd } = this.found;
    const day = (text: string | null) => (text === null ? NONE : this.wording.day(text));
    const former = formerEnd === null ? '' : ` (${this.say(DECISION_TEXTS.formerly)} ${day(formerEnd)})`;
    return start === null && end === null ? NONE : `${day(start)} – ${day(end)}${former}`;
  }

  facts(state: BilingualText): LabelledValue[] {
    const { form, value, changes, sources, marks, round } = this.found;
    const { language, amount } = this.wording;
    const payers = sources.map(({ source, share, amount: given }) =>
      share === null ? `${source} ${this.money(given)}` : `${source} ${amount(share)} %`,
    );
    return [
      { label: this.say(TEXTS.state), value: this.say(state) },
      ...(form
        ? [
            {
              label: this.say(TEXTS.form),
              value: `${formNameIn(form, language)}, ${this.say(TEXTS.revision)} ${form.revision}`,
            },
          ]
        : []),
      ...(round ? [{ label: this.say(TEXTS.round), value: String(round.number) }] : []),
      { label: this.say(WORDS.value), value: this.money(value) },
      ...changes.map((change) => this.changed(change)),
      { label: this.say(DECISION_TEXTS.term), value: this.term() },
      { label: this.say(DECISION_TEXTS.payers), value: cutLine(payers.join('; '), MOST.text) || NONE },
      ...marks.map(({ score, evaluator }) => ({
        label: this.say(WORDS.mark),
        value: [amount(score), ...(evaluator === null ? [] : [cutLine(evaluator, MOST.line)])].join(', '),
      })),
    ];
  }

  purpose(): Block[] {
    return (['what', 'why'] as const).flatMap((key): Block[] => {
      const text = this.found[key];
      if (text === null) return [];
      return [
        { kind: 'heading', level: 2, text: this.say(DECISION_TEXTS[key]) },
        { kind: 'paragraph', text: cutLine(text, MOST.text) },
      ];
    });
  }

  /** The options that were considered, and how the works follow the plan. */
  beside(): Block[] {
    const { options, compared, works } = this.found;
    const named = compared.map(({ name, amount, chosen }) =>
      [
        name,
        ...(amount === null ? [] : [this.money(amount)]),
        ...(chosen ? [`(${this.say(DECISION_TEXTS.chosen)})`] : []),
      ].join(' '),
    );
    const text = cutLine(named.length > 0 ? named.join('; ') : (options ?? ''), MOST.text);
    return [
      ...(text === ''
        ? []
        : [
            { kind: 'heading' as const, level: 2 as const, text: this.say(DECISION_TEXTS.options) },
            { kind: 'paragraph' as const, text },
          ]),
      ...(works ? [{ kind: 'paragraph' as const, text: this.say(works.sentence) }] : []),
    ];
  }

  /** Years as rows, sources as columns; only the sums if there are more sources than fit. */
  years(): Block[] {
    const { years } = this.found;
    if (years.length === 0) return [];
    const all = [...new Set(years.flatMap((year) => year.sources.map(({ source }) => source)))];
    const sources = all.length > MOST.sources ? [] : all.filter((source) => source !== '');
    const { amount } = this.wording;
    const shown = years.slice(0, MOST.years);
    const left = years.length - shown.length;
    return [
      { kind: 'heading', level: 2, text: this.say(DECISION_TEXTS.byYear) },
      {
        kind: 'table',
        columns: [
          { title: this.say(WORDS.year), align: 'left' },
          ...sources.map((source) => ({ title: cutLine(source, MOST.source), align: 'right' as const, weight: 2 })),
          { title: this.say(WORDS.total), align: 'right', weight: 2 },
        ],
        rows: shown.map((year) => [
          String(year.year),
          ...sources.map((source) => {
            const given = year.sources.find((one) => one.source === source);
            return given ? amount(given.amount) : NONE;
          }),
          amount(year.amount),
        ]),
      },
      ...(left > 0 ? [{ kind: 'paragraph' as const, text: `${this.say(TEXTS.more)} ${left}` }] : []),
    ];
  }

  private items(title: BilingualText, items: readonly string[]): Block[] {
    if (items.length === 0) return [];
    const left = items.length - MOST.items;
    const shown = items.slice(0, MOST.items).map((item) => cutLine(item, MOST.line));
    return [
      {
        kind: 'notes',
        tone: 'warning',
        title: `${this.say(title)} (${items.length})`,
        items: left > 0 ? [...shown, `${this.say(TEXTS.more)} ${left}`] : shown,
      },
    ];
  }

  attention(): Block[] {
    const { remarks, warnings } = this.found;
    const remarked = remarks.items.map(({ place, text, done }) =>
      [
        `${this.say(place ?? DECISION_TEXTS.wholeForm)}:`,
        text,
        `(${this.say(done ? DECISION_TEXTS.done : DECISION_TEXTS.open)})`,
      ].join(' '),
    );
    if (remarked.length === 0 && warnings.length === 0)
      return [{ kind: 'paragraph', text: `${this.say(DECISION_TEXTS.nothingOpen)}.` }];
    return [
      ...this.items(TEXTS.remarks, remarked),
      ...this.items(
        WORDS.warnings,
        warnings.map(({ text }) => this.say(text)),
      ),
    ];
  }

  /** Documents are in the alphabet of the paper. */
  signed({ script }: Written): Block[] {
    const { signatures, documents } = this.found;
    const rows = signatures.slice(-MOST.signatures).map(({ label, user, at }) => ({
      label: this.say(label),
      value: `${user}, ${this.wording.day(dayOf(new Date(at)))}`,
    }));
    const inOrder = documents.map(({ title }) => title).toSorted(compareNames(script));
    const titles = cutLine(inOrder.join('; '), MOST.documents);
    return [
      { kind: 'heading', level: 2, text: this.say(DECISION_TEXTS.signatures) },
      rows.length === 0 ? { kind: 'paragraph', text: this.say(DECISION_TEXTS.nobody) } : { kind: 'labelled', rows },
      ...(titles === ''
        ? []
        : [{ kind: 'labelled' as const, rows: [{ label: this.say(TEXTS.documents), value: titles }] }]),
    ];
  }
}

/** The summary of a decision as one page. Error: NotFound. */
export async function decisionPaper(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  written: Written,
): Promise<PdfDocument> {
  const wording = wordingOf(written.language);
  const project = await readProject(context, user, projectCode);
  const found = await readDecisionSummary(context, user, projectCode);
  const paper = new Paper(wording, found);
  const title = wording.say(DECISION_TEXTS.title);
  return {
    title: cutLine(project.name, MOST.text),
    subtitle: title,
    head: pageHeader(project.organizationName, project.number, context, written),
    labelled: [
      { label: wording.say(PROJECT_TEXTS.code), value: project.code },
      ...paper.facts(stateText(project.phase, project.phaseStatus)),
    ],
    blocks: [...paper.purpose(), ...paper.beside(), ...paper.years(), ...paper.attention(), ...paper.signed(written)],
    script: written.script,
    language: written.language,
    footer: `${title}, ${project.code}`,
  };
}
