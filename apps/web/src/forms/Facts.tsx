import type { ProjectForm } from '@pimis/contract/forms';
import type { SuccessKeyIndicator } from '@pimis/domain/indicators/types';
import { getPath, isObject, rowsAt } from '@pimis/domain/forms/paths';
import { IndicatorChips } from '../features/projects/IndicatorChips.tsx';
import { useText } from '../i18n/use-text.ts';
import { Markdown } from './Markdown.tsx';

type Format = 'amount' | 'date' | 'percent' | 'text' | 'markdown';

/** Facts that the server gives a form to be read beside it (form catalogue, `data`). */
const SHOWN: Readonly<Record<string, readonly (readonly [string, FactKey, Format])[]>> = {
  predimplementacija: [
    ['commissionDate', 'commissionDate', 'date'],
    ['totalEstimate', 'totalEstimate', 'amount'],
  ],
  kvartalni: [['SuccessKeyIndicator.FundingAdequacyIndicator.AppropriationAmount', 'appropriation', 'amount']],
  racionalizacija: [
    ['proposal.date', 'proposalDate', 'date'],
    ['proposal.user', 'proposalUser', 'text'],
    ['proposal.comment', 'proposalComment', 'text'],
    ['acceptance.date', 'acceptanceDate', 'date'],
    ['acceptance.comment', 'acceptanceComment', 'text'],
    ['planned', 'planned', 'amount'],
    ['spent', 'spent', 'amount'],
    ['physical', 'physical', 'percent'],
    ['plannedEnd', 'plannedEnd', 'date'],
    ['lastQuarter', 'lastQuarter', 'text'],
  ],
  zavrsni: [
    ['conclusionAddData.boardAccepted', 'boardAccepted', 'date'],
    ['conclusionAddData.dateStart', 'dateStart', 'date'],
    ['conclusionAddData.plannedDateEnd', 'plannedEnd', 'date'],
    ['conclusionAddData.realDateEnd', 'realEnd', 'date'],
  ],
  efekti: [
    ['boardAccepted', 'boardAccepted', 'date'],
    ['plannedExpenses', 'planned', 'amount'],
    ['realExpense', 'spent', 'amount'],
    ['plannedDateEnd', 'plannedEnd', 'date'],
    ['realDateEnd', 'realEnd', 'date'],
    ['goals', 'goals', 'markdown'],
  ],
};

type FactKey =
  | 'commissionDate'
  | 'totalEstimate'
  | 'appropriation'
  | 'proposalDate'
  | 'proposalUser'
  | 'proposalComment'
  | 'acceptanceDate'
  | 'acceptanceComment'
  | 'planned'
  | 'spent'
  | 'physical'
  | 'plannedEnd'
  | 'realEnd'
  | 'lastQuarter'
  | 'boardAccepted'
  | 'dateStart'
  | 'goals';

function indicatorsIn(data: unknown): SuccessKeyIndicator | null {
  const found = getPath(data, 'SuccessKeyIndicator') ?? getPath(data, 'indicators');
  // Before its approval a report knows its appropriation alone.
  return isObject(found) && isObject(found.Inactivity) ? (found as unknown as SuccessKeyIndicator) : null;
}

/** Which form the goals were stated in: not every project began with an idea. */
function goalsFrom({ data }: ProjectForm): 'goals' | 'goalsOfIdea' | 'goalsOfPif' {
  const from = getPath(data, 'goalsFrom');
  if (typeof from !== 'string') return 'goals';
  return from === 'ideja' ? 'goalsOfIdea' : 'goalsOfPif';
}

/** What was decided, spent and planned before: shown above the form, never edited. */
export function Facts({ form }: { form: ProjectForm }) {
  const { t, data, amount, date } = useText();
  const shown = (SHOWN[form.code] ?? []).flatMap(([path, key, format]) => {
    const value = getPath(form.data, path);
    return value === undefined || value === null || value === '' ? [] : [{ key, format, value: String(value) }];
  });
  const appropriations = form.code === 'predimplementacija' ? rowsAt(form.data, 'appropriations') : [];
  const indicators = indicatorsIn(form.data);
  if (shown.length + appropriations.length === 0 && !indicators) return null;
  const text = (format: Format, value: string) => {
    if (format === 'amount') return `${amount(value)} РСД`;
    if (format === 'percent') return `${amount(value)} %`;
    return format === 'date' ? date(value) : data(value);
  };
  return (
    <section className="panel form-facts" aria-label={t('forms.facts.title')}>
      <dl>
        {shown.map(({ key, format, value }) => (
          <div key={key} data-wide={format === 'markdown' || undefined}>
            <dt>{t(`forms.facts.${key === 'goals' ? goalsFrom(form) : key}`)}</dt>
            <dd>{format === 'markdown' ? <Markdown text={value} /> : text(format, value)}</dd>
          </div>
        ))}
        {appropriations.map((row) => (
          <div key={String(row.budgetYear)}>
            <dt>{t('forms.facts.appropriationOf', { year: row.budgetYear })}</dt>
            <dd>{text('amount', String(row.amount))}</dd>
          </div>
        ))}
      </dl>
      {indicators && <IndicatorChips indicators={indicators} />}
    </section>
  );
}
