import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { RegistryRow } from '@pimis/contract/registries';
import { maskPhone, PHONE_PREFIX } from '@pimis/domain/text/phone';
import { ApiFailure, call } from '../../../api/client.ts';
import { type Text, useText } from '../../../i18n/use-text.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { LoginButton, Message, TextField } from '../fields.tsx';
import { BudgetUserField } from './BudgetUserField.tsx';
import {
  ADMIN_FIELDS,
  type FieldName,
  FIELDS,
  isFieldName,
  MAX_LENGTH,
  ORGANIZATION_FIELDS,
  PHONES,
  type Problems,
  problemsOf,
  REQUIRED,
  sentOf,
  type Values,
} from './registration-form.ts';
import { useLeftOut } from './use-left-out.ts';

const IDENTITY_DIGITS = 9;
const HINTS = { supportEmails: 'supportHint', supportPhoneNumbers: 'supportPhonesHint' } as const;

/** Data of a budget user that fill fields. */
function factsOf(row: RegistryRow): Partial<Values> {
  const fields = ['companyNumber', 'taxIdNumber', 'executionAccount', 'treasuryBranchCode'] as const;
  const place = typeof row.place === 'string' && row.place !== '' ? row.place : null;
  return {
    id: String(row.id),
    name: row.name,
    address: [row.address, place].filter(Boolean).join(', '),
    ...Object.fromEntries(fields.map((field) => [field, String(row[field] ?? '')])),
  };
}

/** The server's errors by field. */
function refusedBy(failure: unknown, text: Text): Problems {
  if (!(failure instanceof ApiFailure)) return {};
  const problems: Problems = {};
  for (const error of failure.errors) {
    if (typeof error !== 'object' || !('field' in error)) continue;
    const field = error.field.split('.')[0] ?? '';
    if (!isFieldName(field)) continue;
    const plain = error.code === 'EmptyField' ? text.t('common.required') : text.t('registration.invalid');
    problems[field] = ['EmptyField', 'InvalidField'].includes(error.code) ? plain : text.status(error.code);
  }
  return problems;
}

/** A value as it is stored, from what was typed into a field. */
function typedIn(field: FieldName, value: string): string {
  if (PHONES.includes(field)) return maskPhone(value);
  return field === 'adminIdentityNumber' ? value.replaceAll(/\D/g, '').slice(0, IDENTITY_DIGITS) : value;
}

interface RegistrationFieldProps {
  field: Exclude<FieldName, 'id'>;
  value: string;
  /** The request is being sent: text typed meanwhile would be lost. */
  busy: boolean;
  problem: string | undefined;
  onChange: (value: string) => void;
}

function RegistrationField({ field, value, busy, problem, onChange }: RegistrationFieldProps) {
  const { t } = useText();
  const isPhone = PHONES.includes(field);
  return (
    <TextField
      label={`${t(`registration.${field}`)}${isPhone ? ` (${PHONE_PREFIX})` : ''}`}
      {...(field === 'supportEmails' || field === 'supportPhoneNumbers'
        ? { hint: t(`registration.${HINTS[field]}`) }
        : {})}
      {...(isPhone ? { placeholder: '(##) ### ####', inputMode: 'tel' as const } : {})}
      {...(field === 'adminIdentityNumber' ? { inputMode: 'numeric' as const } : {})}
      name={field}
      required={REQUIRED.includes(field)}
      maxLength={MAX_LENGTH[field]}
      value={value}
      onChange={(typed) => onChange(typedIn(field, typed))}
      readOnly={busy}
      error={problem}
      autoComplete="off"
    />
  );
}

interface ProblemListProps {
  /** The reason of a refused request. */
  failed: string | null;
  problems: Problems;
  onPick: (field: FieldName) => void;
}

/** The problems of a request, each with a button that leads to its field. */
function ProblemList({ failed, problems, onPick }: ProblemListProps) {
  const { t } = useText();
  const named = FIELDS.filter((field) => problems[field]);
  if (failed === null && named.length === 0) return null;
  return (
    <Message kind="error">
      {failed ?? t('registration.someErrors')}
      {named.length > 0 && (
        <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
          {named.map((field) => (
            <li key={field}>
              <button type="button" className="registration-problem" onClick={() => onPick(field)}>
                {t(`registration.${field}`)}: {problems[field]}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Message>
  );
}

interface RegistrationFormProps {
  start: Values;
  token: string | null;
  onDone: (token: string, values: Values) => void;
}

/** The fields of a request. They keep their input when the server refuses it. */
export function RegistrationForm({ start, token, onDone }: RegistrationFormProps) {
  const text = useText();
  const { t, data } = text;
  const leftOut = useLeftOut();
  const top = useRef<HTMLDivElement>(null);
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Problems>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Also while the request is being sent, because otherwise nobody would see a refusal.
  const unsaved = JSON.stringify(values) !== JSON.stringify(start);
  // The browser asks before a reload or the back button discards the input, which cannot be kept because nobody is
  // signed in.
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  const problems: Problems = { ...(tried ? problemsOf(values, text) : {}), ...refused };
  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }));
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
  };
  const goTo = (field: string) => {
    const inputs = [...(top.current?.closest('form')?.querySelectorAll('input') ?? [])];
    // The body is chosen in the first field, which has no name of its own.
    const input = inputs.find(({ name }) => name === field) ?? inputs[0];
    input?.scrollIntoView({ block: 'center' });
    input?.focus({ preventScroll: true });
  };
  /** Errors are listed above; the first invalid field gets the focus. */
  const toErrors = (found: Problems) =>
    requestAnimationFrame(() => {
      const first = FIELDS.find((field) => field in found);
      if (first !== undefined) goTo(first);
      else top.current?.scrollIntoView();
    });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailed(null);
    setRefused({});
    if (busy) return;
    const wrong = problemsOf(values, text);
    if (Object.keys(wrong).length > 0) {
      toErrors(wrong);
      return;
    }
    setBusy(true);
    try {
      const body = sentOf(values);
      const { payload } =
        token === null
          ? await call('POST /security/organizations', { body })
          : await call('PUT /security/organizations', { body: { ...body, registrationToken: token } });
      onDone(payload.organization.registrationToken, values);
    } catch (failure) {
      setFailed(failureText(failure, text));
      const refusals = refusedBy(failure, text);
      setRefused(refusals);
      toErrors(refusals);
    } finally {
      setBusy(false);
    }
  };
  const fieldOf = (field: Exclude<FieldName, 'id'>) => (
    <RegistrationField
      key={field}
      field={field}
      value={values[field]}
      busy={busy}
      problem={problems[field]}
      onChange={(value) => set({ [field]: value })}
    />
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div ref={top}>
        <ProblemList failed={failed} problems={problems} onPick={goTo} />
      </div>
      <fieldset className="registration-part">
        <legend>{t('registration.organization')}</legend>
        <BudgetUserField
          shown={values.id === '' ? '' : [values.id, data(values.name)].filter(Boolean).join(' · ')}
          error={problems.id}
          fixed={token !== null || busy}
          onPick={(row) => set(row ? factsOf(row) : { id: '' })}
        />
        {ORGANIZATION_FIELDS.map(fieldOf)}
      </fieldset>
      <fieldset className="registration-part">
        <legend>{t('registration.admin')}</legend>
        {ADMIN_FIELDS.map(fieldOf)}
      </fieldset>
      {leftOut !== null && (
        <div className="registration-left-out">
          <Message kind="warning">{leftOut}</Message>
        </div>
      )}
      <div style={{ maxWidth: 320 }}>
        <LoginButton type="submit" busy={busy}>
          {t(token === null ? 'registration.submit' : 'registration.update')}
        </LoginButton>
      </div>
    </form>
  );
}
