import type { Decision, Organization, OrganizationAction, OrganizationUpdate } from '@pimis/contract/organizations';
import { can } from '@pimis/domain/access/policies';
import { ADMINISTRATION_ORGANIZATION, ORGANIZATION_STATUS, ROLE } from '@pimis/domain/constants';
import { SHORT_NAME_PATTERN } from '@pimis/domain/organizations/contacts';
import { REGISTRATION_ANSWER } from '@pimis/domain/organizations/registration-answer';
import { searchFold } from '@pimis/domain/text/transliterate';
import { trimmed } from '@pimis/domain/text/blank';
import { WORDS } from '@pimis/domain/text/words';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { isWhole, requireUnchanged } from '../../platform/http/unchanged-fields.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { composeMail } from '../../platform/mail/mail-page.ts';
import { changeRights } from '../identity/roles/rights.ts';
import { type AddedUser, addUser } from '../identity/users/users.ts';
import { readContacts } from './contacts.ts';
import {
  findOrganization,
  findRegistered,
  isShortNameTaken,
  isTreasuryBranch,
  type LockedOrganization,
  lockOrganization,
  writeContacts,
  writeDecision,
  writeNumbers,
} from './queries.ts';

const SHORT_NAME = new RegExp(SHORT_NAME_PATTERN, 'u');

type Found = Omit<Organization, 'actions' | 'differences'>;

/** The ministry never registers, so the product creates it without numbers. */
const mayEditNumbers = (user: CurrentUser, id: string) =>
  id === ADMINISTRATION_ORGANIZATION && can(user, 'organization.resolve');

function actionsOn(user: CurrentUser, { id, status }: Found): OrganizationAction[] {
  const pending = status === ORGANIZATION_STATUS.pending;
  const approved = status === ORGANIZATION_STATUS.approved;
  const resolves = can(user, 'organization.resolve');
  return [
    ...(pending && resolves ? (['resolve'] as const) : []),
    ...(approved && can(user, 'organization.edit', { organizationId: id }) ? (['edit'] as const) : []),
    ...(approved && mayEditNumbers(user, id) ? (['editNumbers'] as const) : []),
    ...(can(user, 'organization.view') ? (['printRegistration'] as const) : []),
    ...(approved && resolves ? (['printAdmin'] as const) : []),
  ];
}

/** Only managers of organizations see the administrator's data. */
function shownTo(user: CurrentUser, found: Found): Found {
  if (can(user, 'organization.view')) return found;
  const hidden = { adminName: null, adminLogin: null, adminIdentityNumber: null, adminEmail: null };
  return { ...found, ...hidden, adminPhoneNumber: null, resolvedComment: null };
}

/** An organization that the user may see; NotFound otherwise. */
export async function readOrganization(context: Context, user: CurrentUser, id: string): Promise<Organization> {
  if (!can(user, 'organization.view', { organizationId: id })) throw new ApiError('NotFound');
  const found = await findOrganization(context.db, id);
  if (!found) throw new ApiError('NotFound');
  const actions = actionsOn(user, found);
  const differences = actions.includes('resolve') ? await differencesOf(context, found) : [];
  return { ...shownTo(user, found), actions, differences };
}

/** Fields in which a request differs from the registry; fields missing in the registry do not count. */
async function differencesOf(context: Context, found: Found): Promise<Organization['differences']> {
  const registered = await findRegistered(context.db, found.id);
  if (!registered) return [];
  return (['name', 'companyNumber', 'taxIdNumber'] as const).flatMap((field) => {
    const inRegistry = registered[field];
    const same = inRegistry === null || searchFold(inRegistry) === searchFold(found[field] ?? '');
    return same ? [] : [{ field, registered: inRegistry }];
  });
}

/** Fields that the code of decisions and changes sets or compares explicitly. */
const DECIDED = ['respond', 'treasuryBranchCode', 'comment', 'generateLogin', 'adminLogin', 'notifyAdmin', 'revision'];
const CHANGED = ['nameShort', 'supportEmails', 'supportPhoneNumbers', 'numbers', 'revision'];

async function requireAsRead(context: Context, user: CurrentUser, id: string, sent: object, changed: string[]) {
  if (isWhole(sent, changed)) requireUnchanged(sent, await readOrganization(context, user, id), changed);
}

/**
 * Approves a request and creates the administrator's account, or refuses the request. With `revision`, only if the
 * request is unchanged: the organization may have named another administrator meanwhile. Errors:
 * InvalidRegistrationStatus for a decided request, RecordConflict, those of a new user.
 */
export async function resolveRegistration(
  context: Context,
  user: CurrentUser,
  id: string,
  decision: Decision,
  origin: AuditOrigin,
): Promise<{ status: number; adminLogin: string | null }> {
  const approve = decision.respond === REGISTRATION_ANSWER.approve;
  const makesLogin = decision.generateLogin ?? true;
  const login = makesLogin ? null : decision.adminLogin?.trim() || null;
  if (approve && !makesLogin && login === null) throw invalidFields({ adminLogin: 'EmptyField' });
  return changeRights(context, user, async (tx, caller) => {
    if (!can(caller, 'organization.resolve')) throw new ApiError('Forbidden');
    const found = await lockOrganization(tx, id);
    if (!found) throw new ApiError('NotFound');
    if (found.status !== ORGANIZATION_STATUS.pending) throw new ApiError('InvalidRegistrationStatus');
    if (decision.revision !== undefined && decision.revision !== found.revision) throw new ApiError('RecordConflict');
    await requireAsRead({ ...context, db: tx }, caller, id, decision, DECIDED);
    const branch = decision.treasuryBranchCode?.trim() || found.treasuryBranchCode;
    if (branch !== null && !(await isTreasuryBranch(tx, branch))) {
      throw invalidFields({ treasuryBranchCode: 'UnknownReference' });
    }
    const status = approve ? ORGANIZATION_STATUS.approved : ORGANIZATION_STATUS.cancelled;
    const comment = trimmed(decision.comment ?? '') || null;
    const notify = decision.notifyAdmin ?? true;
    const adminLogin = approve ? await addUser(context, tx, administratorOf(found, login, notify), origin) : null;
    if (!approve && notify) await mailRefusal(context, tx, found, comment);
    await writeDecision(tx, id, {
      status,
      treasury_branch_code: branch,
      admin_login: adminLogin,
      resolved_at: context.now(),
      resolved_by: user.id,
      resolved_comment: comment,
    });
    await audit(tx, origin, {
      operation: approve ? 'organization.approve' : 'organization.cancel',
      subjectType: 'organization',
      subjectId: id,
      organizationId: id,
      detail: { before: { status: found.status }, after: { status, adminLogin, treasuryBranchCode: branch }, comment },
    });
    return { status, adminLogin };
  });
}

/** The account of the administrator whom a request names; a login of null is made from the name. */
function administratorOf(request: LockedOrganization, login: string | null, notifyUser: boolean): AddedUser {
  return {
    login,
    loginAd: null,
    name: request.adminName ?? '',
    email: request.adminEmail ?? '',
    phoneNumber: request.adminPhoneNumber,
    organizationId: request.id,
    roleId: ROLE.localAdmin,
    tags: [],
    notifyUser,
  };
}

/** Mails the refusal, with its reason, to the administrator whom the request names. */
async function mailRefusal(
  context: Context,
  tx: Tx,
  { id, name, adminEmail }: LockedOrganization,
  comment: string | null,
): Promise<void> {
  if (!adminEmail) return;
  const refused = `Захтев за регистрацију органа ${name} (${id}) није прихваћен.`;
  const reason = comment ? [`Образложење: ${comment}`] : [];
  const mail = composeMail({
    to: adminEmail,
    subject: 'ПИМИС: захтев за регистрацију',
    paragraphs: [refused, ...reason, 'Орган може поново да поднесе захтев.'],
    link: { label: WORDS.registerBody.sr, address: `${context.config.publicUrl}/register-organization` },
  });
  await addJob(tx, 'sendMail', mail);
}

/**
 * Changes short name and support contacts of an approved organization, and the numbers of the ministry. With
 * `revision`, only if nobody else has changed the organization since.
 */
export async function updateOrganization(
  context: Context,
  user: CurrentUser,
  id: string,
  input: OrganizationUpdate,
  origin: AuditOrigin,
) {
  const thing = { organizationId: id };
  if (!can(user, 'organization.view', thing)) throw new ApiError('NotFound');
  if (!can(user, 'organization.edit', thing)) throw new ApiError('InvalidOrganizationPermission');
  const nameShort = trimmed(input.nameShort);
  if (!SHORT_NAME.test(nameShort)) throw invalidFields({ nameShort: nameShort === '' ? 'EmptyField' : 'InvalidField' });
  const { numbers } = input;
  if (numbers && !mayEditNumbers(user, id)) throw new ApiError('InvalidOrganizationPermission');
  const after = { nameShort, ...readContacts(input) };
  return context.db.transaction().execute(async (tx) => {
    const found = await lockOrganization(tx, id);
    if (!found) throw new ApiError('NotFound');
    if (found.status !== ORGANIZATION_STATUS.approved) throw new ApiError('InvalidRegistrationStatus');
    if (input.revision !== undefined && input.revision !== found.revision) throw new ApiError('RecordConflict');
    await requireAsRead({ ...context, db: tx }, user, id, input, CHANGED);
    if (await isShortNameTaken(tx, nameShort, id)) {
      throw new ApiError('TranOrganizationNameShortExists', {
        fieldErrors: [{ field: 'nameShort', code: 'TranOrganizationNameShortExists' }],
      });
    }
    await writeContacts(tx, id, after);
    if (numbers) await writeNumbers(tx, id, numbers);
    const { supportEmails, supportPhoneNumbers } = found;
    const before = { nameShort: found.nameShort, supportEmails, supportPhoneNumbers };
    const { companyNumber, taxIdNumber } = found;
    await audit(tx, origin, {
      operation: 'organization.update',
      subjectType: 'organization',
      subjectId: id,
      organizationId: id,
      detail: numbers
        ? { before: { ...before, companyNumber, taxIdNumber }, after: { ...after, ...numbers } }
        : { before, after },
    });
    return after;
  });
}
