import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { NewSecret } from '@pimis/contract/security';
import { ApiFailure, call } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { notifySuccess } from '../../../ui/notify.tsx';
import { refreshAccess } from './api.ts';
import { proofProblems } from './ProofDialog.tsx';

export type Change = 'switchOn' | 'replace' | 'newCodes' | 'switchOff';

/** The stage of a change: proof of identity, test of a new secret, display of recovery codes. */
type Stage = { at: 'prove' } | { at: 'confirm'; secret: NewSecret } | { at: 'codes'; codes: readonly string[] };

/** A change of the user's own second factor, stage by stage; `active`: it is in use, so the proof requires a code. */
export function useSecondFactorChange(change: Change, active: boolean, onClose: () => void) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const { login } = useUser();
  const params = { login };
  const [stage, setStage] = useState<Stage>({ at: 'prove' });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<{ password?: string; code?: string }>({});
  const [busy, setBusy] = useState(false);

  const prove = async () => {
    const body = { password, ...(active ? { code } : {}) };
    if (change === 'switchOff') {
      await call('POST /security/users/:login/second-factor/remove', { params, body });
      notifySuccess(t('security.secondFactor.switchedOff'));
      onClose();
    } else if (change === 'newCodes') {
      const { payload } = await call('POST /security/users/:login/second-factor/recovery-codes', { params, body });
      notifySuccess(t('security.secondFactor.renewed'));
      setStage({ at: 'codes', codes: payload.recoveryCodes });
    } else {
      const { payload } = await call('POST /security/users/:login/second-factor', { params, body });
      setStage({ at: 'confirm', secret: payload });
      setCode('');
    }
  };
  const confirm = async () => {
    const { payload } = await call('POST /security/users/:login/second-factor/confirm', { params, body: { code } });
    notifySuccess(t('security.secondFactor.switchedOn'));
    setStage({ at: 'codes', codes: payload.recoveryCodes });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || stage.at === 'codes') return;
    const missing = {
      ...(stage.at === 'prove' && password === '' ? { password: t('common.required') } : {}),
      ...((stage.at === 'confirm' || active) && code.trim() === '' ? { code: t('common.required') } : {}),
    };
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await (stage.at === 'prove' ? prove() : confirm());
    } catch (failure) {
      setProblems(proofProblems(failure, text));
      if (failure instanceof ApiFailure && failure.name === 'SecondFactorSetUpOver') {
        // The message says to begin again: with a new proof, and a new secret.
        setStage({ at: 'prove' });
        setCode('');
      }
    } finally {
      setBusy(false);
      await refreshAccess(client, login);
    }
  };
  return { stage, password, setPassword, code, setCode, problems, busy, submit };
}
