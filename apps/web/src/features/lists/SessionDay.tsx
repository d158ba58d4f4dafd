import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ProjectList } from '@pimis/contract/lists';
import { writeInvitation } from '@pimis/domain/calendar/icalendar';
import { SESSION_NUMBER_MAX, sessionDays } from '@pimis/domain/workflow/list-limits';
import { can } from '@pimis/domain/access/policies';
import { call, saveFile } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { dayOf } from '../../i18n/format.ts';
import { useText } from '../../i18n/use-text.ts';
import { DateField, isDayOrNone } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';

function SessionDialog({ type, list, onClose }: { type: number; list: ProjectList; onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [opened] = useState({ day: list.sessionDay, number: list.sessionNumber });
  const [day, setDay] = useState<string | null>(opened.day);
  const [number, setNumber] = useState(opened.number ?? '');
  const [busy, setBusy] = useState(false);
  const { first, last } = sessionDays(dayOf(list.createdDate));
  const isPossible = isDayOrNone(day) && (!day || (day >= first && day <= last));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isPossible) return;
    setBusy(true);
    try {
      await call('PUT /projects/lists/:projectTypeList/:projectListName/session', {
        params: { projectTypeList: type, projectListName: list.name },
        body: { day: day || null, number: number.trim() || null, expected: opened },
      });
      notifySuccess(t('lists.session.saved'));
      onClose();
    } catch (failure) {
      notifyFailure(failure, text, (field) => (field === 'day' ? t('lists.session.day') : undefined));
    } finally {
      setBusy(false);
      await Promise.all(['lists', 'dashboard'].map((kind) => client.invalidateQueries({ queryKey: [kind] })));
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('lists.session.set')}
      unsaved={day !== opened.day || number !== (opened.number ?? '')}
      confirm={
        <Button type="submit" form="session" loading={busy} disabled={!isPossible}>
          {t('common.save')}
        </Button>
      }
    >
      <form id="session" onSubmit={(event) => void save(event)} noValidate>
        <p style={{ marginBottom: 12 }}>{t('lists.session.hint')}</p>
        <DateField label={t('lists.session.day')} value={day} onChange={setDay} min={first} max={last} />
        <TextInput
          label={t('lists.session.number')}
          value={number}
          maxLength={SESSION_NUMBER_MAX}
          onChange={(event) => setNumber(event.currentTarget.value)}
          mt="sm"
        />
      </form>
    </Dialog>
  );
}

/** The commission's session for a list. Users who make lists can set its day until all projects are decided. */
export function SessionDay({ type, list }: { type: number; list: ProjectList }) {
  const { t, date, data, paper } = useText();
  const user = useUser();
  const [asking, setAsking] = useState(false);
  const mayChange = can(user, 'list.manage') && !list.approved;
  if (!list.sessionDay && !list.sessionNumber && !mayChange) return null;
  /** A file that calendars open, to be sent with the invitation. */
  const saveInvitation = () => {
    const about = { host: location.hostname, language: paper.language ?? 'sr', now: new Date().toISOString() };
    const invitation = data(writeInvitation(list, list.sessionDay ?? '', about));
    saveFile(new Blob([invitation], { type: 'text/calendar;charset=utf-8' }), `sednica-${list.type}-${list.id}.ics`);
  };
  const called = [list.sessionNumber, list.sessionDay && date(list.sessionDay)].filter(Boolean).join(', ');
  return (
    <span className="second">
      {called ? t('lists.session.on', { date: called }) : t('lists.session.none')}{' '}
      {mayChange && (
        <button type="button" className="link-button" onClick={() => setAsking(true)}>
          {t('lists.session.set')}
        </button>
      )}
      {list.sessionDay && (
        <>
          {mayChange && ' · '}
          <button type="button" className="link-button" onClick={saveInvitation}>
            {t('lists.session.invitation')}
          </button>
        </>
      )}
      {asking && <SessionDialog type={type} list={list} onClose={() => setAsking(false)} />}
    </span>
  );
}
