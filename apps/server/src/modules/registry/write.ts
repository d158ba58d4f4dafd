import type { RegistryRow } from '@pimis/contract/registries';
import { can } from '@pimis/domain/access/policies';
import { keyOfId, rowId, writableColumns } from '@pimis/domain/registries/catalogue';
import type { Registry } from '@pimis/domain/registries/types';
import { parseCell } from '@pimis/domain/registries/cells';
import type { StatusName } from '@pimis/contract/errors';
import { addDays } from '@pimis/domain/dates/dates';
import type { AuditOrigin } from '../../platform/audit/audit.ts';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { type Apply, applyStage, lockForCall, openStage, stageRows } from './apply.ts';
import { findRow, type FoundRow } from './read.ts';

type Input = Readonly<Record<string, string | number | null | undefined>>;

/** Errors about the whole call; other errors name their field. */
const WHOLE: ReadonlySet<string> = new Set<StatusName>([
  'DuplicateRegistryRow',
  'DuplicateRegistryOrganization',
  'DuplicateRegistryTreasuryBranch',
  'DuplicateRegistryAppropriation',
  'RegistryRowUsed',
]);
const MAX_ERRORS = 100;

export function mayWrite(user: CurrentUser | null, registry: Registry): boolean {
  return user !== null && !registry.readOnly && can(user, 'registry.write', { registryClaim: registry.claim });
}

function requireWriter(user: CurrentUser, registry: Registry): void {
  if (!mayWrite(user, registry)) throw new ApiError('Forbidden');
}

/** The given fields as stored; every wrong one is reported. */
function readInput(registry: Registry, input: Input): Record<string, string | null> {
  const values: Record<string, string | null> = {};
  const problems: Record<string, string> = {};
  for (const column of writableColumns(registry)) {
    const given = input[column.name];
    if (given === undefined) continue;
    const cell = parseCell(column, given === null ? null : String(given));
    if ('problem' in cell) problems[column.name] = cell.problem;
    else values[column.name] = cell.value;
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return values;
}

async function applyOne(
  context: Context,
  tx: Tx,
  registry: Registry,
  values: Record<string, string | null>,
  change: Pick<Apply, 'mode' | 'origin' | 'neverBegins'>,
): Promise<void> {
  await openStage(tx, registry);
  await stageRows(tx, registry, [{ row: 1, values }]);
  const given = new Set(Object.keys(values));
  const { errors } = await applyStage(tx, {
    ...change,
    registry,
    given,
    day: today(context),
    maxErrors: MAX_ERRORS,
  });
  const whole = errors.find(({ code }) => WHOLE.has(code));
  // The rules use names of the catalogue.
  if (whole) throw new ApiError(whole.code as StatusName, { fieldErrors: [{ field: whole.column, code: whole.code }] });
  if (errors.length > 0) throw invalidFields(Object.fromEntries(errors.map(({ column, code }) => [column, code])));
}

async function readBack(tx: Tx, registry: Registry, id: string): Promise<RegistryRow> {
  const found = await findRow(tx, registry, id, true);
  if (!found) throw new Error(`Row ${id} of ${registry.code} is gone`);
  return found.row;
}

/** Adds a row. An existing key, valid or ended, is a duplicate. */
export async function createRow(
  context: Context,
  user: CurrentUser,
  registry: Registry,
  input: Input,
  origin: AuditOrigin,
): Promise<RegistryRow> {
  requireWriter(user, registry);
  const values = readInput(registry, input);
  const id = rowId(registry, values);
  if (id === undefined) throw invalidFields({ [registry.key[0] ?? 'id']: 'MandatoryFieldNotSet' });
  return context.db.transaction().execute(async (tx) => {
    await lockForCall(tx, registry);
    await applyOne(context, tx, registry, values, { mode: 'create', origin });
    return readBack(tx, registry, id);
  });
}

function requireRevision({ row, details }: FoundRow, revision: Input[string]): void {
  if (revision === undefined || revision === null || String(revision) === details.revision) return;
  throw new ApiError('RecordConflict', { payload: row, additionalInformation: details });
}

/** Changes a row; missing fields keep their values. With `revision`, only if nobody else has changed the row since. */
export async function updateRow(
  context: Context,
  user: CurrentUser,
  registry: Registry,
  id: string,
  input: Input,
  origin: AuditOrigin,
): Promise<RegistryRow> {
  requireWriter(user, registry);
  const { revision, ...fields } = input;
  const values = readInput(registry, fields);
  return context.db.transaction().execute(async (tx) => {
    await lockForCall(tx, registry);
    const found = await findRow(tx, registry, id, true);
    if (!found) throw new ApiError('NotFound');
    requireRevision(found, revision);
    await applyOne(context, tx, registry, { ...values, ...keyOfId(registry, id) }, { mode: 'update', origin });
    return readBack(tx, registry, id);
  });
}

/**
 * Ends a row: its last valid day is today or `lastDay`, a later one. A rate of a day is withdrawn, unless a form uses
 * it. With `revision` only if nobody else has changed the row since. Rows are never removed.
 */
export async function endRow(
  context: Context,
  user: CurrentUser,
  registry: Registry,
  id: string,
  { lastDay, revision }: { lastDay: string | undefined; revision: string | undefined },
  origin: AuditOrigin,
): Promise<RegistryRow> {
  requireWriter(user, registry);
  const day = today(context);
  return context.db.transaction().execute(async (tx) => {
    await lockForCall(tx, registry);
    const found = await findRow(tx, registry, id, true);
    if (!found) throw new ApiError('NotFound');
    requireRevision(found, revision);
    const present = found.row.validTo;
    const from = typeof found.row.validFrom === 'string' ? found.row.validFrom : day;
    const ended =
      registry.validity === 'withdrawn'
        ? Boolean(present)
        : typeof present === 'string' && (present <= day || present < from);
    if (ended) throw new ApiError('RegistryRowEnded');
    const key = keyOfId(registry, id);
    // A row whose first day is in the future never becomes valid: it ends on the day before its first.
    const neverBegins = registry.validity === 'period' && lastDay === undefined && from > day;
    const wanted = registry.validity === 'withdrawn' ? day : (lastDay ?? day);
    const validTo = neverBegins ? addDays(from, -1) : wanted;
    await applyOne(context, tx, registry, { ...key, validTo }, { mode: 'update', origin, neverBegins });
    return readBack(tx, registry, id);
  });
}
