import type { ProjectForm } from '@pimis/contract/forms';
import {
  DATA_TITLE,
  type ReferenceDatum,
  referenceData,
  referenceIndicators,
} from '@pimis/domain/forms/reference-data';
import { IndicatorChips } from '../features/projects/IndicatorChips.tsx';
import { useText } from '../i18n/use-text.ts';
import { Markdown } from './Markdown.tsx';

/** Earlier decisions, expenses and plans above the form, read-only. */
export function ReferenceData({ form }: { form: ProjectForm }) {
  const { t, pair, data, amount, date } = useText();
  const shown = referenceData(form.code, form.data);
  const indicators = referenceIndicators(form.data);
  if (shown.length === 0 && !indicators) return null;
  const text = ({ format, value }: ReferenceDatum) => {
    if (format === 'amount') return `${amount(value)} ${t('common.currency')}`;
    if (format === 'percent') return `${amount(value)}\u00a0%`;
    return format === 'date' ? date(value) : data(value);
  };
  return (
    <section className="panel form-shown-data" aria-label={pair(DATA_TITLE)}>
      <dl>
        {shown.map((fact) => (
          <div key={fact.label.en} data-wide={fact.format === 'markdown' || undefined}>
            <dt>{pair(fact.label)}</dt>
            <dd>{fact.format === 'markdown' ? <Markdown text={fact.value} /> : text(fact)}</dd>
          </div>
        ))}
      </dl>
      {indicators && <IndicatorChips indicators={indicators} />}
    </section>
  );
}
