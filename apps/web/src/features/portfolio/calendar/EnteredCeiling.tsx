import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ceiling } from '@pimis/contract/portfolio/calendar';
import { ApiFailure, call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { notifyFailure, notifyShortly, notifyWarning } from '../../../ui/notify.tsx';
import { ceilingHistoryQuery } from './api.ts';
import { CeilingDialog } from './CeilingDialog.tsx';

interface EnteredCeilingProps {
  year: number;
  source: string;
  sector: number | null;
  ceiling: Ceiling | undefined;
  onClose: () => void;
}

/** The ministry's ceiling of a year and a source, with every value that it has had. */
export function EnteredCeiling({ year, source, sector, ceiling, onClose }: EnteredCeilingProps) {
  const text = useText();
  const { t, amount, instant, data } = text;
  const client = useQueryClient();
  const { data: history = [] } = useQuery(ceilingHistoryQuery(year, source, sector));
  const [busy, setBusy] = useState(false);
  // The value shown when the user began to type: a value entered by somebody else since is a conflict, although the
  // history has it.
  const [opened] = useState(ceiling);
  const [revision, setRevision] = useState<number | null>(null);
  const [newest] = history;
  // A removed ceiling has a revision too.
  const shown = revision ?? opened?.revision ?? (newest?.amount === null ? newest.revision : 0);
  const save = async (value: string | null) => {
    setBusy(true);
    try {
      await call('PUT /portfolio/ceilings', { body: { year, source, sector, amount: value, revision: shown } });
      notifyShortly(t('fiscal.saved'));
      onClose();
    } catch (failure) {
      const present = failure instanceof ApiFailure ? failure.payloadOf('CeilingConflict') : null;
      if (!present) notifyFailure(failure, text);
      else {
        // The typed value stays; saving again overwrites the other value.
        setRevision(present.revision);
        notifyWarning(
          t('fiscal.conflict', {
            name: data(present.changedUser),
            amount: present.amount === null ? t('fiscal.noCeiling') : amount(present.amount),
          }),
        );
      }
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['portfolio'] });
    }
  };
  return (
    <CeilingDialog
      year={year}
      source={source}
      amount={opened?.amount ?? null}
      busy={busy}
      onSave={(value) => void save(value)}
      onClose={onClose}
    >
      {history.length > 0 && (
        <>
          <h3 style={{ marginTop: 16 }}>{t('fiscal.history')}</h3>
          <ul className="plain-list">
            {history.map((one) => (
              <li key={one.revision}>
                {one.amount === null ? t('fiscal.removed') : amount(one.amount)}{' '}
                <span className="meta">
                  {data(one.changedUser)}, {one.changedDate && instant(one.changedDate)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </CeilingDialog>
  );
}
