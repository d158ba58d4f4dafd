import type { ProgressFigures } from '@pimis/contract/portfolio/progress';
import { useText } from '../../../i18n/use-text.ts';

export const AMOUNTS = ['bac', 'pv', 'ev', 'ac', 'sv', 'cv', 'eac', 'vac'] as const;
export const INDEXES = ['spi', 'cpi'] as const;
/** In the order of tables. */
export const FIGURES = ['bac', 'pv', 'ev', 'ac', 'sv', 'cv', 'spi', 'cpi', 'eac', 'vac'] as const;
export type Figure = (typeof AMOUNTS)[number] | (typeof INDEXES)[number];

/** Writes a figure: amounts with their unit, indexes with three decimals, and a dash if there is no value. */
export function useShown(): (values: ProgressFigures, key: Figure, style?: 'short' | 'full') => string {
  const { t, charts, decimal } = useText();
  return (values, key, style = 'full') => {
    const text = values[key];
    if (text === null) return t('common.noValue');
    if (key === 'spi' || key === 'cpi') return decimal(text);
    return charts.amount[style](Number(text));
  };
}
