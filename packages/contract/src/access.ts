import type { Permission } from '@pimis/domain/access/policies';
import type { CallName } from './calls.ts';

/**
 * Who may make a call: anybody; whoever has signed in; about whom it is; or who has one of the permissions. To the last,
 * `hidden` answers that there is no such thing (404), and `open` marks calls that some registries answer to anybody.
 * What the thing at hand adds (whose it is, in which state) is the services' to ask, with the same permissions.
 */
export type CallAccess =
  | 'anybody'
  | 'signedIn'
  | 'oneself'
  | { any: readonly Permission[]; hidden?: boolean; open?: boolean };

const may = (...any: Permission[]): CallAccess => ({ any });
const sees = (...any: Permission[]): CallAccess => ({ any, hidden: true });
const EDITS: readonly Permission[] = ['form.save', 'form.saveOlder'];

/** A row for every call; docs/permissions.md and the help are made of it, and a test holds the running server to it. */
export const CALL_ACCESS: Readonly<Record<CallName, CallAccess>> = {
  'GET /health': 'anybody',
  'GET /configuration': 'anybody',
  'GET /notices': 'anybody',
  'GET /notices/all': may('notice.manage'),
  'POST /notices': may('notice.manage'),
  'PUT /notices/:noticeId': may('notice.manage'),
  'DELETE /notices/:noticeId': may('notice.manage'),
  'POST /login': 'anybody',
  'POST /login/login-ldap': 'anybody',
  'GET /login/refresh': 'anybody',
  'POST /login/location-verify': 'anybody',
  'POST /login/logout': 'signedIn',

  'GET /administration/audit': may('audit.read'),
  'GET /administration/audit/export': may('audit.read'),

  'GET /security/users': may('user.view'),
  'GET /security/users/:login': may('user.view'),
  'GET /security/users/login-generate': may('user.manage'),
  'POST /security/users': may('user.manage'),
  'PUT /security/users': may('user.manage'),
  'POST /security/users/access-set/revoke': may('user.changeStatus'),
  'POST /security/users/access-set/restore': may('user.changeStatus'),
  'PUT /security/users/:login/activate': 'anybody',
  'POST /security/users/:login/activate': 'anybody',
  'POST /security/users/activation-token-validate': 'anybody',
  'PUT /security/users/:login/password-reset': 'anybody',
  'POST /security/users/:login/password-reset': 'anybody',
  'POST /security/users/reset-token-validate': 'anybody',
  'GET /security/users/:login/profile': 'oneself',
  'PUT /security/users/:login/profile': 'oneself',
  'PUT /security/users/:login/password-update': 'oneself',

  'GET /security/roles': may('role.view'),
  'GET /security/roles/:roleId': may('role.view'),
  'GET /security/roles/claims': may('role.manage'),
  'GET /security/roles/available': may('user.manage'),
  'POST /security/roles': may('role.manage'),
  'PUT /security/roles': may('role.manage'),
  'DELETE /security/roles/:roleId': may('role.manage'),

  'POST /security/organizations': 'anybody',
  'PUT /security/organizations': 'anybody',
  'POST /security/organizations/retrieve': 'anybody',
  'GET /security/organizations/:organizationId/documents/:document': 'anybody',
  'GET /security/organizations': may('organization.view'),
  'GET /security/organizations/:organizationId': 'signedIn',
  'PUT /security/organizations/:organizationId': may('organization.edit'),
  'POST /security/organizations/:organizationId/request-resolve': may('organization.resolve'),

  'GET /registry/:registry': { any: ['registry.read'], open: true },
  'GET /registry/:registry/:id': { any: ['registry.read'], open: true },
  'GET /registry/:registry/:id/changes': may('registry.read'),
  'GET /registry/:registry/export': may('registry.read'),
  'GET /registry/exchange-rate': may('registry.read'),
  'POST /registry/:registry': may('registry.write'),
  'PUT /registry/:registry/:id': may('registry.write'),
  'DELETE /registry/:registry/:id': may('registry.write'),
  'POST /registry/:registry/import': may('registry.write'),

  'GET /operations/:id': may('operation.read'),
  'GET /operations/:id/events': may('operation.read'),
  'GET /operations/:id/result': may('operation.read'),
  'GET /dashboard': 'signedIn',
  'GET /dashboard/tasks': 'signedIn',
  'GET /search': 'signedIn',
  'GET /notifications': may('notification.read'),
  'GET /notifications/count': may('notification.read'),
  'GET /notifications/settings': may('notification.read'),
  'PUT /notifications/settings': may('notification.read'),
  'PUT /notifications/read-all': may('notification.read'),
  'PUT /notifications/:notificationId/read': may('notification.read'),

  'GET /projects/paged': may('project.view', 'project.archivedList'),
  'POST /projects': may('project.create', 'project.setImportant'),
  'GET /projects/:projectCode': sees('project.view'),
  'PUT /projects/:projectCode': may('project.settings'),
  'PATCH /projects/:projectCode': may('project.archive'),
  'GET /projects/:projectCode/phases': sees('project.view'),
  'GET /projects/:projectCode/phases/:projectPhaseId/activities': sees('project.view'),
  'PUT /projects/:projectCode/actions': may('project.actions'),
  'GET /projects/:projectCode/phases/:projectPhaseId/success-key-indicator': may('project.indicators'),
  'POST /projects/success-key-indicator/calculate': may('project.indicators'),
  'GET /projects/:projectCode/organizations': sees('project.view'),
  'PUT /projects/:projectCode/organizations': may('project.organizations'),
  'GET /projects/:projectCode/appropriations': sees('project.view'),
  'PUT /projects/:projectCode/appropriations': may('project.appropriations'),
  'GET /projects/important/list': may('project.importantLists'),
  'PUT /projects/important/list': may('project.importantLists'),
  'PUT /projects/merge': may('project.merge'),
  'GET /projects/:projectCode/follow': may('project.follow'),
  'PUT /projects/:projectCode/follow': may('project.follow'),
  'DELETE /projects/:projectCode/follow': may('project.follow'),
  'GET /projects/:projectCode/comments': may('project.comment'),
  'POST /projects/:projectCode/comments': may('project.comment'),
  'PUT /projects/:projectCode/comments/:commentId': may('project.comment'),
  'DELETE /projects/:projectCode/comments/:commentId': may('project.comment'),

  'GET /projects/:projectCode/forms/:phaseFormId': sees('project.view'),
  'GET /projects/:projectCode/forms/:phaseFormId/revision/:revision': sees('project.view'),
  'PUT /projects/:projectCode/forms/:phaseFormId/evaluator': may('form.evaluator'),
  'POST /projects/:projectCode/forms/:phaseFormId/import': may(...EDITS),
  'POST /projects/form-input': may(...EDITS, 'form.mark', 'form.comment'),
  'POST /form-input': may(...EDITS, 'form.mark', 'form.comment'),

  'GET /projects/:projectCode/documents': sees('document.view'),
  'POST /projects/:projectCode/documents': may('document.upload'),
  'DELETE /projects/:projectCode/documents/:documentId': may('document.upload'),
  'GET /projects/:projectCode/documents/:documentId/revisions': sees('document.view'),
  'POST /projects/:projectCode/documents/:documentId/revisions': may('document.upload'),
  'DELETE /projects/:projectCode/documents/:documentId/revisions/:revisionId': may('document.upload'),
  'GET /projects/:projectCode/documents/:documentId/revisions/:revisionId/download': sees('document.view'),
  'POST /projects/:projectCode/documents/:documentId/revisions/:revisionId/access': sees('document.view'),
  'PUT /projects/:projectCode/documents/:documentId/revisions/:revision/security/:secureLink': may('document.upload'),
  'PUT /projects/:projectCode/documents/:documentId/revisions/:revisionId/link': may('document.upload'),
  'DELETE /projects/:projectCode/documents/:documentId/revisions/:revisionId/link': may('document.upload'),
  'GET /projects/documents/:downloadToken/security': 'anybody',
  'GET /projects/documents/:downloadToken/anonymous': 'anybody',

  'GET /projects/lists/:projectTypeList': may('list.view'),
  'POST /projects/lists/:projectTypeList': may('list.manage'),
  'GET /projects/lists/:projectTypeList/:projectListName': may('list.view'),
  'PUT /projects/lists/:projectTypeList/:projectListName/decisions': may('list.manage'),
  'GET /projects/lists/:projectTypeList/:projectListName/documents': may('list.documents'),
  'GET /projects/lists/approved/:projectTypeList/:projectListName': may('list.documents'),

  'GET /reporting/projects/:projectCode': may('export.project'),
  'GET /reporting/projects/:projectCode/documents': may('export.project'),
  'POST /reporting/projects/:projectCode/access': may('export.project'),
  'GET /reporting/projects/:projectCode/forms': may('export.project'),
  'GET /reporting/projects/:projectCode/identity-cards': may('export.project'),
  'GET /reporting/projects/:projectCode/options': may('export.project'),
  'GET /reporting/projects/:projectCode/success-key-indicators/:phaseId': may('project.indicators'),
  'GET /reporting/board-reports': may('report.board'),
  'GET /reporting/board-reports/:type': 'signedIn',
  'GET /reporting/board-reports/:type/preview': may('report.board'),
  'PUT /reporting/board-reports/:type/favourite': may('report.board'),
  'DELETE /reporting/board-reports/:type/favourite': may('report.board'),
};
