import { useQuery } from '@tanstack/react-query';
import { rateBehind } from '@pimis/domain/forms/exchange-rate-age';
import { configurationQuery } from '../api/common.ts';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';

/** Beside a threshold in EUR: the day of the exchange rate that it uses, and a warning if that rate is old. */
export function RateNote() {
  const { t, date } = useText();
  const { store } = useEditor();
  const { data: configuration } = useQuery(configurationQuery);
  if (!configuration) return null;
  const { today, exchangeRateDays } = configuration;
  const rate = rateBehind(store.formData, { today, mostDays: exchangeRateDays });
  if (!rate) return null;
  const day = date(rate.day);
  return (
    <span className="meta" style={rate.isOld ? { color: 'var(--p-warning)', fontWeight: 600 } : {}}>
      {' '}
      · {rate.isOld ? t('forms.oldRate', { day, days: exchangeRateDays }) : t('forms.rateOf', { day })}
    </span>
  );
}
