import { phaseInfo } from '@pimis/domain/workflow/phases';
import { useText } from '../../i18n/use-text.ts';
import { ShortAmount } from '../../ui/ShortAmount.tsx';

interface ChangeProps {
  /** The difference is a decimal string in RSD, its percentage that of the former value. */
  change: { since: 'phase' | 'round'; phase: number; difference: string; percent: string | null };
}

/** By how much the value differs, and from what. */
export function Change({ change: { since, phase, difference, percent } }: ChangeProps) {
  const { t, pair, charts } = useText();
  const from =
    since === 'round'
      ? t('projects.decision.sinceRound')
      : t('projects.decision.sincePhase', { phase: pair(phaseInfo(phase).title) });
  const by = Number(difference);
  if (by === 0) return <div className="meta">{t('projects.decision.unchanged', { from })}</div>;
  const share = percent === null ? '' : ` (${by > 0 ? '+' : '−'}${charts.percent.full(Math.abs(Number(percent)))})`;
  return (
    <div className="decision-change" data-up={by > 0}>
      <strong>
        <ShortAmount amount={difference} signed />
        {share}
      </strong>{' '}
      <span className="second">{from}</span>
    </div>
  );
}
