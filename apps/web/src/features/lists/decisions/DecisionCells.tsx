import type { DecisionFacts } from '@pimis/contract/decision-rows';
import { useText } from '../../../i18n/use-text.ts';
import { IconAlertTriangle, IconArrowBackUp } from '../../../ui/icons.ts';
import { NoValue } from '../../../ui/NoValue.tsx';
import { Change } from '../../projects/Change.tsx';
import { ShortAmount } from '../../../ui/ShortAmount.tsx';

/** The value, with its difference from the previous phase and the previous round. */
export function Value({ facts, totalValue }: { facts: DecisionFacts | null; totalValue: string }) {
  return (
    <div>
      <span className="strong">
        <ShortAmount amount={facts?.value ?? totalValue} />
      </span>
      {facts?.changes.map((change) => (
        <Change key={change.since} change={change} />
      ))}
    </div>
  );
}

/** The first and the last day, with the former last day if it differs. */
export function Term({ facts }: { facts: DecisionFacts | null }) {
  const { t, date } = useText();
  if (!facts || (facts.start === null && facts.end === null)) return <NoValue />;
  const day = (value: string | null) => (value === null ? t('common.noValue') : date(value));
  return (
    <div>
      <span className="decision-term">
        {day(facts.start)} – {day(facts.end)}
      </span>
      {facts.formerEnd !== null && (
        <div className="late">{t('projects.decision.formerEnd', { day: date(facts.formerEnd) })}</div>
      )}
    </div>
  );
}

export function Marks({ facts }: { facts: DecisionFacts | null }) {
  const { data, amount } = useText();
  if (!facts || facts.marks.length === 0) return <NoValue />;
  return (
    <div>
      {facts.marks.map(({ evaluator, score }) => (
        <div key={`${evaluator} ${score}`} title={evaluator === null ? undefined : data(evaluator)}>
          {amount(score)}
        </div>
      ))}
    </div>
  );
}

/** Open, answered and corrected remarks, and the number of the round after a return. */
export function Remarks({ facts }: { facts: DecisionFacts | null }) {
  const { t } = useText();
  if (!facts) return <NoValue />;
  const { remarks, round } = facts;
  if (remarks.open + remarks.done === 0 && round === 1) return <NoValue />;
  return (
    <div>
      {round > 1 && (
        <div>
          <IconArrowBackUp size={14} aria-hidden /> {t('projects.decision.round', { number: round })}
        </div>
      )}
      {remarks.open > 0 && <div className="late">{t('lists.summaries.open', { count: remarks.open })}</div>}
      {remarks.answered > 0 && <div>{t('lists.summaries.answered', { count: remarks.answered })}</div>}
      {remarks.done > 0 && <div>{t('projects.decision.corrected', { count: remarks.done })}</div>}
    </div>
  );
}

/** Warnings of the form, and how far the works are behind the plan. */
export function Warnings({ facts }: { facts: DecisionFacts | null }) {
  const { t, charts } = useText();
  if (!facts || (facts.warnings === 0 && facts.behind === null)) return <NoValue />;
  return (
    <div>
      {facts.warnings > 0 && (
        <div>
          <IconAlertTriangle size={14} aria-hidden /> {t('projects.decision.warnings', { count: facts.warnings })}
        </div>
      )}
      {facts.behind !== null && (
        <div className="late">
          {t('lists.summaries.behind', { percent: charts.percent.full(Number(facts.behind)) })}
        </div>
      )}
    </div>
  );
}
