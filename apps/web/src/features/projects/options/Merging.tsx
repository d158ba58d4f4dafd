import { Button, Radio } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Project } from '@pimis/contract/projects';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { call } from '../../../api/client.ts';
import { projectsMoved } from '../../../api/project-moved.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Lookup } from '../../../ui/Lookup.tsx';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { useStillHere } from '../../../ui/use-still-here.ts';
import { Warning } from '../../../ui/Warning.tsx';

const OFFERED = 10;

/** Merges this project with another: one remains, the other is archived. */
export function Merging({ project }: { project: Project }) {
  const text = useText();
  const { t, data } = text;
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const client = useQueryClient();
  const [other, setOther] = useState<ProjectRow | null>(null);
  const [stays, setStays] = useState<'this' | 'other'>('this');
  const [asking, setAsking] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!project.rights.merge) {
    return <p className="second">{t(project.isMerged ? 'options.merging.already' : 'options.merging.notNow')}</p>;
  }
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (other) setAsking(true);
  };
  const merge = async () => {
    if (!other || busy) return;
    setBusy(true);
    try {
      const { payload } = await call('PUT /projects/merge', {
        body: {
          projects: [
            { ProjectId: project.id, ProjectCode: project.code, OriginalProject: stays === 'this' },
            { ProjectId: other.id, ProjectCode: other.code, OriginalProject: stays === 'other' },
          ],
        },
      });
      notifySuccess(t('options.merging.done', { code: payload.code }));
      await projectsMoved(client, [project.code, other.code]);
      if (isStillHere()) {
        await navigate({ to: '/projects/$projectCode/details', params: { projectCode: payload.code } });
      }
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  const search = async (typed: string) => {
    const query = { status: 'pending', merge: 'true', perPage: String(OFFERED), 'filter[search]': typed };
    const { payload } = await call('GET /projects/paged', { query });
    return payload.filter((row) => row.id !== project.id);
  };
  const [kept, gone] = stays === 'this' ? [project, other] : [other, project];
  return (
    <>
      <form onSubmit={ask} noValidate style={{ maxWidth: 620 }}>
        <p className="second" style={{ marginBottom: 12 }}>
          {t('options.merging.text')}
        </p>
        <Lookup<ProjectRow>
          kind="merge"
          label={t('options.merging.other')}
          shown={other ? `${data(other.name)} (${other.code})` : ''}
          search={search}
          rowKey={(row) => row.code}
          rowText={(row) => `${data(row.name)} (${row.code})`}
          onPick={(row) => setOther(row ?? null)}
          error={tried && !other ? t('options.merging.otherRequired') : undefined}
        />
        <Radio.Group
          mt={12}
          label={t('options.merging.stays')}
          value={stays}
          onChange={(value) => setStays(value === 'other' ? 'other' : 'this')}
        >
          <Radio mt={6} value="this" label={`${data(project.name)} (${project.code})`} />
          <Radio
            mt={6}
            value="other"
            disabled={!other}
            label={other ? `${data(other.name)} (${other.code})` : t('options.merging.chosen')}
          />
        </Radio.Group>
        <Button type="submit" mt={16}>
          {t('options.merging.merge')}
        </Button>
      </form>
      {asking && kept && gone && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={t('options.merging.confirmTitle')}
          confirm={
            <Button color="red" onClick={() => void merge()} loading={busy}>
              {t('options.merging.merge')}
            </Button>
          }
        >
          <Warning>{t('options.merging.confirm', { kept: kept.code, gone: gone.code })}</Warning>
        </Dialog>
      )}
    </>
  );
}
