import { TextInput } from '@mantine/core';
import type { Organization } from '@pimis/contract/organizations';
import {
  COMPANY_NUMBER_PATTERN,
  partsOf,
  phonePartsOf,
  SHORT_NAME_LENGTH,
  SHORT_NAME_PATTERN,
  SUPPORT_CONTACTS,
  SUPPORT_TEXT_LENGTH,
  supportEmailsProblem,
  supportPhonesProblem,
  TAX_ID_NUMBER_PATTERN,
} from '@pimis/domain/organizations/contacts';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { EditDialog } from '../editing/EditDialog.tsx';

const SHORT_NAME = new RegExp(SHORT_NAME_PATTERN, 'u');
const COMPANY_NUMBER = new RegExp(COMPANY_NUMBER_PATTERN);
const TAX_ID_NUMBER = new RegExp(TAX_ID_NUMBER_PATTERN);
const COMPANY_NUMBER_LENGTH = 8;
const TAX_ID_NUMBER_LENGTH = 9;
const isNumber = (pattern: RegExp, text: string) => text.trim() === '' || pattern.test(text.trim());

interface Values {
  nameShort: string;
  supportEmails: string;
  supportPhoneNumbers: string;
  companyNumber: string;
  taxIdNumber: string;
}

/** Short name and contacts of support of an approved organization; for the ministry also its numbers. */
export function OrganizationEditDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { t, data } = useText();
  const stored: Values = {
    nameShort: organization.nameShort ?? '',
    supportEmails: organization.supportEmails.join(', '),
    supportPhoneNumbers: organization.supportPhoneNumbers.join(', '),
    companyNumber: organization.companyNumber ?? '',
    taxIdNumber: organization.taxIdNumber ?? '',
  };
  const withNumbers = organization.actions.includes('editNumbers');
  const count = SUPPORT_CONTACTS;
  const problemsOf = (values: Values): Partial<Values> => ({
    ...(SHORT_NAME.test(values.nameShort.trim())
      ? {}
      : { nameShort: t('organizations.nameShortHint', { count: SHORT_NAME_LENGTH }) }),
    ...(supportEmailsProblem(partsOf(values.supportEmails))
      ? { supportEmails: t('organizations.supportEmailsInvalid', { count }) }
      : {}),
    ...(supportPhonesProblem(phonePartsOf(values.supportPhoneNumbers))
      ? { supportPhoneNumbers: t('organizations.supportPhonesInvalid', { count }) }
      : {}),
    ...(withNumbers && !isNumber(COMPANY_NUMBER, values.companyNumber)
      ? { companyNumber: t('organizations.companyNumberHint') }
      : {}),
    ...(withNumbers && !isNumber(TAX_ID_NUMBER, values.taxIdNumber)
      ? { taxIdNumber: t('organizations.taxIdNumberHint') }
      : {}),
  });
  const labels: Record<keyof Values, string> = {
    nameShort: t('organizations.nameShort'),
    supportEmails: t('organizations.supportEmails'),
    supportPhoneNumbers: t('organizations.supportPhones'),
    companyNumber: t('organizations.companyNumber'),
    taxIdNumber: t('organizations.taxIdNumber'),
  };
  const save = (values: Values, revision: string | null) => {
    const numbers = {
      companyNumber: values.companyNumber.trim() || null,
      taxIdNumber: values.taxIdNumber.trim() || null,
    };
    return call('PUT /security/organizations/:organizationId', {
      params: { organizationId: organization.id },
      body: {
        nameShort: values.nameShort.trim(),
        supportEmails: partsOf(values.supportEmails),
        supportPhoneNumbers: phonePartsOf(values.supportPhoneNumbers),
        ...(withNumbers ? { numbers } : {}),
        ...(revision === null ? {} : { revision }),
      },
    });
  };
  return (
    <EditDialog
      title={t('organizations.editTitle')}
      place={`organization/${organization.id}`}
      width="decide"
      saved={t('organizations.saved')}
      queryKey={['organizations']}
      onClose={onClose}
      stored={stored}
      revision={organization.revision}
      valueText={(field) => (field === 'nameShort' ? data(stored.nameShort) : stored[field])}
      problemsOf={problemsOf}
      label={(field) => labels[field as keyof Values]}
      save={save}
    >
      {({ values, problems, change }) => {
        const field = (name: keyof Values, hint: string, maxLength: number) => (
          <TextInput
            label={labels[name]}
            description={hint}
            required={name === 'nameShort'}
            maxLength={maxLength}
            value={values[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
            error={problems[name]}
            mb={12}
          />
        );
        return (
          <>
            {field('nameShort', t('organizations.nameShortHint', { count: SHORT_NAME_LENGTH }), SHORT_NAME_LENGTH)}
            {field('supportEmails', t('organizations.supportHint', { count }), SUPPORT_TEXT_LENGTH)}
            {field('supportPhoneNumbers', t('organizations.supportPhonesHint', { count }), SUPPORT_TEXT_LENGTH)}
            {withNumbers && (
              <>
                {field('companyNumber', t('organizations.companyNumberHint'), COMPANY_NUMBER_LENGTH)}
                {field('taxIdNumber', t('organizations.taxIdNumberHint'), TAX_ID_NUMBER_LENGTH)}
              </>
            )}
          </>
        );
      }}
    </EditDialog>
  );
}
