import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Project } from '@pimis/contract/projects';
import { can } from '@pimis/domain/access/policies';
import { download, fileAddress } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { NotFoundPage } from '../../ui/Pages.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { TabLinks } from '../../ui/TabLinks.tsx';
import { projectQuery } from './api.ts';
import { Appropriations } from './options/Appropriations.tsx';
import { ImportantList } from './options/ImportantList.tsx';
import { Merging } from './options/Merging.tsx';
import { Observers } from './options/Observers.tsx';
import { Settings } from './options/Settings.tsx';
import { useAddress } from '../../ui/address.ts';

type TabKey = 'settings' | 'organizations' | 'appropriations' | 'merging' | 'lists';

const TABS: Readonly<Record<TabKey, ComponentType<{ project: Project }>>> = {
  settings: Settings,
  organizations: Observers,
  appropriations: Appropriations,
  merging: Merging,
  lists: ImportantList,
};

function isTab(key: string): key is TabKey {
  return Object.hasOwn(TABS, key);
}

/**
 * Options of a project: settings, observers, appropriations; for administrators merging, and lists of an important one.
 */
export function OptionsTab() {
  const text = useText();
  const { t } = text;
  const user = useUser();
  const { projectCode = '', optionsTab = 'settings' } = useAddress();
  const root = useRouterState({
    select: (state) => (state.location.pathname.startsWith('/projects-archived') ? '/projects-archived' : '/projects'),
  });
  const { data: project } = useQuery(projectQuery(projectCode));
  if (!project) return null;
  const keys: TabKey[] = [
    'settings',
    'organizations',
    'appropriations',
    ...(can(user, 'project.merge') && !project.isMerged ? (['merging'] as const) : []),
    ...(project.rights.lists ? (['lists'] as const) : []),
  ];
  if (!isTab(optionsTab) || !keys.includes(optionsTab)) return <NotFoundPage />;
  const Tab = TABS[optionsTab];
  const save = (format: 'pdf' | 'json') =>
    download(
      fileAddress('GET /reporting/projects/:projectCode/options', {
        params: { projectCode },
        query: { format, ...text.paper },
      }),
      `${projectCode}-opcije.${format}`,
    ).catch((failure: unknown) => notifyFailure(failure, text));
  return (
    <section className="panel" aria-label={t('projects.page.options')}>
      <TabLinks style={{ margin: 0, padding: '0 4px', alignItems: 'center' }}>
        {keys.map((key) => (
          <Link
            key={key}
            to={`${root}/${projectCode}/options/${key}`}
            data-active={optionsTab === key}
            aria-current={optionsTab === key ? 'page' : undefined}
          >
            {t(`options.tabs.${key}`)}
          </Link>
        ))}
        <Menu
          opener={
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconDownload size={16} />}
              style={{ marginLeft: 'auto' }}
            >
              {t('common.export')}
            </Button>
          }
        >
          <MenuItem onClick={() => void save('pdf')}>PDF</MenuItem>
          <MenuItem onClick={() => void save('json')}>JSON</MenuItem>
        </Menu>
      </TabLinks>
      <div style={{ padding: 16 }}>
        <Tab project={project} />
      </div>
    </section>
  );
}
