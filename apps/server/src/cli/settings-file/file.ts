import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { CLOSED, OneLine } from '@pimis/contract/envelope';
import { NoticeInputSchema } from '@pimis/contract/notices';
import { AmountText, CeilingInputSchema } from '@pimis/contract/portfolio/calendar';
import { NewRoleSchema } from '@pimis/contract/roles';
import { CLAIM_TYPE, CLAIMS, type Claim } from '@pimis/domain/access/claims';
import { isBlank } from '@pimis/domain/text/blank';
import { Refused } from '../../platform/process/refused.ts';

/*
 * The file of `pimis export-settings` and `import-settings`: what people set in the product, apart from the settings of
 * a server, which are a file already (docs/decisions/0323-settings-as-files.md).
 */

const FORMAT = 1;
const INSTITUTION_LENGTH = 300;
const MOST = 10_000;

/** A role of an organization; `organization` is its number. */
const RoleSchema = Type.Object(
  {
    organization: Type.String({ minLength: 1, maxLength: 20 }),
    name: NewRoleSchema.properties.name,
    description: NewRoleSchema.properties.description,
    claims: Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
    secondFactor: Type.Boolean(),
  },
  CLOSED,
);
export type RoleSetting = Static<typeof RoleSchema>;

/** The most that projects may need in a year from a source; sector null: of all sectors. */
const CeilingSchema = Type.Object(
  {
    year: CeilingInputSchema.properties.year,
    source: CeilingInputSchema.properties.source,
    sector: CeilingInputSchema.properties.sector,
    amount: AmountText,
  },
  CLOSED,
);
export type CeilingSetting = Static<typeof CeilingSchema>;

/** A missing part changes nothing; a given one replaces all of it. */
const SettingsFileSchema = Type.Object(
  {
    format: Type.Literal(FORMAT),
    ceilings: Type.Optional(Type.Array(CeilingSchema, { maxItems: MOST })),
    /** The head of lists and other papers of the system: the institution below the state. */
    head: Type.Optional(Type.Object({ institution: OneLine({ minLength: 1, maxLength: INSTITUTION_LENGTH }) }, CLOSED)),
    notices: Type.Optional(Type.Array(NoticeInputSchema, { maxItems: MOST })),
    roles: Type.Optional(Type.Array(RoleSchema, { maxItems: MOST })),
    /** Roles of the product, by name. Those that are missing stay as they are. */
    systemRoles: Type.Optional(
      Type.Record(Type.String({ maxLength: 60 }), Type.Object({ secondFactor: Type.Boolean() }, CLOSED)),
    ),
  },
  CLOSED,
);
export type SettingsFile = Static<typeof SettingsFileSchema>;

const validator = Compile(SettingsFileSchema);

/** `/roles/3/claims/0` as `roles[3].claims[0]`. */
const placeOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`))
    .join('');

interface Problem {
  instancePath: string;
  keyword: string;
  message: string;
  params: object;
}

/** An unknown key is reported with its place, like other problems. */
function problemsOf({ instancePath, keyword, message, params }: Problem): string[] {
  const place = placeOf(instancePath);
  if (keyword === 'additionalProperties' && 'additionalProperties' in params) {
    const names = params.additionalProperties as string[];
    return names.map((name) => `${place === '' ? name : `${place}.${name}`}: is unknown`);
  }
  // For an unknown key the schema also reports a second problem, about its value.
  if (keyword === 'boolean') return [];
  return [`${place === '' ? 'the file' : place}: ${keyword === 'pattern' ? 'is not written as it must be' : message}`];
}

const isClaim = (name: string): name is Claim => Object.hasOwn(CLAIMS, name);

function claimProblems({ roles = [] }: SettingsFile): string[] {
  return roles.flatMap(({ claims }, role) =>
    claims.flatMap((claim, index) => {
      const place = `roles[${role}].claims[${index}]`;
      if (!isClaim(claim)) return [`${place}: there is no claim ${claim}`];
      return CLAIMS[claim].type === CLAIM_TYPE.system ? [`${place}: ${claim} is for roles of the system alone`] : [];
    }),
  );
}

/** The properties that identify a role and a ceiling in both the file and the installation. */
export const roleKey = ({ organization, name }: Pick<RoleSetting, 'organization' | 'name'>): string =>
  `${organization}/${name.trim().toLowerCase()}`;
export const ceilingKey = ({ year, source, sector }: Omit<CeilingSetting, 'amount'>): string =>
  `${year}/${sector ?? 'all sectors'}/${source}`;

function repeated<Thing>(part: string, things: readonly Thing[], keyOf: (thing: Thing) => string): string[] {
  const first = new Map<string, number>();
  return things.flatMap((thing, index) => {
    const before = first.get(keyOf(thing));
    if (before !== undefined) return [`${part}[${index}]: is ${part}[${before}] again`];
    first.set(keyOf(thing), index);
    return [];
  });
}

/** Reads the text of a file. Error: Refused, which names the place of everything that is wrong. */
export function readSettingsFile(text: string): SettingsFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refused(`The file is no JSON: ${(error as Error).message}`, { cause: error });
  }
  const refuse = (problems: readonly string[]) => {
    if (problems.length > 0) throw new Refused(`Nothing is applied. ${[...new Set(problems)].join('; ')}`);
  };
  if (!validator.Check(value)) {
    const problems = validator.Errors(value).flatMap(problemsOf);
    refuse(problems.length > 0 ? problems : ['the file: is not as it must be']);
    throw new Refused('Nothing is applied.');
  }
  refuse([
    ...(value.head && isBlank(value.head.institution) ? ['head.institution: is empty'] : []),
    ...claimProblems(value),
    ...repeated('roles', value.roles ?? [], roleKey),
    ...repeated('ceilings', value.ceilings ?? [], ceilingKey),
  ]);
  return value;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** The text of a file: the same settings give the same text, and a changed one changes its own lines. */
export const settingsText = (settings: Omit<SettingsFile, 'format'>): string =>
  `${JSON.stringify(sorted({ format: FORMAT, ...settings }), null, 2)}\n`;
