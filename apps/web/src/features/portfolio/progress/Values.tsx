import type { PortfolioProgress } from '@pimis/contract/portfolio/progress';
import { useText } from '../../../i18n/use-text.ts';
import { AMOUNTS, INDEXES, useShown } from './shown.ts';

/** The ten figures of all measured projects, each with its formula. */
export function Values({ progress }: { progress: PortfolioProgress }) {
  const { t } = useText();
  const shown = useShown();
  const { all, unmeasured } = progress;
  if (all.projects === 0) return <p className="panel portfolio-note">{t('portfolioViews.progress.nothing')}</p>;
  return (
    <section className="panel" aria-labelledby="progress-values" style={{ marginBottom: 16 }}>
      <div className="panel-head">
        <h2 id="progress-values">{t('portfolioViews.progress.values')}</h2>
      </div>
      <p className="meta portfolio-note">
        {t('portfolioViews.progress.note')}{' '}
        {unmeasured > 0 && t('portfolioViews.progress.unmeasured', { count: unmeasured })}
      </p>
      <dl className="portfolio-values">
        {[...AMOUNTS.slice(0, 4), ...INDEXES, ...AMOUNTS.slice(4)].map((key) => (
          <div key={key}>
            <dt>{key.toUpperCase()}</dt>
            <dd>{shown(all, key)}</dd>
            <dd className="meta">{t(`portfolioViews.progress.formulas.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
