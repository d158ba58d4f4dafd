import { CALL_ACCESS, type CallAccess } from '@pimis/contract/access';
import { CLAIMS, type Claim } from '@pimis/domain/access/claims';
import { can, PERMISSIONS, type Permission, PROJECT_SIGHT } from '@pimis/domain/access/policies';
import { POLICY_TEXTS } from '@pimis/domain/access/policy-texts';
import { ROLES, type Role } from '@pimis/domain/access/roles';
import { ADMINISTRATION_ORGANIZATION, MEI_ORGANIZATION, PROJECT_STATUS } from '@pimis/domain/constants';
import { table } from './markdown-table.ts';

/** Makes docs/permissions.md and the page of the help from the results of the policy table for each role and case. */

const OWN = '50112';
const OTHER = '50101';
const CLAIM_TYPES = { 1: 'system', 2: 'feature', 3: 'admin only' } as const;

/** A case: the user's organization, the owner of the resource, and its author: the user (1) or somebody else. */
const CASES = {
  everywhere: { user: OWN, thing: OTHER, author: 2 },
  ownOrganization: { user: OWN, thing: OWN, author: 2 },
  administration: { user: ADMINISTRATION_ORGANIZATION, thing: OTHER, author: 2 },
  ownMaking: { user: OWN, thing: OWN, author: 1 },
} as const;
type Case = keyof typeof CASES;

function allows({ claims }: Role, permission: Permission, name: Case): boolean {
  const { user, thing, author } = CASES[name];
  return can({ id: 1, organizationId: user, claims: new Set(claims) }, permission, {
    projectStatus: PROJECT_STATUS.pending,
    organizationId: thing,
    evaluatorOrganizationId: thing,
    userId: author,
    registryClaim: claims.find((claim) => claim.startsWith('Registry_')) ?? null,
  });
}

interface Words {
  everybody: string;
  others: string;
  nameOf: (role: Role) => string;
}

const ENGLISH: Words = { everybody: 'everybody', others: 'everybody else', nameOf: ({ name }) => name };
const SERBIAN: Words = { everybody: 'сви', others: 'сви остали', nameOf: ({ description }) => description.sr };

/** Roles that the case allows, without those that a wider case already names. */
function rolesThat(words: Words, permission: Permission, name: Case, ...wider: Case[]): string {
  const left = ROLES.filter((role) => !wider.some((other) => allows(role, permission, other)));
  const found = left.filter((role) => allows(role, permission, name));
  if (found.length > 0 && found.length === left.length)
    return left.length < ROLES.length ? words.others : words.everybody;
  return found.map(words.nameOf).join(', ');
}

/** The users who may do it, by the resource's organization. */
function reach(words: Words, permission: Permission): string[] {
  return [
    rolesThat(words, permission, 'everywhere'),
    rolesThat(words, permission, 'ownOrganization', 'everywhere'),
    rolesThat(words, permission, 'administration', 'everywhere'),
    rolesThat(words, permission, 'ownMaking', 'everywhere', 'ownOrganization'),
  ];
}

const CALLERS = { anybody: 'anybody', signedIn: 'any signed-in user', oneself: 'about oneself' } as const;

function callersOf(access: CallAccess): string {
  if (typeof access === 'string') return CALLERS[access];
  const names = access.any.map((permission) => `\`${permission}\``).join(', ');
  return `${names}${access.open ? '; anybody where the registry is open' : ''}`;
}

function listed(claims: readonly Claim[]): string {
  return claims.map((claim) => `\`${claim}\``).join(', ');
}

export function permissionsPage(): string {
  const { everywhere, centrally, own, evaluated } = PROJECT_SIGHT;
  return [
    '# Permissions',
    '',
    'Generated from `packages/domain/src/access` by `npm run docs`. Do not edit.',
    '',
    'A claim allows its holder to do something; a role is a set of claims; a permission is an entry of the policy table',
    'that requires claims, and often a relation to the organization of the subject. Permissions guard the routes and decide',
    'what screens show. An Admin has every permission unless the table excludes it. Claims are read at each request; the',
    'token only identifies the user. A subject that the user may not see is answered as if it did not exist (404).',
    '',
    '## Roles',
    '',
    'System roles are seeded and can be neither changed nor removed.',
    '',
    table(
      ['id', 'role', '', 'claims'],
      ROLES.map(({ id, name, description, claims }) => [
        String(id),
        name,
        `${description.en} / ${description.sr}`,
        claims.join(', '),
      ]),
    ),
    '',
    '## Claims',
    '',
    'Only an Admin puts an "admin only" claim into a role, or assigns a role that contains one. Other claims are given by',
    'users who have them: nobody gives a claim that they do not have, and nobody changes their own role. Local',
    'administrators and operators also give the roles 1 to 4 (docs/decisions/0143-rights-are-not-widened.md).',
    '',
    table(
      ['claim', 'kind', 'meaning'],
      Object.entries(CLAIMS).map(([claim, { type, description }]) => [claim, CLAIM_TYPES[type], description.en]),
    ),
    '',
    '## Permissions and roles',
    '',
    'For subjects that the user may see, and for pending projects. "Everywhere": in any organization. "Own organization":',
    `in the user's organization. "${ADMINISTRATION_ORGANIZATION}": everywhere, for holders of the role in the ministry's administration. "Own":`,
    'what they made themselves. A role with a permission everywhere is not listed again. Claims of custom roles count alike.',
    '',
    table(
      ['permission', 'everywhere', 'own organization', ADMINISTRATION_ORGANIZATION, 'own'],
      PERMISSIONS.map((permission) => [`\`${permission}\``, ...reach(ENGLISH, permission)]),
    ),
    '',
    '## Who sees which project',
    '',
    `- Every project: ${listed(everywhere)}; for the people of ${ADMINISTRATION_ORGANIZATION} and ${MEI_ORGANIZATION} also ${listed(centrally)}.`,
    `- Projects that the own organization owns, proposes or observes: ${listed(own)}.`,
    `- Besides those, projects with a form that the own organization evaluates: ${listed(evaluated)}.`,
    '',
    '## Calls',
    '',
    'Who passes the guard of each call; `apps/server/src/permissions.test.ts` compares the running server with the table.',
    'Services check what depends on the subject, with the same permissions. "404": callers without any of the permissions',
    'get 404 instead of 403.',
    '',
    table(
      ['call', 'who', ''],
      Object.entries(CALL_ACCESS).map(([name, access]) => [
        `\`${name}\``,
        callersOf(access),
        typeof access === 'object' && access.hidden ? '404' : '',
      ]),
    ),
    '',
  ].join('\n');
}

const HELP = {
  sr: {
    intro: [
      '# Овлашћења',
      '',
      'Сваки корисник има једну улогу, а улога је скуп овлашћења. Шта улога отвара види се одмах: промењена улога важи од',
      'следећег корака. Ствар коју не смете да видите за вас не постоји.',
      '',
      '## Улоге система',
      '',
      'Њих нико не мења. Орган може да направи и своје улоге, од овлашћења која сме да додели.',
    ],
    roles: ['улога', 'овлашћења'],
    further: 'Улоге органа могу имати и ова овлашћења:',
    who: [
      '## Ко шта сме',
      '',
      '„Свуда“: чија год да је ствар. „У свом органу“: само оно што припада органу корисника.',
      `„Администрација“: свуда, за кориснике органа ${ADMINISTRATION_ORGANIZATION}. „Своје“: само оно што је сам направио.`,
    ],
    reach: ['радња', 'свуда', 'у свом органу', 'администрација', 'своје'],
    words: SERBIAN,
  },
  en: {
    intro: [
      '# Who may do what',
      '',
      'Each user has one role, and a role is a set of rights. A changed role takes effect at the next step. Anything that',
      'you may not see looks as if it did not exist.',
      '',
      '## System roles',
      '',
      'System roles cannot be changed. An organization can create its own roles from the rights that it may assign.',
    ],
    roles: ['role', 'rights'],
    further: 'Roles of organizations may also have these rights:',
    who: [
      '## Who may do what',
      '',
      '“Everywhere”: in every organization. “Own organization”: only what belongs to the organization of the user.',
      `“Administration”: everywhere, for users of organization ${ADMINISTRATION_ORGANIZATION}. “Own”: only what the user has created.`,
    ],
    reach: ['action', 'everywhere', 'own organization', 'administration', 'own'],
    words: { ...ENGLISH, nameOf: ({ description }: Role) => description.en },
  },
} as const;

/** Claims that only roles of organizations have. */
const FURTHER_CLAIMS = (Object.keys(CLAIMS) as (keyof typeof CLAIMS)[]).filter(
  (claim) => !ROLES.some(({ claims }) => claims.includes(claim)),
);

/** The same for users, as a page of the help. */
export function permissionsHelp(language: 'sr' | 'en' = 'sr'): string {
  const { intro, roles, further, who, reach: heads, words } = HELP[language];
  return [
    ...intro,
    '',
    table(
      roles,
      ROLES.map(({ description, claims }) => [
        description[language],
        claims.map((claim) => CLAIMS[claim].description[language]).join('; '),
      ]),
    ),
    '',
    `${further} ${FURTHER_CLAIMS.map((claim) => CLAIMS[claim].description[language]).join('; ')}.`,
    '',
    ...who,
    '',
    table(
      heads,
      PERMISSIONS.map((permission) => [POLICY_TEXTS[permission][language], ...reach(words, permission)]),
    ),
    '',
  ].join('\n');
}
