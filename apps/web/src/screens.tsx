import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadScreen } from './api/version.ts';
import type { Area } from './i18n/areas.ts';
import { loadMessages } from './i18n/i18n.ts';

/**
 * A lazily loaded screen: its script, together with the messages of its areas. `screens.test.ts` compares the areas
 * with the keys in its sources.
 */
function screen<Module, Props extends object>(
  areas: readonly Area[],
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  return lazyRouteComponent(async () => {
    const [module] = await loadScreen(() => Promise.all([load(), loadMessages(areas)]));
    return { default: pick(module) };
  });
}

/** Areas of the frame of every screen: menu, header, bell, running imports. */
export const FRAME_AREAS: readonly Area[] = ['daily', 'forms', 'frame', 'projects', 'registries', 'security', 'table'];

const projects = () => import('./features/projects/ProjectsPage.tsx');
const phases = () => import('./features/projects/PhasesTab.tsx');
const PHASES: readonly Area[] = ['dashboard', 'indicators'];

export const ProjectsScreen = screen([], projects, ({ ProjectsPage }) => () => <ProjectsPage archived={false} />);
export const ArchivedProjectsScreen = screen([], projects, ({ ProjectsPage }) => () => <ProjectsPage archived />);
export const CreateScreen = screen(
  ['editing'],
  () => import('./features/projects/CreatePage.tsx'),
  (module) => module.CreatePage,
);
export const ProjectScreen = screen(
  ['lists'],
  () => import('./features/projects/ProjectLayout.tsx'),
  (module) => module.ProjectLayout,
);
export const DetailsScreen = screen(
  ['dashboard'],
  () => import('./features/projects/DetailsTab.tsx'),
  (module) => module.DetailsTab,
);
export const FormsScreen = screen(PHASES, phases, ({ PhasesTab }) => () => <PhasesTab tab="forms" />);
export const ActivitiesScreen = screen(PHASES, phases, ({ PhasesTab }) => () => <PhasesTab tab="activities" />);
export const IndicatorsScreen = screen(PHASES, phases, ({ PhasesTab }) => () => (
  <PhasesTab tab="successKeyIndicators" />
));
export const DocumentsScreen = screen(
  ['documents'],
  () => import('./features/projects/documents/DocumentsTab.tsx'),
  (module) => module.DocumentsTab,
);
export const RevisionsScreen = screen(
  ['documents'],
  () => import('./features/projects/documents/RevisionsTab.tsx'),
  (module) => module.RevisionsTab,
);
export const CommentsScreen = screen(
  [],
  () => import('./features/daily/CommentsTab.tsx'),
  (module) => module.CommentsTab,
);
export const ProjectTimelineScreen = screen(
  ['portfolioViews', 'timeline'],
  () => import('./features/portfolio/timeline/ProjectTimelineTab.tsx'),
  (module) => module.ProjectTimelineTab,
);
export const OptionsScreen = screen(
  ['editing', 'options', 'publicity'],
  () => import('./features/projects/OptionsTab.tsx'),
  (module) => module.OptionsTab,
);
export const FormScreen = screen(
  ['documents', 'editing', 'indicators', 'lists'],
  () => import('./forms/FormPage.tsx'),
  (module) => module.FormPage,
);
export const PortfolioScreen = screen(
  ['portfolioViews'],
  () => import('./features/portfolio/PortfolioLayout.tsx'),
  (module) => module.PortfolioLayout,
);
export const PortfolioOverviewScreen = screen(
  ['portfolioViews'],
  () => import('./features/portfolio/overview/OverviewPage.tsx'),
  (module) => module.OverviewPage,
);
export const PortfolioMapScreen = screen(
  ['portfolioViews'],
  () => import('./features/portfolio/map/MapPage.tsx'),
  (module) => module.MapPage,
);
export const PortfolioTimelineScreen = screen(
  ['portfolioViews', 'timeline'],
  () => import('./features/portfolio/timeline/TimelinePage.tsx'),
  (module) => module.TimelinePage,
);
export const PortfolioProgressScreen = screen(
  ['portfolioViews', 'warnings'],
  () => import('./features/portfolio/progress/ProgressPage.tsx'),
  (module) => module.ProgressPage,
);
export const FiscalCalendarScreen = screen(
  ['fiscal', 'portfolioViews'],
  () => import('./features/portfolio/calendar/CalendarPage.tsx'),
  (module) => module.CalendarPage,
);
export const ScenariosScreen = screen(
  ['editing', 'scenarios'],
  () => import('./features/portfolio/scenarios/ScenariosPage.tsx'),
  (module) => module.ScenariosPage,
);
export const ScenarioScreen = screen(
  ['editing', 'fiscal', 'scenarios'],
  () => import('./features/portfolio/scenarios/ScenarioPage.tsx'),
  (module) => module.ScenarioPage,
);
export const ScenarioComparisonScreen = screen(
  ['fiscal', 'scenarios'],
  () => import('./features/portfolio/scenarios/ComparePage.tsx'),
  (module) => module.ComparePage,
);
export const RegistryScreen = screen(
  ['editing'],
  () => import('./features/registries/RegistryPage.tsx'),
  (module) => module.RegistryPage,
);
export const RegistriesScreen = screen(
  [],
  () => import('./features/registries/RegistriesPage.tsx'),
  (module) => module.RegistriesPage,
);
export const RowScreen = screen(
  ['editing'],
  () => import('./features/registries/RowPage.tsx'),
  (module) => module.RowPage,
);
export const OrganizationScreen = screen(
  [],
  () => import('./features/registries/OrganizationPage.tsx'),
  (module) => module.OrganizationPage,
);
export const ListsScreen = screen(
  ['editing', 'lists'],
  () => import('./features/lists/ListsPage.tsx'),
  (module) => module.ListsPage,
);
export const DecisionsScreen = screen(
  ['lists'],
  () => import('./features/lists/decisions/DecisionsPage.tsx'),
  (module) => module.DecisionsPage,
);
export const ListDecisionsScreen = screen(
  ['lists'],
  () => import('./features/lists/decisions/DecisionsPage.tsx'),
  (module) => module.ListDecisionsPage,
);
export const ReportsScreen = screen(
  ['reports'],
  () => import('./features/reports/ReportsPage.tsx'),
  (module) => module.ReportsPage,
);
export const DashboardScreen = screen(
  ['dashboard', 'warnings'],
  () => import('./features/dashboard/DashboardPage.tsx'),
  (module) => module.DashboardPage,
);
export const TasksScreen = screen(
  ['dashboard'],
  () => import('./features/dashboard/tasks/TasksPage.tsx'),
  (module) => module.TasksPage,
);
export const ProfileScreen = screen(
  ['editing'],
  () => import('./features/login/ProfilePage.tsx'),
  (module) => module.ProfilePage,
);
export const NotificationsScreen = screen(
  [],
  () => import('./features/daily/NotificationsPage.tsx'),
  (module) => module.NotificationsPage,
);
export const AuditScreen = screen(
  ['audit'],
  () => import('./features/administration/AuditPage.tsx'),
  (module) => module.AuditPage,
);
export const AdministrationScreen = screen(
  ['administration', 'audit'],
  () => import('./features/administration/AdministrationPage.tsx'),
  (module) => module.AdministrationPage,
);
export const UsersScreen = screen(
  ['administration', 'editing'],
  () => import('./features/administration/UsersPage.tsx'),
  (module) => module.UsersPage,
);
export const UserScreen = screen(
  ['administration', 'editing'],
  () => import('./features/administration/UserPage.tsx'),
  (module) => module.UserPage,
);
export const UserCreateScreen = screen(
  ['administration', 'editing'],
  () => import('./features/administration/UserCreatePage.tsx'),
  (module) => module.UserCreatePage,
);
export const RolesScreen = screen(
  ['administration'],
  () => import('./features/administration/RolesPage.tsx'),
  (module) => module.RolesPage,
);
export const RoleScreen = screen(
  ['administration', 'editing'],
  () => import('./features/administration/RolePage.tsx'),
  (module) => module.RolePage,
);
export const RoleCreateScreen = screen(
  ['administration', 'editing'],
  () => import('./features/administration/RoleCreatePage.tsx'),
  (module) => module.RoleCreatePage,
);
export const OrganizationsScreen = screen(
  ['organizations'],
  () => import('./features/administration/OrganizationsPage.tsx'),
  (module) => module.OrganizationsPage,
);
export const RegisteredOrganizationScreen = screen(
  ['editing', 'organizations'],
  () => import('./features/administration/OrganizationPage.tsx'),
  (module) => module.OrganizationPage,
);
export const HealthScreen = screen(
  ['health'],
  () => import('./features/administration/HealthPage.tsx'),
  (module) => module.HealthPage,
);
export const PublicityScreen = screen(
  ['publicity'],
  () => import('./features/publicity/PublicityPage.tsx'),
  (module) => module.PublicityPage,
);
export const ConnectionsScreen = screen(
  ['administration', 'connections', 'editing'],
  () => import('./features/connections/ConnectionsPage.tsx'),
  (module) => module.ConnectionsPage,
);
export const ClientScreen = screen(
  ['administration', 'connections', 'editing'],
  () => import('./features/connections/ClientPage.tsx'),
  (module) => module.ClientPage,
);
export const WebhookScreen = screen(
  ['connections', 'editing'],
  () => import('./features/connections/WebhookPage.tsx'),
  (module) => module.WebhookPage,
);
export const NoticesScreen = screen(
  ['editing', 'notices'],
  () => import('./features/administration/NoticesPage.tsx'),
  (module) => module.NoticesPage,
);
