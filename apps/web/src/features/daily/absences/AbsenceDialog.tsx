import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Claim, CLAIMS } from '@pimis/domain/access/claims';
import { addDays, isDay } from '@pimis/domain/dates/dates';
import { ABSENCE_DAYS } from '@pimis/domain/workflow/stand-ins';
import { configurationQuery } from '../../../api/common.ts';
import { call } from '../../../api/client.ts';
import { type Text, useText } from '../../../i18n/use-text.ts';
import { DateField } from '../../../ui/DateField.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailedLine } from '../../../ui/Failed.tsx';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { FoundInput } from '../../editing/FoundInput.tsx';
import { useKeptState } from '../../editing/kept-input.ts';
import { candidatesQuery, standInsQuery } from './api.ts';

const NEW_ABSENCE = { firstDay: '', lastDay: '', actingUser: '' };

const isClaim = (name: string): name is Claim => Object.hasOwn(CLAIMS, name);

const claimsText = (claims: readonly string[], { pair }: Text) =>
  claims.map((claim) => (isClaim(claim) ? pair(CLAIMS[claim].description) : claim)).join(', ');

/** Enters an absence: its days and the stand-in. */
export function AbsenceDialog({ login, onClose }: { login: string; onClose: () => void }) {
  const text = useText();
  const { t, data } = text;
  const client = useQueryClient();
  const { data: found, error, refetch } = useQuery(candidatesQuery(login));
  const [{ firstDay, lastDay, actingUser }, setTyped, kept] = useKeptState(`absence/${login}`, NEW_ABSENCE);
  const change = (part: Partial<typeof NEW_ABSENCE>) => setTyped((before) => ({ ...before, ...part }));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { data: configuration } = useQuery(configurationQuery);
  const today = configuration?.today ?? '';
  const from = isDay(firstDay) ? firstDay : today;
  const chosen = found?.candidates.find((candidate) => candidate.login === actingUser);
  const uncovered = (found?.claims ?? []).filter((claim) => !chosen?.claims.includes(claim));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || !isDay(firstDay) || !isDay(lastDay) || firstDay < today || lastDay < firstDay) return;
    setBusy(true);
    try {
      await call('POST /security/users/:login/stand-ins', {
        params: { login },
        body: { firstDay, lastDay, actingUser: chosen?.login ?? null },
      });
      kept.saved();
      notifySuccess(t('daily.absence.added'));
      onClose();
    } catch (failure) {
      notifyFailure(failure, text, (field) =>
        t(`daily.absence.${field === 'actingUser' ? 'standIn' : field === 'lastDay' ? field : 'firstDay'}`),
      );
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: standInsQuery(login).queryKey });
    }
  };
  const missing = (value: string) => (tried && !value ? { error: t('common.required') } : {});
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('daily.absence.add')}
      unsaved={firstDay !== '' || lastDay !== ''}
      confirm={
        <Button type="submit" form="absence" loading={busy} disabled={!found}>
          {t('common.save')}
        </Button>
      }
    >
      <form id="absence" onSubmit={(event) => void save(event)} noValidate>
        <FoundInput {...kept} />
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(170px, 1fr))', gap: 12 }}>
          <DateField
            label={t('daily.absence.firstDay')}
            value={firstDay || null}
            onChange={(day) => change({ firstDay: day ?? '' })}
            min={today}
            {...(today === '' ? {} : { max: addDays(today, ABSENCE_DAYS) })}
            required
            {...missing(firstDay)}
          />
          <DateField
            label={t('daily.absence.lastDay')}
            value={lastDay || null}
            onChange={(day) => change({ lastDay: day ?? '' })}
            min={from}
            {...(from === '' ? {} : { max: addDays(from, ABSENCE_DAYS - 1) })}
            required
            {...missing(lastDay)}
          />
        </div>
        {!found && error && <FailedLine error={error} onRetry={() => void refetch()} />}
        <NativeSelect
          label={t('daily.absence.standIn')}
          mt={12}
          data={[
            { value: '', label: t('daily.absence.nobody') },
            ...text.inOrder(found?.candidates ?? []).map((one) => ({ value: one.login, label: data(one.name) })),
          ]}
          value={chosen?.login ?? ''}
          onChange={(event) => change({ actingUser: event.currentTarget.value })}
          disabled={!found}
        />
        <div role="status" className="meta" style={{ marginTop: 8 }}>
          {found?.candidates.length === 0 && <p>{t('daily.absence.noCandidates')}</p>}
          {chosen && <p>{t('daily.absence.shared', { claims: claimsText(chosen.claims, text) })}</p>}
          {chosen && uncovered.length > 0 && (
            <p>{t('daily.absence.uncovered', { claims: claimsText(uncovered, text) })}</p>
          )}
        </div>
      </form>
    </Dialog>
  );
}
