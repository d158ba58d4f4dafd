import { inSentenceCase } from '@pimis/domain/text/sentence-case';
import { PHASE_STATUS, statusInfo } from '@pimis/domain/workflow/statuses';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Fragment, useRef } from 'react';
import type { Project } from '@pimis/contract/projects';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { useText } from '../../i18n/use-text.ts';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Chip, StatusChip } from '../../ui/StatusChip.tsx';
import { SentAgainNote } from '../../ui/SentAgainNote.tsx';
import { TabLinks } from '../../ui/TabLinks.tsx';
import { IconCheck, IconCurrencyEuro, IconFlag } from '../../ui/icons.ts';
import { useCurrentInView } from '../../ui/use-current-in-view.ts';
import { FollowButton } from '../daily/FollowButton.tsx';
import { ActionButtons } from './ActionButtons.tsx';
import { projectQuery } from './api.ts';
import { ProjectExport } from './ProjectExport.tsx';
import { ReturnedNotice } from './ReturnedNotice.tsx';
import { StatusButtons } from './StatusButtons.tsx';
import { SummaryButton } from './SummaryButton.tsx';
import { useBase } from './use-base.ts';
import { useOutcome } from './use-outcome.ts';
import { useAddress } from '../../ui/address.ts';
import './project.css';

const ENDED_BADLY: readonly number[] = [PHASE_STATUS.postponed, PHASE_STATUS.stopped];

function Header({ project, selected }: { project: Project; selected: number }) {
  const { t, data, original, pair, amount } = useText();
  const outcome = useOutcome(project);
  const own = project.proposerOrganizationId === project.organizationId;
  const finishedBadly = project.status === PROJECT_STATUS.finished && ENDED_BADLY.includes(project.phaseStatus);
  return (
    <div className="project-head">
      <div style={{ flex: '1 1 420px', minWidth: 0 }}>
        <p className="meta" style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
          <span className="strong">{project.code}</span>
          <span>{t('projects.page.number', { number: project.number })}</span>
          <span className="chip outline">{t(`projects.status.${String(project.status) as '0' | '1' | '2'}`)}</span>
          {project.isMerged && <span className="chip outline">{t('projects.filters.isMerged')}</span>}
          {project.foreignFunds && (
            <span className="chip outline">
              <IconCurrencyEuro size={14} aria-hidden /> {t('projects.page.foreign')}
            </span>
          )}
          {project.important && (
            <span className="chip outline">
              <IconFlag size={14} aria-hidden /> {t('projects.page.important')}
            </span>
          )}
          {finishedBadly && (
            <Chip
              family="stopped"
              text={t('projects.page.finishedChip', {
                status: inSentenceCase(pair(statusInfo(project.phaseStatus).label)),
              })}
            />
          )}
        </p>
        <div style={{ margin: '4px 0' }}>
          <h1 title={original(project.name)}>{data(project.name)}</h1>
          <span ref={outcome} tabIndex={-1}>
            <StatusChip large status={project.phaseStatus} phase={project.phase} />
          </span>
        </div>
      </div>
      <p className="second project-line">
        {data(project.organizationName)}
        {!own && `, ${t('projects.page.proposer', { name: data(project.proposerOrganizationName) })}`} ·{' '}
        {t(`projects.sectors.${String(project.sector) as '1'}`)} ·{' '}
        <span style={{ whiteSpace: 'nowrap' }}>
          {amount(project.totalValue)} {t('common.currency')}
        </span>
      </p>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, paddingTop: 4 }}>
        <FollowButton code={project.code} />
        <SummaryButton code={project.code} />
        <ProjectExport code={project.code} />
        <StatusButtons project={project} />
        <ActionButtons project={project} current={selected === project.projectPhaseId} />
      </div>
    </div>
  );
}

function Stepper({ project, selected, base }: { project: Project; selected: number; base: string }) {
  const { t, pair, date } = useText();
  const row = useRef<HTMLOListElement>(null);
  useCurrentInView(row, '[aria-current="step"]', project.phase);
  return (
    <ol ref={row} className="stepper" aria-label={t('projects.page.steps')}>
      {project.phases.map((step, index) => {
        const first = index === 0 || project.phases[index - 1]?.stage !== step.stage;
        const name = <span className="name">{pair(phaseInfo(step.phase).title)}</span>;
        return (
          <li
            key={step.phase}
            data-state={step.state}
            data-selected={step.projectPhaseId === selected}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            {first && <span className="stage meta">{t(`projects.stages.${step.stage as 'preparation'}`)}</span>}
            <span className="dot" aria-hidden>
              {step.state === 'done' && <IconCheck size={12} stroke={3} />}
            </span>
            {step.projectPhaseId ? (
              <Link to={`${base}/${project.code}/phases/${step.projectPhaseId}/forms`}>{name}</Link>
            ) : (
              <span className="second">{name}</span>
            )}
            <div className="meta">{step.startedDate ? date(step.startedDate) : t('projects.page.notStarted')}</div>
          </li>
        );
      })}
    </ol>
  );
}

/** The project page: its head, its state, its tabs. */
export function ProjectLayout() {
  const { t } = useText();
  const { projectCode, projectPhaseId } = useAddress();
  const base = useBase();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { data: project, error } = useQuery(projectQuery(projectCode ?? ''));
  if (error && !project) return <ErrorPage error={error} missingHint={t('projects.page.notSeen')} />;
  if (!project) return <p className="meta">{t('common.loading')}</p>;
  const root = `${base}/${project.code}`;
  const selected = projectPhaseId ? Number(projectPhaseId) : project.projectPhaseId;
  const isAt = (at: string) => path.startsWith(at) || (at === `${root}/details` && path.replace(/\/$/, '') === root);
  const tabs: {
    key: 'details' | 'phases' | 'documents' | 'comments' | 'options' | 'timeline';
    to: string;
    at: string;
    count?: number;
  }[] = [
    { key: 'details', to: `${root}/details`, at: `${root}/details` },
    { key: 'phases', to: `${root}/phases/${selected}/forms`, at: `${root}/phases` },
    { key: 'timeline', to: `${root}/timeline`, at: `${root}/timeline` },
    { key: 'documents', to: `${root}/documents`, at: `${root}/documents`, count: project.counts.documents },
    { key: 'comments', to: `${root}/comments`, at: `${root}/comments`, count: project.counts.comments },
    { key: 'options', to: `${root}/options/settings`, at: `${root}/options` },
  ];
  return (
    // Open dialogs and input belong to this project, also after a change of its code. Going to another project, for
    // example by the back button, replaces them.
    <Fragment key={project.id}>
      <Header project={project} selected={selected} />
      <Stepper project={project} selected={selected} base={base} />
      {project.sentAgain && (
        <div className="panel sent-again-panel">
          <SentAgainNote project={project} sentAgain={project.sentAgain} />
        </div>
      )}
      {project.returned && (
        <div style={{ marginBottom: 16 }}>
          <ReturnedNotice returned={project.returned} />
        </div>
      )}
      <TabLinks label={project.code}>
        {tabs.map((tab) => (
          <Link key={tab.key} to={tab.to} data-active={isAt(tab.at)} aria-current={isAt(tab.at) ? 'page' : undefined}>
            {tab.key === 'timeline' ? t('frame.portfolio.timeline') : t(`projects.page.${tab.key}`)}
            {tab.count !== undefined && <span className="count">{tab.count}</span>}
          </Link>
        ))}
      </TabLinks>
      <Outlet />
    </Fragment>
  );
}
