import type { DecisionSummary } from '@pimis/contract/decision-summary';
import { useText } from '../../i18n/use-text.ts';
import { ShortAmount } from '../../ui/ShortAmount.tsx';

/** The payments of each source by year: years down, sources across. */
export function YearsTable({ years }: Pick<DecisionSummary, 'years'>) {
  const { t, source: nameOf } = useText();
  const sources = [...new Set(years.flatMap((year) => year.sources.map(({ source }) => source)))];
  const named = sources.some((source) => source !== '');
  return (
    <div className="decision-years">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('projects.decision.year')}</th>
            {named &&
              sources.map((source) => (
                <th key={source} scope="col">
                  {nameOf(source)}
                </th>
              ))}
            <th scope="col">{t('projects.decision.total')}</th>
          </tr>
        </thead>
        <tbody>
          {years.map((year) => (
            <tr key={year.year}>
              <th scope="row">{year.year}.</th>
              {named &&
                sources.map((source) => {
                  const given = year.sources.find((one) => one.source === source);
                  return <td key={source}>{given ? <ShortAmount amount={given.amount} /> : t('common.noValue')}</td>;
                })}
              <td className="strong">
                <ShortAmount amount={year.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
