import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { OrganizationLink } from '../registries/OrganizationLink.tsx';
import { Actors } from './Actors.tsx';
import { Conditions } from './Conditions.tsx';
import { LatestActivities } from './LatestActivities.tsx';
import { Summary } from './Summary.tsx';
import { projectQuery } from './api.ts';
import { useAddress } from '../../ui/address.ts';

/** The project's data, and the people who can act on it. */
export function DetailsTab() {
  const { t, data, date, instant } = useText();
  const { projectCode } = useAddress();
  const { data: project } = useQuery(projectQuery(projectCode ?? ''));
  if (!project) return null;
  const values: [string, ReactNode][] = [
    [
      t('projects.page.values.organization'),
      <OrganizationLink key="owner" id={project.organizationId} name={data(project.organizationName)} />,
    ],
    [
      t('projects.page.values.proposer'),
      <OrganizationLink
        key="proposer"
        id={project.proposerOrganizationId}
        name={data(project.proposerOrganizationName)}
      />,
    ],
    [t('projects.page.values.type'), t(`projects.types.${String(project.type) as '1'}`)],
    [t('projects.page.values.sector'), t(`projects.sectors.${String(project.sector) as '1'}`)],
    [t('projects.page.values.created'), instant(project.createdDate)],
    [t('projects.page.values.changed'), instant(project.lastChangeDate)],
    ...(project.postponedUntil
      ? [[t('projects.page.values.postponedUntil'), date(project.postponedUntil)] as [string, ReactNode]]
      : []),
    ...(project.meiOpinion
      ? [[t('projects.page.values.meiOpinion'), data(project.meiOpinion)] as [string, ReactNode]]
      : []),
  ];
  return (
    <div className="project-grid">
      <div className="project-column">
        <Summary project={project} />
        <dl className="panel project-values">
          {values.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt className="second">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="project-column">
        <Actors project={project} />
        <Conditions project={project} />
        <LatestActivities project={project} />
      </div>
    </div>
  );
}
