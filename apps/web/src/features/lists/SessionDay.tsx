import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectList } from '@pimis/contract/lists';
import { can } from '@pimis/domain/access/policies';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { DateField, isDayOrNone } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';

function SessionDialog({ type, list, onClose }: { type: number; list: ProjectList; onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [day, setDay] = useState<string | null>(list.sessionDay);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy || !isDayOrNone(day)) return;
    setBusy(true);
    try {
      await call('PUT /projects/lists/:projectTypeList/:projectListName/session', {
        params: { projectTypeList: type, projectListName: list.name },
        body: { day: day || null },
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
      unsaved={day !== list.sessionDay}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => void save()} loading={busy} disabled={!isDayOrNone(day)}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <p style={{ marginBottom: 12 }}>{t('lists.session.hint')}</p>
      <DateField label={t('lists.session.day')} value={day} onChange={setDay} />
    </Dialog>
  );
}

/** The session of the commission before which a list comes; who makes lists sets its day, until all is decided. */
export function SessionDay({ type, list }: { type: number; list: ProjectList }) {
  const { t, date } = useText();
  const user = useUser();
  const [asking, setAsking] = useState(false);
  const mayChange = can(user, 'list.manage') && !list.approved;
  if (!list.sessionDay && !mayChange) return null;
  return (
    <span className="second">
      {list.sessionDay ? t('lists.session.on', { date: date(list.sessionDay) }) : t('lists.session.none')}{' '}
      {mayChange && (
        <button type="button" className="link-button" onClick={() => setAsking(true)}>
          {t('lists.session.set')}
        </button>
      )}
      {asking && <SessionDialog type={type} list={list} onClose={() => setAsking(false)} />}
    </span>
  );
}
