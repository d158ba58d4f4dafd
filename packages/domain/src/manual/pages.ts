import { allForms, findFormDefinition } from '../forms/catalogue.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { PHASES } from '../workflow/phases.ts';

/** The manual: its pages, and the page that explains each screen (specification, "Help links"). */

export interface ManualPage {
  /** Address below the language, and path of its text in docs/help. */
  name: string;
  title: BilingualText;
  group: ManualGroup;
  /** The addresses that the page explains; $name matches one part. */
  screens?: readonly string[];
}

export const MANUAL_GROUPS = {
  start: { sr: 'Почетак', en: 'Getting started' },
  project: { sr: 'Пројекти', en: 'Projects' },
  phases: { sr: 'Фазе', en: 'Phases' },
  forms: { sr: 'Обрасци', en: 'Forms' },
  together: { sr: 'Листе, извештаји, регистри', en: 'Lists, reports, registries' },
  administration: { sr: 'Администрација', en: 'Administration' },
  reference: { sr: 'Прилози', en: 'Reference' },
} as const satisfies Record<string, BilingualText>;
export type ManualGroup = keyof typeof MANUAL_GROUPS;

function page(name: string, group: ManualGroup, sr: string, en: string, ...screens: string[]): ManualPage {
  return { name, title: { sr, en }, group, screens };
}

const PHASE_PATH = '/projects/$code/phases/$phase';

const SCREENS: readonly ManualPage[] = [
  page('index', 'start', 'Упутство за рад', 'User manual'),
  page(
    'login',
    'start',
    'Пријава',
    'Signing in',
    '/login',
    '/login/initial',
    '/login/password-reset',
    '/activation',
    '/reset-password',
    '/email-change',
    '/email-change/stop',
  ),
  page(
    'register-organization',
    'start',
    'Регистрација органа',
    'Registering an organization',
    '/register-organization',
  ),
  page('document-download', 'start', 'Преузимање документа', 'Downloading a document', '/document-download'),
  page('dashboard', 'start', 'Преглед', 'Dashboard', '/dashboard'),
  page('tasks', 'start', 'Чека на вас', 'Waiting for you', '/tasks', '/tasks/decisions'),
  page('notifications', 'start', 'Обавештења', 'Notifications', '/notifications'),
  page('profile', 'start', 'Мој налог', 'My account', '/administration/user/profile'),
  page('projects', 'project', 'Табела пројеката', 'Table of projects', '/projects'),
  page('project-create', 'project', 'Нови пројекат', 'A new project', '/projects/create'),
  page('project', 'project', 'Страница пројекта', 'Page of a project', '/projects/$code', '/projects/$code/details'),
  page(
    'project-phases',
    'project',
    'Фазе и активности',
    'Phases and activities',
    '/projects/$code/phases',
    PHASE_PATH,
    `${PHASE_PATH}/forms`,
    `${PHASE_PATH}/activities`,
  ),
  page(
    'project-indicators',
    'project',
    'Кључни показатељи успеха',
    'Key success indicators',
    `${PHASE_PATH}/successKeyIndicators`,
  ),
  page(
    'project-documents',
    'project',
    'Документи',
    'Documents',
    '/projects/$code/documents',
    '/projects/$code/documents/$document/revisions',
    '/projects/$code/documents/$document/revisions/$revision',
  ),
  page('project-comments', 'project', 'Коментари', 'Comments', '/projects/$code/comments'),
  page(
    'project-options',
    'project',
    'Опције пројекта',
    'Options of a project',
    '/projects/$code/options',
    '/projects/$code/options/$tab',
    '/projects/$code/project/options/$tab',
  ),
  page('archived', 'project', 'Архива', 'Archive', '/archived-projects'),
  page('forms', 'forms', 'Рад са обрасцима', 'Working with forms'),
  page(
    'project-lists',
    'together',
    'Листе пројеката',
    'Project lists',
    '/project-lists',
    '/project-lists/$type',
    '/project-lists/$type/$name',
    '/project-lists/$type/$name/summaries',
  ),
  page(
    'portfolio',
    'together',
    'Портфолио',
    'Portfolio',
    '/portfolio',
    '/portfolio/overview',
    '/portfolio/map',
    '/portfolio/timeline',
    '/projects/$code/timeline',
    '/portfolio/progress',
  ),
  page('fiscal-calendar', 'together', 'Фискални календар', 'Fiscal calendar', '/portfolio/calendar'),
  page(
    'scenarios',
    'together',
    'Сценарији',
    'Scenarios',
    '/portfolio/scenarios',
    '/portfolio/scenarios/compare',
    '/portfolio/scenarios/$scenario',
  ),
  page('izvestaji', 'together', 'Извештаји', 'Reports', '/reporting', '/reports'),
  page('registry', 'together', 'Регистри', 'Registries', '/registry'),
  page(
    'registry-table',
    'together',
    'Регистар: тражење, измене, увоз',
    'A registry',
    '/registry/$registry',
    '/registry/$registry/$row',
  ),
  page(
    'registry-organization',
    'together',
    'Правно лице',
    'Legal entity',
    '/registry/organization',
    '/registry/organization/$id',
  ),
  page('administration', 'administration', 'Администрација', 'Administration', '/administration'),
  page(
    'users',
    'administration',
    'Корисници',
    'Users',
    '/administration/user',
    '/administration/user/management',
    '/administration/user/create',
    '/administration/user/$login',
  ),
  page(
    'roles',
    'administration',
    'Улоге',
    'Roles',
    '/administration/role',
    '/administration/role/management',
    '/administration/role/create',
    '/administration/role/$role',
  ),
  page(
    'organizations',
    'administration',
    'Органи',
    'Organizations',
    '/administration/organization',
    '/administration/organization/management',
    '/administration/organization/$id',
  ),
  page('notices', 'administration', 'Саопштења', 'Notices', '/administration/notices'),
  page(
    'connections',
    'administration',
    'Повезивање',
    'Connections',
    '/administration/connections',
    '/administration/connections/$client',
    '/administration/connections/webhooks/$webhook',
  ),
  page('audit', 'administration', 'Ревизорски траг', 'Audit log', '/administration/audit'),
  page('health', 'administration', 'Стање система', 'State of the system', '/administration/health'),
  page('publicity', 'administration', 'Јавност', 'Publicity', '/administration/publicity'),
  page('tok-projekta', 'reference', 'Ток пројекта', 'Course of a project'),
  page('ovlascenja', 'reference', 'Овлашћења', 'Who may do what'),
  page('errors', 'reference', 'Поруке о грешкама', 'Error messages'),
];

const phasePages: readonly ManualPage[] = PHASES.toSorted((one, other) => one.id - other.id).map(({ id, title }) => ({
  name: `phases/${id}`,
  title,
  group: 'phases',
}));

/** One page for each form, as its newest version is. */
const formPages: readonly ManualPage[] = [...new Map(allForms().map((form) => [form.code, form])).values()].map(
  ({ code, title }) => ({ name: `forms/${code}`, title, group: 'forms' }),
);

/** Every page in the order of the contents. */
export const MANUAL_PAGES: readonly ManualPage[] = [...SCREENS, ...phasePages, ...formPages];

const FORM = /^\/projects\/[^/]+\/phases\/[^/]+\/(?:forms\/([^/]+)|(projectidentification))\/id\//;
const HELP_NUMBER = /^\/(?:phases\/)?(\d{1,2})$/;
/** Form that the older address of project identification opens. */
const OLDER_FORM = '1-5-5';
const MIGRATED_RATIONALIZATION = '6';
const RATIONALIZATION = '13';

/** Fixed parts of a pattern that fits the address; -1 when it does not. */
function fit(pattern: string, parts: readonly string[]): number {
  const wanted = pattern.split('/');
  if (wanted.length !== parts.length) return -1;
  if (!wanted.every((part, index) => part.startsWith('$') || part === parts[index])) return -1;
  return wanted.filter((part) => !part.startsWith('$')).length;
}

/** Name of the page that explains the screen at this address, also for archived projects; 'index' when none does. */
export function manualPageFor(address: string): string {
  const path = `/${address.replaceAll(/^\/+|\/+$/g, '')}`.replace(/^\/projects-archived(?=\/)/, '/projects');
  const named = MANUAL_PAGES.find(({ name }) => name === path.slice(1));
  if (named && !named.screens?.length) return named.name;
  const number = HELP_NUMBER.exec(path)?.[1];
  const phase = number === MIGRATED_RATIONALIZATION ? RATIONALIZATION : number;
  if (phase !== undefined && phasePages.some(({ name }) => name === `phases/${phase}`)) return `phases/${phase}`;
  const [form, code, older] = FORM.exec(path) ?? [];
  if (form !== undefined) {
    const definition = findFormDefinition(older === undefined ? (code ?? '') : OLDER_FORM);
    return definition ? `forms/${definition.code}` : 'forms';
  }
  const parts = path.split('/');
  let best = { name: named?.name ?? 'index', fixed: -1 };
  for (const { name, screens = [] } of SCREENS) {
    for (const pattern of screens) {
      const fixed = fit(pattern, parts);
      if (fixed > best.fixed) best = { name, fixed };
    }
  }
  return best.name;
}
