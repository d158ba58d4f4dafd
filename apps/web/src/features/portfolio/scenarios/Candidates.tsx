import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, useDeferredValue, useId, useMemo, useState } from 'react';
import { totalHundredths } from '@pimis/domain/money/decimal';
import { type Candidate, isChosen } from '@pimis/domain/portfolio/scenario/types';
import { compareNames } from '@pimis/domain/text/order';
import { searchWords } from '@pimis/domain/text/search';
import type { Script } from '@pimis/domain/text/transliterate';
import { useText } from '../../../i18n/use-text.ts';
import type { CandidateActions } from './candidate-actions.ts';
import { CandidateMenu } from './CandidateMenu.tsx';
import { CandidateNeeds } from './CandidateNeeds.tsx';
import { Choice } from './Choice.tsx';
import { StartYear } from './StartYear.tsx';
import { useMillions } from './use-millions.ts';

const ORDERS = ['given', 'mark', 'worth', 'name'] as const;
type Order = (typeof ORDERS)[number];

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
  /** The years of the calendar, over which the needs of each row are drawn. */
  first: number;
  last: number;
  /** Null for users who can only read. */
  actions: CandidateActions | null;
}

/**
 * The candidates of a scenario as a table, each with its switch. Controls are native, so that five hundred rows respond
 * at once. Amounts are in millions.
 */
export const Candidates = memo(function Candidates({ candidates, first, last, actions }: CandidatesProps) {
  const { t, language } = useText();
  const [order, setOrder] = useState<Order>('given');
  const [wanted, setWanted] = useState('');
  const searched = useDeferredValue(wanted);
  const script = language === 'sr-Cyrl' ? 'cyrillic' : 'latin';
  const shown = useMemo(
    () => found(sorted(candidates, order, script), searched),
    [candidates, order, script, searched],
  );
  const uncounted = candidates.filter(({ needs }) => needs.length === 0).length;
  return (
    <section className="scenario-candidates" aria-labelledby="scenario-candidates">
      <div className="scenario-tools">
        <h2 id="scenario-candidates">{t('scenarios.candidates')}</h2>
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
      {uncounted > 0 && <p className="candidates-uncounted">{t('scenarios.uncounted', { count: uncounted })}</p>}
      <table className="candidate-table" aria-labelledby="scenario-candidates">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('scenarios.chosen')}</span>
            </th>
            <th scope="col">{t('scenarios.project')}</th>
            <th scope="col">{t('scenarios.start')}</th>
            <th scope="col" className="amount">
              {t('scenarios.mark')}
            </th>
            <th scope="col" className="amount">
              {t('scenarios.worth')}
            </th>
            <th scope="col" className="amount">
              {t('scenarios.needs')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('scenarios.menu')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((candidate) => (
            <CandidateRow key={candidate.code} candidate={candidate} first={first} last={last} actions={actions} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className="second">{t('scenarios.noMatch')}</p>}
    </section>
  );
});

interface CandidateRowProps extends Omit<CandidatesProps, 'candidates'> {
  candidate: Candidate;
}

const CandidateRow = memo(function CandidateRow({ candidate, first, last, actions }: CandidateRowProps) {
  const { t, data: script, amount } = useText();
  const millions = useMillions();
  const box = useId();
  const { code, state } = candidate;
  const isLocked = state === 'must' || state === 'never';
  const inPlan = candidate.inForce && candidate.inForce.length > 0 && !isChosen(candidate);
  return (
    <tr className="candidate" data-chosen={isChosen(candidate) || undefined}>
      <td className="candidate-switch">
        <input
          id={box}
          type="checkbox"
          checked={isChosen(candidate)}
          disabled={!actions || isLocked}
          onChange={(event) => actions?.set(code, { state: event.currentTarget.checked ? 'in' : 'out' })}
        />
      </td>
      <th scope="row" className="candidate-name">
        <label htmlFor={box} className="strong">
          {script(candidate.name)}
        </label>
        <span className="meta">
          <Link to="/projects/$projectCode" params={{ projectCode: code }}>
            {code}
          </Link>{' '}
          · {script(candidate.organizationName)} · {t(`projects.sectors.${candidate.sector as 1}`)}
          {isLocked && <span className="candidate-fixed"> · {t(`scenarios.states.${state}`)}</span>}
          {!isLocked && <span className="print-only"> · {t(`scenarios.states.${state}`)}</span>}
          {inPlan && (
            <>
              {' · '}
              <span>{t('scenarios.planStays')}</span>
            </>
          )}
        </span>
      </th>
      <td className="candidate-start">
        <span className="candidate-label">{t('scenarios.start')}</span>
        <StartYear candidate={candidate} onShift={actions && ((years) => actions.set(code, { shift: years }))} />
      </td>
      <td className="amount candidate-mark">
        <span className="candidate-label">{t('scenarios.mark')}</span>
        {candidate.mark === null ? (
          <span className="meta" title={t('scenarios.noMark')}>
            <span aria-hidden>{t('common.noValue')}</span>
            <span className="visually-hidden">{t('scenarios.noMark')}</span>
          </span>
        ) : (
          amount(candidate.mark)
        )}
      </td>
      <td className="amount candidate-worth" title={amount(candidate.worth)}>
        <span className="candidate-label">{t('scenarios.worth')}</span>
        {millions(candidate.worth)}
      </td>
      <td className="amount candidate-needs">
        <span className="candidate-label">{t('scenarios.needs')}</span>
        <CandidateNeeds candidate={candidate} first={first} last={last} />
      </td>
      <td className="candidate-menu">{actions && <CandidateMenu candidate={candidate} actions={actions} />}</td>
    </tr>
  );
});
