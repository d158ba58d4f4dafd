import type { ProgressFigures } from '@pimis/contract/portfolio/progress';
import { FIGURE_KEYS, FIGURE_WORDS, type FigureKey, MAIN_FIGURES } from '@pimis/domain/indicators/figure-words';
import { useText } from '../../../i18n/use-text.ts';
import { useShown } from './shown.ts';
import { ProgressState } from './State.tsx';

const DETAILS = FIGURE_KEYS.filter((key) => !MAIN_FIGURES.some((main) => main === key));

/**
 * The progress of a project or of several in a sentence and three figures; the others follow on demand, each with its
 * formula and meaning. `note` explains the counted projects.
 */
export function Values({ figures, note }: { figures: ProgressFigures; note: string }) {
  const { t, pair } = useText();
  const shown = useShown();
  const entry = (key: FigureKey, isDetail: boolean) => {
    const { name, formula, meaning } = FIGURE_WORDS[key];
    return (
      <div key={key}>
        <dt>{isDetail ? pair(name) : t('portfolioViews.inDinars', { measure: pair(name) })}</dt>
        <dd>
          {isDetail ? shown(figures, key) : <span title={shown(figures, key)}>{shown(figures, key, 'short')}</span>}
        </dd>
        <dd className="meta">
          {isDetail && `${formula}. `}
          {pair(meaning)}
        </dd>
      </div>
    );
  };
  return (
    <section className="panel" aria-labelledby="progress-values" style={{ marginBottom: 16 }}>
      <div className="panel-head">
        <h2 id="progress-values">{t('portfolioViews.progress.values')}</h2>
      </div>
      <ProgressState of={figures} />
      <dl className="portfolio-values">{MAIN_FIGURES.map((key) => entry(key, false))}</dl>
      <details className="progress-details">
        <summary>{t('portfolioViews.progress.details')}</summary>
        <p className="meta portfolio-note">{note}</p>
        <dl className="portfolio-values">{DETAILS.map((key) => entry(key, true))}</dl>
      </details>
    </section>
  );
}
