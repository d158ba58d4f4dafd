import { INACTIVITY_LIMIT_DAYS } from '@pimis/domain/indicators/constants';
import type { SuccessKeyIndicator } from '@pimis/domain/indicators/types';
import { useText } from '../../i18n/use-text.ts';
import { Chip } from '../../ui/StatusChip.tsx';

const ENDLESS = '∞';
const NONE = '–';

/** Time to implementation, adequacy of funding and inactivity of an approved quarter (docs/indicators.md, 6). */
export function IndicatorChips({ indicators }: { indicators: SuccessKeyIndicator }) {
  const { t, amount } = useText();
  const { TimeToProjectImplementation: time, FundingAdequacyIndicator: funding, Inactivity: inactivity } = indicators;
  const whole = (value: number) => amount(`${value}.00`).replace(/,00$/, '');
  const days = time.Value === null ? (time.LimitReached ? ENDLESS : NONE) : whole(time.Value);
  const family = (warned: boolean) => (warned ? 'paused' : 'approved');
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 6 }}>
      <Chip family={family(time.LimitReached)} text={t('indicators.chips.time', { days, count: time.Value ?? 0 })} />
      <Chip
        family={family(funding.LimitReached)}
        text={t('indicators.chips.funding', { percent: amount(funding.Value) })}
      />
      <Chip
        family={family(inactivity.Value > INACTIVITY_LIMIT_DAYS)}
        text={t('indicators.chips.inactivity', {
          days: whole(inactivity.Value),
          count: inactivity.Value,
        })}
      />
    </span>
  );
}
