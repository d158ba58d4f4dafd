import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StatusName } from '@pimis/contract/errors';
import type { ProviderLink } from '@pimis/contract/providers';
import type { Proof } from '@pimis/contract/security';
import { call } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { FailedLine } from '../../../ui/Failed.tsx';
import { notifySuccess } from '../../../ui/notify.tsx';
import { providersQuery } from './api.ts';
import { ProofDialog } from './ProofDialog.tsx';
import './security.css';

/** Refusals with which a provider leads back here. */
const REFUSALS: readonly StatusName[] = [
  'ProviderUnavailable',
  'ProviderSignInFailed',
  'ProviderAccountTaken',
  'Unauthorized',
  'ReadOnly',
];

const goTo = (address: string) => location.assign(address);

/** The own accounts at providers of OpenID Connect; nothing without a provider. */
export function ProvidersSection({ onLeave = goTo }: { onLeave?: (address: string) => void }) {
  const { t, data, date, status } = useText();
  const { login } = useUser();
  const { data: providers, error, refetch } = useQuery(providersQuery(login));
  const [asked, setAsked] = useState<ProviderLink | null>(null);
  const search = new URLSearchParams(location.search);
  const refused = REFUSALS.find((name) => name === search.get('refused'));
  const linked = providers?.find(({ id, linkedDate }) => id === search.get('linked') && linkedDate !== null);
  if (providers ? providers.length === 0 : !error) return null;
  const change = async ({ id, linkedDate }: ProviderLink, body: Proof) => {
    const params = { login, provider: id };
    if (linkedDate === null) {
      const { payload } = await call('POST /security/users/:login/providers/:provider/link', { params, body });
      return onLeave(payload.address);
    }
    await call('POST /security/users/:login/providers/:provider/remove', { params, body });
    notifySuccess(t('security.providers.removed'));
  };
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="sign-in-providers">
      <h2 id="sign-in-providers">{t('security.providers.title')}</h2>
      <p className="meta" style={{ marginBottom: 4 }}>
        {t('security.providers.intro')}
      </p>
      {refused && (
        <p role="alert" className="late">
          {status(refused)}
        </p>
      )}
      {linked && <p role="status">{t('security.providers.linked', { name: data(linked.label) })}</p>}
      {!providers && error && <FailedLine error={error} onRetry={() => void refetch()} />}
      <ul className="lines">
        {providers?.map((provider) => {
          const { id, label, linkedDate } = provider;
          const name = data(label);
          return (
            <li key={id}>
              <div>
                <span className="strong">{name}</span>
                <div className="meta">
                  {linkedDate === null
                    ? t('security.providers.none')
                    : t('security.providers.since', { date: date(linkedDate) })}
                </div>
              </div>
              <Button
                variant="default"
                size="xs"
                onClick={() => setAsked(provider)}
                aria-label={t(linkedDate === null ? 'security.providers.linkNamed' : 'security.providers.removeNamed', {
                  name,
                })}
              >
                {t(linkedDate === null ? 'security.providers.link' : 'security.providers.remove')}
              </Button>
            </li>
          );
        })}
      </ul>
      {asked && (
        <ProofDialog
          title={t(asked.linkedDate === null ? 'security.providers.linkTitle' : 'security.providers.removeTitle')}
          question={t(asked.linkedDate === null ? 'security.providers.linkText' : 'security.providers.removeText', {
            name: data(asked.label),
          })}
          submit={t(asked.linkedDate === null ? 'security.secondFactor.continue' : 'security.providers.remove')}
          danger={asked.linkedDate !== null}
          work={(proof) => change(asked, proof)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}
