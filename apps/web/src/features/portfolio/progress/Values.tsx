import type { ProgressFigures } from '@pimis/contract/portfolio/progress';
import { useText } from '../../../i18n/use-text.ts';
import { AMOUNTS, INDEXES, useShown } from './shown.ts';

/** The ten figures of a project or of several, each with its formula; `note` explains the counted projects. */
export function Values({ figures, note }: { figures: ProgressFigures; note: string }) {
  const { t } = useText();
  const shown = useShown();
  return (
    <section className="panel" aria-labelledby="progress-values" style={{ marginBottom: 16 }}>
      <div className="panel-head">
        <h2 id="progress-values">{t('portfolioViews.progress.values')}</h2>
      </div>
      <p className="meta portfolio-note">{note}</p>
      <dl className="portfolio-values">
        {[...AMOUNTS.slice(0, 4), ...INDEXES, ...AMOUNTS.slice(4)].map((key) => (
          <div key={key}>
            <dt>{key.toUpperCase()}</dt>
            <dd>{shown(figures, key)}</dd>
            <dd className="meta">{t(`portfolioViews.progress.formulas.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
