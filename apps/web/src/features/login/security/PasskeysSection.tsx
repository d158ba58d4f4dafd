import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '@pimis/contract/passkeys';
import type { Proof } from '@pimis/contract/security';
import { PASSKEY_NAME_LENGTH } from '@pimis/domain/access/second-factor';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../../api/client.ts';
import { useUser } from '../../../api/session.ts';
import { loadScript } from '../../../api/version.ts';
import { useText } from '../../../i18n/use-text.ts';
import { notifySuccess } from '../../../ui/notify.tsx';
import { passkeysQuery } from './api.ts';
import { isNumberedAddress, offersPasskeys } from './passkey-support.ts';
import { ProofDialog } from './ProofDialog.tsx';
import { FailedLine } from '../../../ui/Failed.tsx';
import './security.css';

/** Passkeys: an alternative to signing in by password. */
export function PasskeysSection() {
  const text = useText();
  const { t, data, date, instant, status } = text;
  const { login } = useUser();
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery(login));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const remove = async ({ id }: Passkey, body: Proof) => {
    await call('POST /security/users/:login/passkeys/:passkeyId/remove', { params: { login, passkeyId: id }, body });
    notifySuccess(t('security.passkeys.removed'));
  };
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('security.passkeys.title')}</h2>
      <p className="meta" style={{ marginBottom: 4 }}>
        {t('security.passkeys.intro')}
      </p>
      {!passkeys && error && <FailedLine error={error} onRetry={() => void refetch()} />}
      {passkeys?.length === 0 && <p style={{ margin: '8px 0 12px' }}>{t('security.passkeys.none')}</p>}
      <ul className="lines">
        {passkeys?.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <span className="strong">{data(passkey.name)}</span>
              <div className="meta">
                {t('security.passkeys.created', { date: date(passkey.createdDate) })} ·{' '}
                {passkey.lastUsedDate === null
                  ? t('security.passkeys.never')
                  : t('security.passkeys.lastUsed', { date: instant(passkey.lastUsedDate) })}
              </div>
            </div>
            <Button
              variant="default"
              size="xs"
              onClick={() => setRemoving(passkey)}
              aria-label={t('security.passkeys.removeNamed', { name: data(passkey.name) })}
            >
              {t('security.passkeys.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {offersPasskeys() ? (
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('security.passkeys.add')}
        </Button>
      ) : (
        <p>{isNumberedAddress() ? status('PasskeyAddress') : t('security.passkeys.unsupported')}</p>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {removing && (
        <ProofDialog
          title={t('security.passkeys.removeTitle')}
          question={t('security.passkeys.removeText', { name: data(removing.name) })}
          submit={t('security.passkeys.remove')}
          danger
          work={(proof) => remove(removing, proof)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const { login } = useUser();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const empty = isBlank(name);
  const add = async (proof: Proof) => {
    const { addPasskey } = await loadScript(() => import('./passkey.ts'));
    await addPasskey(login, name.trim(), proof);
    notifySuccess(t('security.passkeys.added'));
  };
  return (
    <ProofDialog
      title={t('security.passkeys.add')}
      submit={t('security.secondFactor.continue')}
      ready={() => {
        setTried(true);
        return !empty;
      }}
      work={add}
      onClose={onClose}
    >
      <TextInput
        label={t('security.passkeys.name')}
        description={t('security.passkeys.nameHint')}
        maxLength={PASSKEY_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && empty ? t('common.required') : undefined}
        mb={12}
        required
      />
    </ProofDialog>
  );
}
