import type { Organization, Submitted } from '@pimis/contract/organizations';
import { formatDay } from '@pimis/domain/dates/dates';
import { ORGANIZATION_STATUS } from '@pimis/domain/constants';
import { formatAmount } from '@pimis/domain/money/decimal';
import { can } from '@pimis/domain/access/policies';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import type { LabelledValue, PdfDocument } from '../../platform/pdf/model.ts';
import { pageHeader } from '../../platform/pdf/page-header.ts';
import { retrieveRegistration } from './registration.ts';
import { readOrganization } from './service.ts';

/** What both papers say of: a request, or an organization that was registered. */
type Printed = Submitted & { status?: number; resolvedDate?: string | null; adminLogin?: string | null };

const NONE = '–';

const labelled = (label: string, value: string | null | undefined): LabelledValue => ({ label, value: value || NONE });
const dayText = (instant: string) => formatDay(dayOf(new Date(instant)));

/** PIMIS-1: the request to register, as it was handed in. */
function registrationPaper(context: Context, organization: Printed): PdfDocument {
  return {
    head: pageHeader(organization.name, `ПИМИС-1/${organization.id}`, formatDay(today(context))),
    title: 'Образац ПИМИС-1',
    subtitle: 'Захтев за регистрацију органа',
    labelled: [labelled('Орган', organization.name), labelled('ЈБКЈС', organization.id)],
    blocks: [
      { kind: 'heading', level: 2, text: 'Подаци о органу' },
      {
        kind: 'labelled',
        rows: [
          labelled('Матични број', organization.companyNumber),
          labelled('ПИБ', organization.taxIdNumber),
          labelled('Рачун извршења', organization.executionAccount),
          labelled('Филијала трезора', organization.treasuryBranchCode),
          labelled('Адреса', [organization.address, organization.postalCode].filter(Boolean).join(', ')),
          labelled('Телефон', organization.phoneNumber),
          labelled('Е-пошта', organization.email),
          labelled('Телефони подршке', organization.supportPhoneNumbers.join(', ')),
          labelled('Е-пошта подршке', organization.supportEmails.join(', ')),
          ...(organization.maxAmount ? [labelled('Највећи износ (РСД)', formatAmount(organization.maxAmount))] : []),
        ],
      },
      { kind: 'heading', level: 2, text: 'Локални администратор' },
      {
        kind: 'labelled',
        rows: [
          labelled('Име и презиме', organization.adminName),
          labelled('Број личне карте', organization.adminIdentityNumber),
          labelled('Е-пошта', organization.adminEmail),
          labelled('Телефон', organization.adminPhoneNumber),
        ],
      },
      { kind: 'paragraph', text: `Захтев је поднет ${dayText(organization.createdDate)}` },
    ],
    signatures: ['Овлашћено лице органа', 'Локални администратор'],
    footer: `ПИМИС-1 · ${organization.id} · ${formatDay(today(context))}`,
  };
}

/** PIMIS-2: who administers the organization's accounts; one page. */
function administratorPaper(context: Context, organization: Printed): PdfDocument {
  const approved = organization.status === ORGANIZATION_STATUS.approved;
  return {
    head: pageHeader(organization.name, `ПИМИС-2/${organization.id}`, formatDay(today(context))),
    title: 'Образац ПИМИС-2',
    subtitle: 'Потврда о локалном администратору',
    labelled: [labelled('Орган', organization.name), labelled('ЈБКЈС', organization.id)],
    blocks: [
      {
        kind: 'paragraph',
        text:
          'Орган овлашћује лице наведено у овом обрасцу да у информационом систему за управљање јавним инвестицијама ' +
          'отвара налоге запослених, додељује им улоге и укида им приступ.',
      },
      {
        kind: 'labelled',
        rows: [
          labelled('Име и презиме', organization.adminName),
          labelled('Број личне карте', organization.adminIdentityNumber),
          labelled('Е-пошта', organization.adminEmail),
          labelled('Телефон', organization.adminPhoneNumber),
          ...(approved
            ? [
                labelled('Корисничко име', organization.adminLogin),
                labelled(
                  'Регистрација одобрена',
                  organization.resolvedDate ? dayText(organization.resolvedDate) : null,
                ),
              ]
            : []),
        ],
      },
    ],
    signatures: ['Руководилац органа', 'Локални администратор'],
    footer: `ПИМИС-2 · ${organization.id} · ${formatDay(today(context))}`,
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

/** Either paper, for whoever has the token of the request or looks after the organization. */
export async function organizationPaper(
  context: Context,
  user: CurrentUser | null,
  wanted: { id: string; document: number; token: string | undefined },
): Promise<PdfDocument> {
  const organization = await printed(context, user, wanted);
  return wanted.document === 1 ? registrationPaper(context, organization) : administratorPaper(context, organization);
}
