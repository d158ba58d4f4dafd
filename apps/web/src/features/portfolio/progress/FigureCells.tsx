import type { ProgressFigures } from '@pimis/contract/portfolio/progress';
import { FIGURE_WORDS, MAIN_FIGURES } from '@pimis/domain/indicators/figure-words';
import { percentAbove, percentBehind } from '@pimis/domain/indicators/progress-words';
import { useText } from '../../../i18n/use-text.ts';
import { useShown } from './shown.ts';
import { ProgressMarkChip } from './State.tsx';

/** Heads of the columns of FigureCells. */
export function FigureHeads() {
  const { t, pair } = useText();
  return (
    <>
      {MAIN_FIGURES.map((key) => (
        <th key={key} scope="col" className="amount">
          {pair(FIGURE_WORDS[key].name)}
        </th>
      ))}
      <th scope="col">{t('portfolioViews.progress.state')}</th>
    </>
  );
}

/** The main figures of a row, and its state in words. */
export function FigureCells({ of }: { of: ProgressFigures }) {
  const { t, decimal } = useText();
  const shown = useShown();
  const [behind, above] = [percentBehind(of.spi), percentAbove(of.cpi)];
  const words = [
    behind !== null && t('portfolioViews.progress.behind', { percent: decimal(behind) }),
    above !== null && t('portfolioViews.progress.above', { percent: decimal(above) }),
  ].filter(Boolean);
  return (
    <>
      {MAIN_FIGURES.map((key) => (
        <td key={key} className="amount">
          <span title={shown(of, key)}>{shown(of, key, 'short')}</span>
        </td>
      ))}
      <td>
        <ProgressMarkChip of={of} /> <span className="meta">{words.join(', ')}</span>
      </td>
    </>
  );
}
