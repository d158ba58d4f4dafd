import type { Permission } from './policies.ts';

/** Who finds a screen: whoever the menu would lead there. The longest beginning of an address counts. */
export const SCREEN_PERMISSIONS: readonly (readonly [string, Permission])[] = [
  ['/administration/user/management', 'user.view'],
  ['/administration/user/create', 'user.view'],
  ['/administration/role', 'role.view'],
  ['/administration/organization', 'organization.view'],
  ['/administration/notices', 'notice.manage'],
  ['/administration/audit', 'audit.read'],
  ['/archived-projects', 'project.archivedList'],
  ['/projects/create', 'project.create'],
  ['/projects', 'project.view'],
  ['/tasks', 'project.view'],
  ['/project-lists', 'list.view'],
  ['/reporting', 'report.board'],
  ['/registry', 'registry.read'],
];
