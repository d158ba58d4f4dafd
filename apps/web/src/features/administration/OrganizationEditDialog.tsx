import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Organization } from '@pimis/contract/organizations';
import {
  COMPANY_NUMBER_PATTERN,
  partsOf,
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
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';

const SHORT_NAME = new RegExp(SHORT_NAME_PATTERN, 'u');
const COMPANY_NUMBER = new RegExp(COMPANY_NUMBER_PATTERN);
const TAX_ID_NUMBER = new RegExp(TAX_ID_NUMBER_PATTERN);
const COMPANY_NUMBER_LENGTH = 8;
const TAX_ID_NUMBER_LENGTH = 9;
const isNumber = (pattern: RegExp, text: string) => text.trim() === '' || pattern.test(text.trim());

/** Short name and contacts of support of an approved organization; of the ministry its numbers too. */
export function OrganizationEditDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [start] = useState(() => ({
    nameShort: organization.nameShort ?? '',
    supportEmails: organization.supportEmails.join(', '),
    supportPhoneNumbers: organization.supportPhoneNumbers.join(', '),
    companyNumber: organization.companyNumber ?? '',
    taxIdNumber: organization.taxIdNumber ?? '',
  }));
  const withNumbers = organization.actions.includes('editNumbers');
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const emails = partsOf(values.supportEmails);
  const phones = partsOf(values.supportPhoneNumbers);
  const count = SUPPORT_CONTACTS;
  const problems = {
    ...(SHORT_NAME.test(values.nameShort.trim())
      ? {}
      : { nameShort: t('organizations.nameShortHint', { count: SHORT_NAME_LENGTH }) }),
    ...(supportEmailsProblem(emails) ? { supportEmails: t('organizations.supportEmailsInvalid', { count }) } : {}),
    ...(supportPhonesProblem(phones)
      ? { supportPhoneNumbers: t('organizations.supportPhonesInvalid', { count }) }
      : {}),
    ...(withNumbers && !isNumber(COMPANY_NUMBER, values.companyNumber)
      ? { companyNumber: t('organizations.companyNumberHint') }
      : {}),
    ...(withNumbers && !isNumber(TAX_ID_NUMBER, values.taxIdNumber)
      ? { taxIdNumber: t('organizations.taxIdNumberHint') }
      : {}),
  };
  const labels: Record<keyof typeof values, string> = {
    nameShort: t('organizations.nameShort'),
    supportEmails: t('organizations.supportEmails'),
    supportPhoneNumbers: t('organizations.supportPhones'),
    companyNumber: t('organizations.companyNumber'),
    taxIdNumber: t('organizations.taxIdNumber'),
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      await call('PUT /security/organizations/:organizationId', {
        params: { organizationId: organization.id },
        body: {
          nameShort: values.nameShort.trim(),
          supportEmails: emails,
          supportPhoneNumbers: phones,
          ...(withNumbers
            ? {
                numbers: {
                  companyNumber: values.companyNumber.trim() || null,
                  taxIdNumber: values.taxIdNumber.trim() || null,
                },
              }
            : {}),
        },
      });
      notifySuccess(t('organizations.saved'));
      onClose();
    } catch (failure) {
      notifyFailure(failure, text, (field) => labels[field as keyof typeof values]);
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['organizations'] });
    }
  };
  const field = (name: keyof typeof values, hint: string, maxLength: number) => (
    <TextInput
      label={labels[name]}
      description={hint}
      required={name === 'nameShort'}
      maxLength={maxLength}
      value={values[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setValues((before) => ({ ...before, [name]: value }));
      }}
      error={tried ? (problems as Partial<typeof values>)[name] : undefined}
      mb={12}
    />
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('organizations.editTitle')}
      width="decide"
      unsaved={JSON.stringify(values) !== JSON.stringify(start)}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="organization-edit" loading={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id="organization-edit" onSubmit={(event) => void save(event)} noValidate>
        {field('nameShort', t('organizations.nameShortHint', { count: SHORT_NAME_LENGTH }), SHORT_NAME_LENGTH)}
        {field('supportEmails', t('organizations.supportHint', { count }), SUPPORT_TEXT_LENGTH)}
        {field('supportPhoneNumbers', t('organizations.supportHint', { count }), SUPPORT_TEXT_LENGTH)}
        {withNumbers && (
          <>
            {field('companyNumber', t('organizations.companyNumberHint'), COMPANY_NUMBER_LENGTH)}
            {field('taxIdNumber', t('organizations.taxIdNumberHint'), TAX_ID_NUMBER_LENGTH)}
          </>
        )}
      </form>
    </Dialog>
  );
}
