import { useText } from '../i18n/use-text.ts';

/** The dash of an empty cell. Where rows become cards, a cell with nothing else is left out. */
export function NoValue() {
  const { t } = useText();
  return <span className="no-value">{t('common.noValue')}</span>;
}
