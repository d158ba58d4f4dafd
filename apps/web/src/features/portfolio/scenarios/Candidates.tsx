import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, useDeferredValue, useId, useMemo, useState } from 'react';
import { totalHundredths } from '@pimis/domain/money/decimal';
import {
  type Candidate,
  type CandidateState,
  FISCAL_YEARS,
  isChosen,
  shiftBounds,
} from '@pimis/domain/portfolio/scenario/types';
import { compareNames } from '@pimis/domain/text/order';
import { searchWords } from '@pimis/domain/text/search';
import type { Script } from '@pimis/domain/text/transliterate';
import { useText } from '../../../i18n/use-text.ts';
import { IconTrash } from '../../../ui/icons.ts';
import { Choice } from './Choice.tsx';

export interface CandidateActions {
  set: (code: string, change: { state?: CandidateState; shift?: number }) => void;
  remove: (code: string) => void;
}

const ORDERS = ['given', 'mark', 'worth', 'name'] as const;
type Order = (typeof ORDERS)[number];

const FIXED = ['free', 'must', 'never'] as const;

function sorted(candidates: readonly Candidate[], order: Order, script: Script): readonly Candidate[] {
  switch (order) {
    case 'given':
      return candidates;
    case 'mark':
      return candidates.toSorted((a, b) => Number(b.mark ?? 0) - Number(a.mark ?? 0));
    case 'worth':
      return candidates.toSorted((a, b) => Number((totalHundredths(b.worth) ?? 0n) - (totalHundredths(a.worth) ?? 0n)));
    case 'name':
      return candidates.toSorted((a, b) => compareNames(script)(a.name, b.name));
  }
}

/** The candidates that contain all words of a search, in either script, as in the project table. */
function found(candidates: readonly Candidate[], searched: string): readonly Candidate[] {
  const words = searchWords(searched);
  if (words.length === 0) return candidates;
  return candidates.filter(({ code, name, organizationName }) => {
    const text = searchWords(`${code} ${name} ${organizationName}`).join(' ');
    return words.every((word) => text.includes(word));
  });
}

interface CandidatesProps {
  candidates: readonly Candidate[];
  /** Null for users who can only read. */
  actions: CandidateActions | null;
}

/** The candidates of a scenario, each with its switch. Native controls: five hundred rows answer a press at once. */
export const Candidates = memo(function Candidates({ candidates, actions }: CandidatesProps) {
  const { t, language } = useText();
  const [order, setOrder] = useState<Order>('given');
  const [wanted, setWanted] = useState('');
  const searched = useDeferredValue(wanted);
  const script = language === 'sr-Cyrl' ? 'cyrillic' : 'latin';
  const shown = useMemo(
    () => found(sorted(candidates, order, script), searched),
    [candidates, order, script, searched],
  );
  return (
    <section aria-labelledby="scenario-candidates">
      <div className="scenario-tools">
        <h2 id="scenario-candidates" style={{ margin: 0, marginRight: 'auto' }}>
          {t('scenarios.candidates')}
        </h2>
        <TextInput
          aria-label={t('scenarios.search')}
          placeholder={t('scenarios.search')}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <Choice
          hidden
          label={t('scenarios.order')}
          value={order}
          onChange={(value) => setOrder(value as Order)}
          data={ORDERS.map((value) => ({ value, label: t(`scenarios.orders.${value}`) }))}
        />
      </div>
      <ul className="candidate-list">
        {shown.map((candidate) => (
          <CandidateRow key={candidate.code} candidate={candidate} actions={actions} />
        ))}
      </ul>
      {shown.length === 0 && <p className="second">{t('scenarios.noMatch')}</p>}
    </section>
  );
});

const CandidateRow = memo(function CandidateRow({
  candidate,
  actions,
}: {
  candidate: Candidate;
  actions: CandidateActions | null;
}) {
  const { t, data: script, amount } = useText();
  const { code, state, shift } = candidate;
  const name = script(candidate.name);
  const choice = t(`scenarios.states.${state}`) + (shift === 0 ? '' : `, ${t('scenarios.shifted', { count: shift })}`);
  const isLocked = state === 'must' || state === 'never';
  return (
    <li className="candidate" data-chosen={isChosen(candidate) || undefined}>
      <label className="candidate-switch">
        <input
          type="checkbox"
          checked={isChosen(candidate)}
          disabled={!actions || isLocked}
          onChange={(event) => actions?.set(code, { state: event.currentTarget.checked ? 'in' : 'out' })}
        />
        <span className="strong">{name}</span>
      </label>
      <div className="meta candidate-about">
        <Link to="/projects/$projectCode" params={{ projectCode: code }}>
          {code}
        </Link>{' '}
        · {script(candidate.organizationName)} · {t(`projects.sectors.${candidate.sector as 1}`)}
        <span className="print-only"> · {choice}</span>
        {candidate.needs.length === 0 && <span className="late"> · {t('scenarios.noYears')}</span>}
        {candidate.inForce && candidate.inForce.length > 0 && !isChosen(candidate) && (
          <>
            {' · '}
            <span>{t('scenarios.planStays')}</span>
          </>
        )}
      </div>
      <div className="candidate-figures">
        <span>
          <span className="meta">{t('scenarios.mark')}</span>{' '}
          {candidate.mark === null ? t('scenarios.noMark') : amount(candidate.mark)}
        </span>
        <span>
          <span className="meta">{t('scenarios.worth')}</span> {amount(candidate.worth)}
        </span>
      </div>
      <div className="candidate-tools">
        {actions ? (
          <>
            <select
              aria-label={t('scenarios.fixedOf', { name })}
              value={isLocked ? state : 'free'}
              onChange={(event) => {
                const chosen = event.currentTarget.value as (typeof FIXED)[number];
                actions.set(code, { state: chosen === 'free' ? (state === 'must' ? 'in' : 'out') : chosen });
              }}
            >
              {FIXED.map((value) => (
                <option key={value} value={value}>
                  {t(`scenarios.fixed.${value}`)}
                </option>
              ))}
            </select>
            <ShiftField candidate={candidate} onChange={(years) => actions.set(code, { shift: years })} />
            <button
              type="button"
              className="icon-button"
              aria-label={t('scenarios.removeOf', { name })}
              onClick={() => actions.remove(code)}
            >
              <IconTrash size={16} aria-hidden />
            </button>
          </>
        ) : (
          <span className="meta">{choice}</span>
        )}
      </div>
    </li>
  );
});

/**
 * The field for the number of years by which a project is moved. Typed text stays unchanged until the field loses the
 * focus, because a minus alone is not a number yet.
 */
function ShiftField({ candidate, onChange }: { candidate: Candidate; onChange: (years: number) => void }) {
  const { t, data } = useText();
  const problem = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const { least, most } = shiftBounds(candidate);
  const isShift = (years: number) => Number.isInteger(years) && years >= least && years <= most;
  const isWrong = typed !== null && typed !== '' && !isShift(Number(typed));
  return (
    <>
      <label>
        <span className="meta">{t('scenarios.shift')}</span>{' '}
        <input
          type="number"
          aria-label={t('scenarios.shiftOf', { name: data(candidate.name) })}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? problem : undefined}
          min={least}
          max={most}
          value={typed ?? String(candidate.shift)}
          onChange={({ currentTarget: { value, valueAsNumber } }) => {
            setTyped(value);
            if (isShift(valueAsNumber)) onChange(valueAsNumber);
          }}
          onBlur={() => setTyped(null)}
        />
      </label>
      {isWrong && (
        <span id={problem} role="alert" className="candidate-problem">
          {t('scenarios.shiftWanted', { least, most, ...FISCAL_YEARS })}
        </span>
      )}
    </>
  );
}
