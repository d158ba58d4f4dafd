import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Health, HealthPart } from '@pimis/contract/health';
import { asHeading } from '@pimis/domain/text/sentence-case';
import type { StatusFamily } from '@pimis/domain/workflow/statuses';
import { useText } from '../../i18n/use-text.ts';
import { IconCircleDashed, IconRefresh } from '../../ui/icons.ts';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Chip } from '../../ui/StatusChip.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { healthQuery } from './api.ts';
import { FailedJobs } from './FailedJobs.tsx';
import { NamedValues } from './NamedValues.tsx';

const FAMILIES: Readonly<Record<HealthPart['state'], StatusFamily>> = {
  ok: 'approved',
  warning: 'waiting',
  failed: 'stopped',
  off: 'entry',
};

/** Parts of the installation, jobs, backup and versions, for administrators. */
export function HealthPage() {
  const { t } = useText();
  const { data: health, error, isFetching, refetch } = useQuery(healthQuery);
  if (error && !health) return <ErrorPage error={error} />;
  return (
    <>
      <div className="page-head">
        <h1 style={{ marginRight: 'auto' }}>{t('health.title')}</h1>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          {t('health.refresh')}
        </Button>
      </div>
      {health ? <Panels health={health} /> : <Waiting />}
    </>
  );
}

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby={id}>
      <h2 id={id} style={{ marginBottom: 12 }}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Panels({ health }: { health: Health }) {
  const { t, instant, size } = useText();
  const { queue, backup } = health;
  return (
    <>
      <Panel id="parts" title={t('health.parts')}>
        <NamedValues
          items={health.parts.map((part) => [
            asHeading(t(`health.names.${part.part}`)),
            <State key={part.part} part={part} />,
          ])}
        />
      </Panel>
      <Panel id="queue" title={t('health.queue')}>
        <NamedValues
          items={[
            [t('health.waiting'), queue.waiting],
            [
              t('health.oldest'),
              queue.waiting === 0
                ? t('common.noValue')
                : t('health.seconds', { seconds: Math.round(queue.oldestSeconds) }),
            ],
            [t('health.running'), queue.running],
            [t('health.failing'), queue.failing],
            [t('health.failed'), queue.failed],
            [t('health.mails'), queue.mails],
            [t('health.workers'), queue.workers],
          ]}
        />
      </Panel>
      <Panel id="jobs" title={t('health.jobs')}>
        <FailedJobs jobs={health.jobs} />
      </Panel>
      <Panel id="backup" title={t('health.backup')}>
        {backup ? (
          <NamedValues
            items={[
              [t('health.backupAt'), instant(backup.at)],
              [t('health.goodAt'), backup.goodAt === null ? t('common.noValue') : instant(backup.goodAt)],
              [t('health.backupSize'), size(backup.bytes)],
              [t('health.backupTime'), t('health.seconds', { seconds: Math.round(backup.seconds) })],
              [t('health.encrypted'), t(backup.encrypted ? 'health.yes' : 'health.no')],
            ]}
          />
        ) : (
          <p>{t('health.noBackup')}</p>
        )}
      </Panel>
      <Panel id="versions" title={t('health.versions')}>
        <NamedValues
          items={[
            [t('health.version'), health.version],
            [t('health.node'), health.node],
            [t('health.postgres'), health.postgres],
          ]}
        />
      </Panel>
    </>
  );
}

function State({ part: { part, state, ms, cause, reason, until } }: { part: HealthPart }) {
  const { t, instant } = useText();
  return (
    <>
      <Chip
        family={FAMILIES[state]}
        text={t(`health.states.${state}`)}
        {...(state === 'off' ? { icon: IconCircleDashed } : {})}
      />{' '}
      {ms !== null && <span className="meta">{t('health.milliseconds', { ms })}</span>}{' '}
      {until !== null && (
        <span className="meta">
          {t(part === 'archive' ? 'health.savedUntil' : 'health.until', { moment: instant(until) })}
        </span>
      )}
      {cause !== null && (
        <div>
          {/* The state already shows that the part does not work. */}
          {cause === 'fails' ? '' : `${t(`health.causes.${cause}`)} `}
          {t(`health.steps.${part}`)}
        </div>
      )}
      {/* Messages of libraries are not in a language of the interface. */}
      {reason !== null && (
        <div className="meta" lang="en" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </div>
      )}
    </>
  );
}
