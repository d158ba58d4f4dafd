import type { ProgressFigures } from '@pimis/contract/portfolio/progress';
import { type FigureKey, INDEX_FIGURES } from '@pimis/domain/indicators/figure-words';
import { useText } from '../../../i18n/use-text.ts';

/** Writes a figure: amounts with their unit, indexes with three decimals, and a dash if there is no value. */
export function useShown(): (values: ProgressFigures, key: FigureKey, style?: 'short' | 'full') => string {
  const { t, charts, decimal } = useText();
  return (values, key, style = 'full') => {
    const text = values[key];
    if (text === null) return t('common.noValue');
    return INDEX_FIGURES.includes(key) ? decimal(text) : charts.amount[style](Number(text));
  };
}
