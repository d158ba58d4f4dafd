import type { Away as Absence } from '@pimis/contract/stand-ins';
import { useText } from '../../../i18n/use-text.ts';
import './absences.css';

/** Shown next to the name of an absent person: the last day and the stand-in. */
export function Away({ away }: { away: Absence | null }) {
  const { t, data, date } = useText();
  if (away === null) return null;
  const until = date(away.lastDay);
  return (
    <span className="meta away">
      {away.standIn === null
        ? t('daily.absence.away', { date: until })
        : t('daily.absence.awayStandIn', { date: until, name: data(away.standIn) })}
    </span>
  );
}
