import { DECISION_TEXTS } from '@pimis/domain/text/decision-texts';
import { cutLine } from '@pimis/domain/text/cut';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { WORDS } from '@pimis/domain/text/words';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import type { DecisionFacts, DecisionTableRow } from '@pimis/contract/decision-rows';
import { fromHundredths, sumHundredths } from '@pimis/domain/money/decimal';
import { decidedText } from '@pimis/domain/workflow/decided';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import type { Context } from '../../platform/context.ts';
import { today } from '../../platform/context.ts';
import type { LabelledValue, PdfDocument } from '../../platform/documents/pdf/model.ts';
import { institutionName, pageHeader } from '../../platform/documents/pdf/page-header.ts';
import type { DecisionTable } from './decision-rows.ts';

/** The most letters of a name in a row; the page of the project has the whole name. */
const MOST = { name: 150, body: 100 } as const;

const NONE = '–';
const LINE = '\n';

const TEXTS = {
  count: WORDS.projectCount,
  more: pair('Приказани су само први пројекти.', 'Only the first projects are shown.'),
  answered: pair('одговорено', 'answered'),
} as const;

function changeText(change: DecisionFacts['changes'][number], { say, amount }: Wording): string {
  const { since, phase, difference, percent } = change;
  const from =
    since === 'round'
      ? say(DECISION_TEXTS.sinceRound)
      : `${say(DECISION_TEXTS.sincePhase)} ${say(phaseInfo(phase).title)}`;
  if (Number(difference) === 0) return `${say(DECISION_TEXTS.unchanged)} ${from}`;
  const sign = difference.startsWith('-') ? '' : '+';
  const share = percent === null ? '' : ` (${sign}${amount(percent)} %)`;
  return `${sign}${amount(difference)}${share} ${from}`;
}

function termText({ start, end, formerEnd }: DecisionFacts, { say, day }: Wording): string {
  if (start === null && end === null) return NONE;
  const shown = (text: string | null) => (text === null ? NONE : day(text));
  const former = formerEnd === null ? [] : [`${say(DECISION_TEXTS.formerly)} ${day(formerEnd)}`];
  return [`${shown(start)} – ${shown(end)}`, ...former].join(LINE);
}

function remarksText({ remarks: { open, answered, done } }: DecisionFacts, { say }: Wording): string {
  const of = [
    ...(open > 0 ? [`${say(DECISION_TEXTS.open)}: ${open}`] : []),
    ...(answered > 0 ? [`${say(TEXTS.answered)}: ${answered}`] : []),
    ...(done > 0 ? [`${say(DECISION_TEXTS.done)}: ${done}`] : []),
  ];
  return of.join(LINE) || NONE;
}

interface PaperColumn {
  title: BilingualText;
  align: 'left' | 'right';
  weight: number;
  cell: (row: DecisionTableRow, facts: DecisionFacts | null, wording: Wording) => string;
}

const column = (
  title: BilingualText,
  cell: PaperColumn['cell'],
  weight = 1,
  align: PaperColumn['align'] = 'left',
): PaperColumn => ({ title, cell, weight, align });

const COLUMNS: readonly PaperColumn[] = [
  column(
    WORDS.project,
    ({ projectName, projectCode, organizationName }) =>
      [cutLine(projectName, MOST.name), `${projectCode}, ${cutLine(organizationName, MOST.body)}`].join(LINE),
    4,
  ),
  column(
    WORDS.phaseAndState,
    ({ phase, phaseStatus, decision }, _facts, { say }) =>
      [
        say(phaseInfo(phase).title),
        say(decision === null ? statusInfo(phaseStatus).label : decidedText(phase, decision)),
      ].join(LINE),
    2,
  ),
  column(WORDS.valueInRsd, ({ totalValue }, facts, { amount }) => amount(facts?.value ?? totalValue), 2.2, 'right'),
  column(
    DECISION_TEXTS.change,
    (_row, facts, wording) => facts?.changes.map((change) => changeText(change, wording)).join(LINE) || NONE,
    3,
  ),
  column(DECISION_TEXTS.term, (_row, facts, wording) => (facts ? termText(facts, wording) : NONE), 2.4),
  column(
    DECISION_TEXTS.mark,
    (_row, facts, { amount }) => facts?.marks.map(({ score }) => amount(score)).join(LINE) || NONE,
    1,
    'right',
  ),
  column(WORDS.remarks, (_row, facts, wording) => (facts ? remarksText(facts, wording) : NONE), 1.6),
  column(
    WORDS.warnings,
    (_row, facts, { say, decimal }) => {
      if (!facts) return NONE;
      const behind = facts.behind === null ? [] : [`${say(DECISION_TEXTS.works)}: −${decimal(facts.behind)}\u00A0%`];
      return [...(facts.warnings > 0 ? [String(facts.warnings)] : []), ...behind].join(LINE) || NONE;
    },
    1.6,
  ),
];

/** Summaries of several decisions as one table, in landscape. `about`: the list and its session. */
export async function decisionTablePaper(
  context: Context,
  { rows, more }: DecisionTable,
  written: Written,
  about: { title: string; number: string; labelled: readonly LabelledValue[] },
): Promise<PdfDocument> {
  const wording = wordingOf(written.language);
  const { say, amount, day } = wording;
  const columns = [column(WORDS.position, ({ position }) => String(position ?? ''), 0.5, 'right'), ...COLUMNS];
  const numbered = rows.map((row, at) => ({ ...row, position: row.position ?? at + 1 }));
  const sum = amount(fromHundredths(sumHundredths(rows.map(({ facts, totalValue }) => facts?.value ?? totalValue))));
  return {
    ...written,
    title: about.title,
    head: pageHeader(await institutionName(context.db), about.number, context, written),
    labelled: [...about.labelled, { label: say(TEXTS.count), value: String(rows.length) }],
    blocks: [
      {
        kind: 'table',
        columns: columns.map(({ title, align, weight }) => ({ title: say(title), align, weight })),
        rows: numbered.map((row) => columns.map(({ cell }) => cell(row, row.facts, wording))),
        foot: columns.map(({ title }) =>
          title === WORDS.valueInRsd ? sum : title === WORDS.project ? say(WORDS.total) : '',
        ),
      },
      ...(more ? [{ kind: 'paragraph' as const, text: say(TEXTS.more) }] : []),
    ],
    footer: `${about.title}, ${day(today(context))}`,
    landscape: true,
  };
}
