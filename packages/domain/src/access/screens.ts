import { can, type Permission, type PolicyUser } from './policies.ts';

/** Which users may open a screen: those to whom the menu shows it. The first matching prefix of an address counts. */
const SCREEN_PERMISSIONS: readonly (readonly [string, Permission])[] = [
  ['/administration/user/management', 'user.view'],
  ['/administration/user/create', 'user.view'],
  ['/administration/role', 'role.view'],
  // Users may also open the page of their own organization.
  ['/administration/organization/management', 'organization.view'],
  ['/administration/notices', 'notice.manage'],
  ['/administration/connections', 'client.view'],
  ['/administration/audit', 'audit.read'],
  ['/administration/health', 'system.watch'],
  ['/administration/publicity', 'project.withhold'],
  ['/archived-projects', 'project.archivedList'],
  ['/projects/create', 'project.create'],
  ['/projects', 'project.view'],
  ['/portfolio', 'portfolio.view'],
  ['/tasks', 'project.view'],
  ['/project-lists', 'list.view'],
  ['/reporting', 'report.board'],
  ['/registry', 'registry.read'],
];

/** May this user open the screen at this address? Screens that are not listed check this themselves. */
export function maySeeScreen(user: PolicyUser, path: string): boolean {
  const policy = SCREEN_PERMISSIONS.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`))?.[1];
  return policy === undefined || can(user, policy, policy === 'project.create' ? { important: true } : undefined);
}
