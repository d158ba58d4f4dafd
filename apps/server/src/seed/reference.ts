import { type Kysely, sql } from 'kysely';
import { ROLES } from '@pimis/domain/access/roles';
import { ROLE_TYPE } from '@pimis/domain/constants';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import { readCodeTable } from './csv.ts';
import { publishFormDefinitions } from '../modules/forms/definitions.ts';

const CHUNK = 500;
const ADMINISTRATION = '00000';
/** Status of a rate from a list of the central bank. */
const CENTRAL_BANK = 'НБС';

/** Column of the table ← column of the file. The first one is the key. */
const TABLES: readonly {
  file: string;
  table: keyof Tables;
  columns: Record<string, string>;
  /** Columns with made-up values (data/README.md): only for demo and tests. */
  illustrative?: readonly string[];
  /** Official rows; the others are only for demo and tests. */
  official?: (row: Record<string, string | null>) => boolean;
}[] = [
  {
    file: 'districts',
    table: 'districts',
    columns: { code: 'code', iso_code: 'isoCode', name: 'name', seat: 'seat', region: 'region' },
  },
  {
    file: 'municipalities',
    table: 'municipalities',
    columns: {
      id: 'code',
      name: 'name',
      type: 'type',
      district_code: 'districtCode',
      region: 'region',
      parent_code: 'parentCode',
      code_status: 'codeStatus',
    },
  },
  {
    file: 'treasury-branches',
    table: 'treasury_branches',
    columns: { code: 'code', name: 'name', city: 'city', kind: 'kind', district_code: 'districtCode' },
    official: () => false,
  },
  {
    file: 'currencies',
    table: 'currencies',
    columns: { code: 'code', numeric_code: 'numericCode', name: 'nameSr', name_en: 'nameEn', status: 'status' },
  },
  {
    file: 'exchange-rates',
    table: 'exchange_rates',
    columns: { currency_code: 'code', rate_date: 'date', unit: 'unit', middle_rate: 'middleRate', status: 'status' },
    official: ({ status }) => status === CENTRAL_BANK,
  },
  {
    file: 'functions',
    table: 'functions',
    columns: { code: 'code', name: 'name', level: 'level', parent_code: 'parentCode', status: 'status' },
  },
  {
    file: 'economic-classifications',
    table: 'economic_classifications',
    columns: { code: 'code', short_code: 'shortCode', name: 'name', level: 'level', parent_code: 'parentCode' },
  },
  { file: 'funding-sources', table: 'funding_sources', columns: { code: 'code', name: 'name' } },
  { file: 'payment-codes', table: 'payment_codes', columns: { code: 'code', name: 'name', group_name: 'group' } },
  {
    file: 'countries',
    table: 'countries',
    columns: { alpha2: 'alpha2', alpha3: 'alpha3', numeric_code: 'numericCode', name: 'nameSr', name_en: 'nameEn' },
  },
  {
    file: 'banks',
    table: 'banks',
    columns: {
      code: 'code',
      name: 'name',
      name_latin: 'nameLatin',
      status: 'status',
      note: 'note',
      valid_to: 'validTo',
    },
  },
  {
    file: 'budget-users',
    table: 'budget_users',
    columns: {
      id: 'id',
      name: 'name',
      tax_id_number: 'taxIdNumber',
      company_number: 'companyNumber',
      execution_account: 'executionAccount',
      address: 'address',
      place: 'place',
      phone_number: 'phone',
      email: 'email',
      treasury_branch_code: 'treasuryBranchCode',
      activity: 'activity',
      type: 'type',
      parent_id: 'parentId',
      municipality_code: 'municipalityCode',
    },
    illustrative: [
      'tax_id_number',
      'company_number',
      'execution_account',
      'address',
      'phone_number',
      'email',
      'treasury_branch_code',
      'activity',
    ],
    // The numbers of all others are made up.
    official: ({ id }) => id === ADMINISTRATION,
  },
  {
    file: 'appropriations',
    table: 'appropriations',
    columns: {
      id: 'appropriationId',
      budget_year: 'budgetYear',
      organization_code: 'organizationCode',
      chapter: 'chapter',
      subchapter: 'subchapter',
      program_code: 'programCode',
      project_code: 'projectCode',
      function_code: 'functionCode',
      source_of_funding_code: 'sourceOfFundingCode',
      economic_classification_code: 'economicClassificationCode',
      amount: 'amount',
      current_amount: 'currentAmount',
    },
    official: () => false,
  },
];

/** Adds the rows that a table lacks. Later changes by people stay. */
async function load(tx: Tx, entry: (typeof TABLES)[number], illustrative: boolean): Promise<void> {
  const key = `reference:${entry.file}`;
  const { rows: all, hash } = readCodeTable(entry.file);
  const { official } = entry;
  const rows = illustrative || !official ? all : all.filter(official);
  const loaded = illustrative ? `${hash} with illustrative rows` : hash;
  const before = await tx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  if (before?.value === loaded) return;
  const columns = Object.entries(entry.columns).filter(
    ([column]) => illustrative || !entry.illustrative?.includes(column),
  );
  const untyped = tx as unknown as Kysely<Record<string, Record<string, unknown>>>;
  for (let start = 0; start < rows.length; start += CHUNK) {
    const values = rows
      .slice(start, start + CHUNK)
      .map((row) => Object.fromEntries(columns.map(([column, source]) => [column, row[source] ?? null])));
    await untyped
      .insertInto(entry.table)
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await tx
    .insertInto('settings')
    .values({ key, value: JSON.stringify(loaded) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(loaded) }))
    .execute();
}

async function loadRoles(tx: Tx): Promise<void> {
  for (const role of ROLES) {
    await tx
      .insertInto('roles')
      .values({
        id: role.id,
        name: role.name,
        description: role.description.sr,
        role_type: ROLE_TYPE.system,
        organization_id: null,
      })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ name: role.name, description: role.description.sr }),
      )
      .execute();
    await tx.deleteFrom('role_claims').where('role_id', '=', role.id).execute();
    if (role.claims.length > 0) {
      await tx
        .insertInto('role_claims')
        .values(role.claims.map((claim) => ({ role_id: role.id, claim })))
        .execute();
    }
  }
}

/** Makes an organization of a budget user, once. */
export async function registerOrganization(tx: Tx, id: string): Promise<void> {
  await sql`
    insert into organizations (id, name, status, tax_id_number, company_number, treasury_branch_code,
                               execution_account, address, email, phone_number)
    select id, name, 2, tax_id_number, company_number, treasury_branch_code,
           execution_account, address, email, phone_number
    from budget_users where id = ${id}
    on conflict (id) do nothing`.execute(tx);
}

/**
 * Everything that the product needs before its first user: code tables, roles, form definitions. Repeatable. Made-up
 * data (budget users, branches of the treasury, appropriations, some rates) come only with the demo: in real work they
 * would pass for entered data (docs/decisions/0160-what-an-installation-brings.md).
 */
export async function seedReferenceData(
  context: Context,
  { illustrative = context.config.demo }: { illustrative?: boolean } = {},
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    // Two servers that start at once run one after the other.
    await sql`select pg_advisory_xact_lock(7136403)`.execute(tx);
    for (const entry of TABLES) await load(tx, entry, illustrative);
    await registerOrganization(tx, ADMINISTRATION);
    await loadRoles(tx);
    await publishFormDefinitions(tx);
  });
}
