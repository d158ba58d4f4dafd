import { useText } from '../i18n/use-text.ts';

/** An amount in few digits; the exact one is read on pointing and by screen readers. */
export function ShortAmount({ amount, signed = false }: { amount: string; signed?: boolean }) {
  const { t, charts, amount: exact } = useText();
  const value = Number(amount);
  const sign = signed && value > 0 ? '+' : value < 0 ? '−' : '';
  const whole = `${sign}${exact(amount.replace('-', ''))} ${t('common.currency')}`;
  return (
    <span title={whole} className="short-amount">
      {sign}
      {charts.amount.short(Math.abs(value))}
    </span>
  );
}
