import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FailedJob } from '@pimis/contract/health';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { NamedValues } from './NamedValues.tsx';

/** Jobs that have failed, each with its reason; with buttons to retry or discard them. */
export function FailedJobs({ jobs }: { jobs: readonly FailedJob[] }) {
  const text = useText();
  const { t, instant } = text;
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<FailedJob | null>(null);
  const change = async (name: 'retry' | 'give-up', jobId: string) => {
    setBusy(jobId);
    try {
      await call(`POST /administration/health/jobs/:jobId/${name}`, { params: { jobId } });
      notifySuccess(t(name === 'retry' ? 'health.retried' : 'health.givenUp'));
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(null);
      setLeaving(null);
      await client.invalidateQueries({ queryKey: ['health'] });
    }
  };
  if (jobs.length === 0) return <p>{t('health.noJobs')}</p>;
  return (
    <>
      {jobs.map((job) => (
        <div key={job.id} style={{ marginTop: 12 }}>
          <NamedValues
            items={[
              [t('health.job'), <span key="job" lang="en">{`${job.name} (${job.id})`}</span>],
              [t('health.attempts'), t('health.ofAttempts', { attempts: job.attempts, max: job.maxAttempts })],
              [t('health.failedAt'), instant(job.failedAt)],
              [t('health.nextAt'), job.nextAt === null ? t('health.never') : instant(job.nextAt)],
              [
                t('health.reason'),
                <span key="reason" lang="en" style={{ overflowWrap: 'anywhere' }}>
                  {job.reason}
                </span>,
              ],
            ]}
          />
          <Button
            size="compact-sm"
            loading={busy === job.id}
            onClick={() => void change('retry', job.id)}
            aria-label={t('health.retryNamed', { id: job.id })}
          >
            {t('health.retry')}
          </Button>{' '}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setLeaving(job)}
            aria-label={t('health.giveUpNamed', { id: job.id })}
          >
            {t('health.giveUp')}
          </Button>
        </div>
      ))}
      {leaving && (
        <Dialog
          opened
          onClose={() => setLeaving(null)}
          title={t('health.giveUp')}
          width="decide"
          footer={
            <>
              <Button variant="default" onClick={() => setLeaving(null)}>
                {t('common.cancel')}
              </Button>
              <Button color="red" loading={busy !== null} onClick={() => void change('give-up', leaving.id)}>
                {t('health.giveUp')}
              </Button>
            </>
          }
        >
          <p>{t('health.giveUpQuestion', { name: leaving.name })}</p>
        </Dialog>
      )}
    </>
  );
}
