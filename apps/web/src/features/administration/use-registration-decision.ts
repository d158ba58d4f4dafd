import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Organization } from '@pimis/contract/organizations';
import { REGISTRATION_ANSWER } from '@pimis/domain/organizations/registration-answer';
import { NEW_LOGIN_PATTERN } from '@pimis/domain/text/login';
import { call } from '../../api/client.ts';
import { dashboardQuery } from '../../api/common.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { useKeptState } from '../editing/kept-input.ts';

const LOGIN = new RegExp(NEW_LOGIN_PATTERN);

/** The decision on a request to register. */
export interface RegistrationDecision {
  comment: string;
  /** The code of the treasury branch, empty for none; null while it is the one in the request. */
  branch: string | null;
  branchName: string;
  generateLogin: boolean;
  adminLogin: string;
  notifyAdmin: boolean;
}

/** The decision on a request to register, and its sending. */
export function useRegistrationDecision(organization: Organization, approve: boolean, onClose: () => void) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [opened] = useState(organization);
  const place = `${approve ? 'approve' : 'refuse'}-organization/${organization.id}`;
  const [decision, setDecision, kept] = useKeptState<RegistrationDecision>(place, {
    comment: '',
    branch: null,
    branchName: '',
    generateLogin: true,
    adminLogin: '',
    notifyAdmin: true,
  });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const login = decision.adminLogin.trim();
  const branch =
    decision.branch === null
      ? { code: opened.treasuryBranchCode, name: opened.treasury ?? '' }
      : { code: decision.branch || null, name: decision.branchName };
  const loginWrong = approve && !decision.generateLogin && !LOGIN.test(login);
  const send = async () => {
    const { comment, generateLogin, notifyAdmin } = decision;
    const { payload } = await call('POST /security/organizations/:organizationId/request-resolve', {
      params: { organizationId: organization.id },
      body: {
        respond: approve ? REGISTRATION_ANSWER.approve : REGISTRATION_ANSWER.refuse,
        comment: comment.trim() || null,
        treasuryBranchCode: branch.code,
        generateLogin,
        adminLogin: generateLogin ? null : login,
        notifyAdmin,
        revision: opened.revision,
      },
    });
    return approve ? t('organizations.approved', { login: payload.adminLogin ?? '' }) : t('organizations.cancelled');
  };
  /**
   * The number of requests still waiting. If it cannot be read, the decision is stored anyway; the dashboard reports
   * the failure.
   */
  const waiting = async () => {
    const [read] = await Promise.allSettled([client.fetchQuery({ ...dashboardQuery, staleTime: 0 })]);
    if (read.status === 'rejected') return '';
    return ` ${t('organizations.waiting', { count: read.value.registrations.length })}`;
  };
  const decide = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || loginWrong) return;
    setBusy(true);
    try {
      const done = await send();
      kept.saved();
      notifySuccess(`${done}${await waiting()}`);
      onClose();
    } catch (failure) {
      notifyFailure(failure, text, (field) =>
        field === 'adminLogin' || field === 'login'
          ? t('organizations.adminLogin')
          : field === 'treasuryBranchCode'
            ? t('organizations.treasury')
            : undefined,
      );
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['organizations'] });
      // The request was a task on the dashboard.
      await client.invalidateQueries({ queryKey: dashboardQuery.queryKey });
    }
  };
  return {
    decision,
    branch,
    kept,
    change: (changed: Partial<RegistrationDecision>) => setDecision((before) => ({ ...before, ...changed })),
    loginProblem: tried && loginWrong ? t('login.invalidNewName') : undefined,
    busy,
    decide,
  };
}
