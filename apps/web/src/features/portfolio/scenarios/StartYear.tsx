import { useState } from 'react';
import { type Candidate, plannedStart, shiftBounds } from '@pimis/domain/portfolio/scenario/types';
import { useText } from '../../../i18n/use-text.ts';

interface StartYearProps {
  candidate: Candidate;
  /** Null for users who can only read. */
  onShift: ((years: number) => void) | null;
}

/**
 * The year in which the needs of a candidate begin; another one moves all of them. The other years are rendered when
 * the field is about to be used: five hundred rows have twenty thousand of them.
 */
export function StartYear({ candidate, onShift }: StartYearProps) {
  const { t, data } = useText();
  const [isUsed, setUsed] = useState(false);
  const planned = plannedStart(candidate);
  const { shift } = candidate;
  const moved = shift !== 0 && <span className="candidate-note">{t('scenarios.shifted', { count: shift })}</span>;
  if (planned === null) return moved || '–';
  const { least, most } = shiftBounds(candidate);
  const shifts = isUsed ? Array.from({ length: most - least + 1 }, (_, index) => least + index) : [shift];
  const use = () => setUsed(true);
  return (
    <>
      {onShift ? (
        <select
          aria-label={t('scenarios.startOf', { name: data(candidate.name) })}
          value={shift}
          onFocus={use}
          onPointerDown={use}
          onChange={(event) => onShift(Number(event.currentTarget.value))}
        >
          {shifts.map((years) => (
            <option key={years} value={years}>
              {planned + years}
            </option>
          ))}
        </select>
      ) : (
        planned + shift
      )}
      {moved}
    </>
  );
}
