import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { secondFactorQuery } from './api.ts';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';
import { FailedLine } from '../../../ui/Failed.tsx';
import type { Change } from './use-second-factor-change.ts';

/** The second step of the own sign-in: its state and its changes. */
export function SecondFactorSection() {
  const { t, instant } = useText();
  const { login } = useUser();
  const { data: state, error, refetch } = useQuery(secondFactorQuery(login));
  const [change, setChange] = useState<Change | null>(null);
  const on = state !== undefined && state.activeSince !== null;
  const button = (which: Change) => (
    <Button key={which} variant={which === 'switchOn' ? 'filled' : 'default'} onClick={() => setChange(which)}>
      {t(`security.secondFactor.${which}`)}
    </Button>
  );
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="second-factor">
      <h2 id="second-factor">{t('security.secondFactor.title')}</h2>
      <p className="meta" style={{ marginBottom: 12 }}>
        {t('security.secondFactor.intro')}
      </p>
      {!state && error && <FailedLine error={error} onRetry={() => void refetch()} />}
      {state && (
        <>
          <p style={{ marginBottom: 12 }}>
            {state.activeSince === null
              ? t('security.secondFactor.off')
              : t('security.secondFactor.on', { date: instant(state.activeSince) })}
            {on && ` · ${t('security.secondFactor.codesLeft', { count: state.recoveryCodesLeft })}`}
            {state.required && ` · ${t('security.secondFactor.required')}`}
          </p>
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
            {on
              ? [button('replace'), button('newCodes'), ...(state.required ? [] : [button('switchOff')])]
              : button('switchOn')}
          </div>
        </>
      )}
      {change && <SecondFactorDialog change={change} active={on} onClose={() => setChange(null)} />}
    </section>
  );
}
