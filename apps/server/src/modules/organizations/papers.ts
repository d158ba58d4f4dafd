import type { Organization, Submitted } from '@pimis/contract/organizations';
import { ORGANIZATION_STATUS } from '@pimis/domain/constants';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import { can } from '@pimis/domain/access/policies';
import { WORDS } from '@pimis/domain/text/words';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import type { LabelledValue, PdfDocument } from '../../platform/documents/pdf/model.ts';
import { pageHeader } from '../../platform/documents/pdf/page-header.ts';
import { retrieveRegistration } from './registration.ts';
import { readOrganization } from './service.ts';

/** The subject of both papers: a request, or a registered organization. */
type Printed = Submitted & { status?: number; resolvedDate?: string | null; adminLogin?: string | null };

const NONE = '–';

const TEXTS = {
  one: pair('Образац ПИМИС-1', 'Form PIMIS-1'),
  request: pair('Захтев за регистрацију органа', 'Request to register an organization'),
  two: pair('Образац ПИМИС-2', 'Form PIMIS-2'),
  certificate: pair('Потврда о локалном администратору', 'Certificate of the local administrator'),
  organization: WORDS.body,
  id: WORDS.budgetUserId,
  about: WORDS.bodyDetails,
  companyNumber: WORDS.companyNumber,
  taxId: WORDS.taxIdNumber,
  account: WORDS.executionAccount,
  branch: WORDS.treasuryBranch,
  address: WORDS.address,
  phone: WORDS.phone,
  email: WORDS.email,
  supportPhones: WORDS.supportPhones,
  supportEmails: WORDS.supportEmails,
  maxAmount: pair('Највећи износ, РСД', 'Largest amount, RSD'),
  administrator: WORDS.localAdministrator,
  name: WORDS.fullName,
  identityNumber: WORDS.identityNumber,
  login: WORDS.userName,
  approved: pair('Регистрација одобрена', 'Registration approved'),
  handedIn: pair('Захтев је поднет', 'The request was handed in on'),
  authorized: pair('Овлашћено лице органа', 'Authorized person of the organization'),
  head: pair('Руководилац органа', 'Head of the organization'),
  authorizes: pair(
    'Орган овлашћује лице наведено у овом обрасцу да у информационом систему за управљање јавним инвестицијама ' +
      'отвара налоге запослених, додељује им улоге и укида им приступ.',
    'The organization authorizes the person named in this form to open accounts of its employees in the information ' +
      'system for the management of public investments, to give them roles and to end their access.',
  ),
} as const;

/** Labelled values in a language and script; a missing value has a mark. */
function labels({ say }: Wording) {
  return (label: BilingualText, value: string | null | undefined): LabelledValue => ({
    label: say(label),
    value: value || NONE,
  });
}
const dayText = (instant: string, { day }: Wording) => day(dayOf(new Date(instant)));

/** PIMIS-1: the request to register as submitted. */
function registrationPaper(context: Context, organization: Printed, written: Written): PdfDocument {
  const wording = wordingOf(written.language);
  const { say, day, amount } = wording;
  const labelled = labels(wording);
  return {
    ...written,
    head: pageHeader(organization.name, `ПИМИС-1/${organization.id}`, context, written),
    title: say(TEXTS.one),
    subtitle: say(TEXTS.request),
    labelled: [labelled(TEXTS.organization, organization.name), labelled(TEXTS.id, organization.id)],
    blocks: [
      { kind: 'heading', level: 2, text: say(TEXTS.about) },
      {
        kind: 'labelled',
        rows: [
          labelled(TEXTS.companyNumber, organization.companyNumber),
          labelled(TEXTS.taxId, organization.taxIdNumber),
          labelled(TEXTS.account, organization.executionAccount),
          labelled(TEXTS.branch, organization.treasuryBranchCode),
          labelled(TEXTS.address, [organization.address, organization.postalCode].filter(Boolean).join(', ')),
          labelled(TEXTS.phone, organization.phoneNumber),
          labelled(TEXTS.email, organization.email),
          labelled(TEXTS.supportPhones, organization.supportPhoneNumbers.join(', ')),
          labelled(TEXTS.supportEmails, organization.supportEmails.join(', ')),
          ...(organization.maxAmount ? [labelled(TEXTS.maxAmount, amount(organization.maxAmount))] : []),
        ],
      },
      { kind: 'heading', level: 2, text: say(TEXTS.administrator) },
      {
        kind: 'labelled',
        rows: [
          labelled(TEXTS.name, organization.adminName),
          labelled(TEXTS.identityNumber, organization.adminIdentityNumber),
          labelled(TEXTS.email, organization.adminEmail),
          labelled(TEXTS.phone, organization.adminPhoneNumber),
        ],
      },
      { kind: 'paragraph', text: `${say(TEXTS.handedIn)} ${dayText(organization.createdDate, wording)}` },
    ],
    signatures: [say(TEXTS.authorized), say(TEXTS.administrator)],
    footer: `ПИМИС-1 · ${organization.id} · ${day(today(context))}`,
  };
}

/** PIMIS-2: the administrator of the organization's accounts; one page. */
function administratorPaper(context: Context, organization: Printed, written: Written): PdfDocument {
  const wording = wordingOf(written.language);
  const { say, day } = wording;
  const labelled = labels(wording);
  const approved = organization.status === ORGANIZATION_STATUS.approved;
  return {
    ...written,
    head: pageHeader(organization.name, `ПИМИС-2/${organization.id}`, context, written),
    title: say(TEXTS.two),
    subtitle: say(TEXTS.certificate),
    labelled: [labelled(TEXTS.organization, organization.name), labelled(TEXTS.id, organization.id)],
    blocks: [
      {
        kind: 'paragraph',
        text: say(TEXTS.authorizes),
      },
      {
        kind: 'labelled',
        rows: [
          labelled(TEXTS.name, organization.adminName),
          labelled(TEXTS.identityNumber, organization.adminIdentityNumber),
          labelled(TEXTS.email, organization.adminEmail),
          labelled(TEXTS.phone, organization.adminPhoneNumber),
          ...(approved
            ? [
                labelled(TEXTS.login, organization.adminLogin),
                labelled(
                  TEXTS.approved,
                  organization.resolvedDate ? dayText(organization.resolvedDate, wording) : null,
                ),
              ]
            : []),
        ],
      },
    ],
    signatures: [say(TEXTS.head), say(TEXTS.administrator)],
    footer: `ПИМИС-2 · ${organization.id} · ${day(today(context))}`,
  };
}

async function printed(
  context: Context,
  user: CurrentUser | null,
  wanted: { id: string; document: number; token: string | undefined },
): Promise<Printed> {
  if (wanted.token !== undefined) {
    const submitted = await retrieveRegistration(context, wanted.token);
    if (submitted.id !== wanted.id) throw new ApiError('InvalidRegistrationToken');
    return submitted;
  }
  if (!user) throw new ApiError('Unauthorized');
  const organization: Organization = await readOrganization(context, user, wanted.id);
  if (!can(user, 'organization.view')) throw new ApiError('InvalidOrganizationPermission');
  if (wanted.document === 2 && !organization.actions.includes('printAdmin')) {
    throw new ApiError('InvalidOrganizationPermission');
  }
  return organization;
}

/** Either paper, for the holder of the request's token or the manager of the organization. */
export async function organizationPaper(
  context: Context,
  user: CurrentUser | null,
  wanted: { id: string; document: number; token: string | undefined },
  written: Written,
): Promise<PdfDocument> {
  const organization = await printed(context, user, wanted);
  const paper = wanted.document === 1 ? registrationPaper : administratorPaper;
  return paper(context, organization, written);
}
