import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StandIn } from '@pimis/contract/stand-ins';
import { call } from '../../../api/client.ts';
import { type Text, useText } from '../../../i18n/use-text.ts';
import { FailedLine } from '../../../ui/Failed.tsx';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { AbsenceDialog } from './AbsenceDialog.tsx';
import { standInsQuery } from './api.ts';

interface AbsenceSectionProps {
  login: string;
  /** Is it the user's own account? */
  own: boolean;
  /** Absences are shown, and neither entered nor ended. */
  readOnly?: boolean;
}

const periodText = ({ firstDay, lastDay }: StandIn, { t, date }: Text) =>
  firstDay === lastDay ? date(firstDay) : t('daily.absence.period', { first: date(firstDay), last: date(lastDay) });

/** Absences of a user with their stand-ins, and absences in which the user stands in for others. */
export function AbsenceSection({ login, own, readOnly = false }: AbsenceSectionProps) {
  const text = useText();
  const { t, data } = text;
  const client = useQueryClient();
  const { data: found, error, refetch } = useQuery(standInsQuery(login));
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState<number | null>(null);
  const end = async ({ id }: StandIn) => {
    setBusy(id);
    try {
      await call('DELETE /security/users/:login/stand-ins/:standInId', { params: { login, standInId: id } });
      notifySuccess(t('daily.absence.ended'));
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(null);
      await client.invalidateQueries({ queryKey: standInsQuery(login).queryKey });
    }
  };
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="absence-title">
      <h2 id="absence-title">{t('daily.absence.title')}</h2>
      <p className="meta" style={{ marginBottom: 8 }}>
        {t(own ? 'daily.absence.intro' : 'daily.absence.introOther')}
      </p>
      {!found && error && <FailedLine error={error} onRetry={() => void refetch()} />}
      {found?.absences.length === 0 && <p style={{ marginBottom: 8 }}>{t('daily.absence.none')}</p>}
      <ul className="lines">
        {found?.absences.map((absence) => (
          <li key={absence.id}>
            <div>
              <span className="strong">{periodText(absence, text)}</span>{' '}
              {absence.now && <span className="chip outline">{t('daily.absence.now')}</span>}
              <div className="meta">
                {absence.actingUser
                  ? t('daily.absence.by', { name: data(absence.actingUser.name) })
                  : t('daily.absence.withoutStandIn')}
              </div>
            </div>
            {!readOnly && (
              <Button
                variant="default"
                size="xs"
                loading={busy === absence.id}
                onClick={() => void end(absence)}
                aria-label={t('daily.absence.endNamed', { period: periodText(absence, text) })}
              >
                {t('daily.absence.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!readOnly && (
        <Button variant="default" disabled={!found} onClick={() => setAdding(true)}>
          {t('daily.absence.add')}
        </Button>
      )}
      {found && found.actingFor.length > 0 && (
        <>
          <h3 style={{ margin: '16px 0 4px' }}>
            {t(own ? 'daily.absence.actingFor' : 'daily.absence.actingForOther')}
          </h3>
          <ul className="lines">
            {found.actingFor.map((absence) => (
              <li key={absence.id}>
                <div>
                  <span className="strong">{data(absence.absent.name)}</span>{' '}
                  {absence.now && <span className="chip outline">{t('daily.absence.now')}</span>}
                  <div className="meta">{periodText(absence, text)}</div>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {adding && <AbsenceDialog login={login} onClose={() => setAdding(false)} />}
    </section>
  );
}
