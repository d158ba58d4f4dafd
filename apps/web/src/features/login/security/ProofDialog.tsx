import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Proof } from '@pimis/contract/security';
import { ApiFailure } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { type Text, useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notifyFailure } from '../../../ui/notify.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { refreshAccess, secondFactorQuery } from './api.ts';

/** The errors of a proof by field; other failures are reported. */
export function proofProblems(failure: unknown, text: Text): { password?: string; code?: string } {
  const wrong = failure instanceof ApiFailure ? failure : null;
  const found = {
    ...(wrong?.problemOf('password') ? { password: text.t('login.problems.InvalidUserPassword') } : {}),
    ...(wrong?.problemOf('code') ? { code: text.status('InvalidSecondFactor') } : {}),
  };
  if (Object.keys(found).length === 0) notifyFailure(failure, text);
  return found;
}

/**
 * Asks for the password, and for a code if the second step is on, before an action. Wrong input is marked at its field;
 * other failures are reported, and the dialog stays open.
 */
export function ProofDialog({
  title,
  question,
  submit: label,
  danger,
  ready,
  work,
  onClose,
  children,
}: {
  title: string;
  question?: string;
  submit: string;
  /** The action removes something. */
  danger?: boolean;
  /** Checks the caller's own fields at each attempt. */
  ready?: () => boolean;
  work: (proof: Proof) => Promise<unknown>;
  onClose: () => void;
  /** Fields before the password. */
  children?: ReactNode;
}) {
  const text = useText();
  const { t } = text;
  const { login } = useUser();
  const client = useQueryClient();
  const { data: second } = useQuery(secondFactorQuery(login));
  const active = second !== undefined && second.activeSince !== null;
  const [values, setValues] = useState({ password: '', code: '' });
  const [problems, setProblems] = useState<Partial<typeof values>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(values.password === '' ? { password: t('common.required') } : {}),
      ...(active && values.code.trim() === '' ? { code: t('common.required') } : {}),
    };
    setProblems(missing);
    if (ready?.() === false || busy || Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await work({ password: values.password, ...(active ? { code: values.code } : {}) });
      onClose();
    } catch (failure) {
      setProblems(proofProblems(failure, text));
    } finally {
      setBusy(false);
      await refreshAccess(client, login);
    }
  };
  const change = (field: keyof typeof values) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((before) => ({ ...before, [field]: value }));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      confirm={
        <Button type="submit" form="proof" loading={busy} {...(danger ? { color: 'red' } : {})}>
          {label}
        </Button>
      }
    >
      <form id="proof" onSubmit={(event) => void submit(event)} noValidate>
        {question && <p style={{ marginBottom: 12 }}>{question}</p>}
        {children}
        <PasswordField
          label={t('security.secondFactor.password')}
          autoComplete="current-password"
          value={values.password}
          onChange={change('password')}
          error={problems.password}
          mb={12}
          required
        />
        {active && (
          <TextInput
            label={t('security.secondFactor.code')}
            description={t('security.secondFactor.codeHint')}
            autoComplete="one-time-code"
            value={values.code}
            onChange={change('code')}
            error={problems.code}
            required
          />
        )}
      </form>
    </Dialog>
  );
}
