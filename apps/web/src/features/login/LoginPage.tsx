import { useState } from 'react';
import type { StatusName } from '@pimis/contract/errors';
import type { SecondStepRequired } from '@pimis/contract/security';
import { useText } from '../../i18n/use-text.ts';
import { Message } from './fields.tsx';
import { Frame } from './Frame.tsx';
import { LoginForm } from './LoginForm.tsx';
import { safeRedirect } from './safe-redirect.ts';
import { usePublicData } from './use-public-data.ts';

/** Whether the browser has the functions that screens need (docs/decisions/0214-browsers.md). */
const isNewEnough = () => 'toSorted' in Array.prototype && CSS.supports('selector(:has(*))');

/**
 * Refusals of a sign-in by a provider, which returns here with one of them in the URL. Other names in the URL are not
 * shown.
 */
const REFUSALS: readonly StatusName[] = [
  'ProviderUnavailable',
  'ProviderSignInFailed',
  'ProviderSignInOver',
  'ProviderAccountUnknown',
  'ProviderAccountTaken',
  'InvalidActivationToken',
  'InvalidUserStatus',
  'InactiveUser',
  'RevokedUser',
  'DisabledUser',
  'BlockedUserLocation',
  'TranUserLimit',
  'ReadOnly',
];

/** The second step after the sign-in by a provider. Its token does not stay in the address. */
function takeBegunStep(): SecondStepRequired | null {
  const given = new URLSearchParams(location.hash.slice(1));
  const [token, step] = [given.get('token'), given.get('step')];
  if (token === null || (step !== 'code' && step !== 'setUp')) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return { token, step };
}

/** The sign-in. The address may contain the wanted screen, an expired session, or a new password. */
export function LoginPage({ onSignedIn }: { onSignedIn: (address: string) => void }) {
  const { t, language, status } = useText();
  const search = new URLSearchParams(location.search);
  const configuration = usePublicData('configuration');
  const providers = usePublicData('providers');
  const [begunStep] = useState(takeBegunStep);
  const refused = REFUSALS.find((name) => name === search.get('refused'));
  const wanted = safeRedirect(search.get('redirect'));
  const [chosen, setChosen] = useState<{ login: string; password: string } | null>(null);
  return (
    <Frame title={t('login.title')} intro={t('login.intro')}>
      {!isNewEnough() && <Message kind="warning">{t('login.oldBrowser')}</Message>}
      {search.has('expired') && <Message kind="warning">{t('login.expired')}</Message>}
      {refused && <Message kind="error">{status(refused)}</Message>}
      {search.has('password-set') && <Message kind="good">{t('login.passwordSet')}</Message>}
      {navigator.cookieEnabled ? (
        <LoginForm
          withLinks
          directoryLogin={configuration?.directoryLogin === true}
          chosen={chosen}
          providers={{ list: providers ?? [], redirect: wanted }}
          begunStep={begunStep}
          onDone={() => onSignedIn(wanted)}
        />
      ) : (
        <Message kind="warning">{t('login.cookies')}</Message>
      )}
      <ul className="login-links">
        <li>
          <a href="/login/initial" className="strong">
            {t('login.initial')}
          </a>
          <span className="meta">{t('login.initialHint')}</span>
        </li>
        <li>
          <a href="/register-organization" className="strong">
            {t('login.register')}
          </a>
          <span className="meta">{t('login.registerHint')}</span>
        </li>
        <li>
          <a
            href={`${configuration?.helpRoot ?? '/help'}/login?lang=${language}`}
            target="_blank"
            rel="noopener noreferrer"
            className="strong"
          >
            {t('login.documentation')}
          </a>
          <span className="meta">{t('login.documentationHint')}</span>
        </li>
      </ul>
      {configuration?.demo && (
        <section className="login-demo" style={{ marginTop: 20 }} aria-label={t('login.demo')}>
          <h2 style={{ fontSize: 15 }}>{t('login.demo')}</h2>
          <p className="meta" style={{ marginBottom: 6 }}>
            {t('login.demoHint', { password: configuration.demoPassword })}
          </p>
          <div className="login-demo-list">
            {configuration.demoAccounts.map((account) => (
              <button
                key={account.login}
                type="button"
                onClick={() => setChosen({ login: account.login, password: configuration.demoPassword })}
              >
                <span className="strong">{account.login}</span>
                <span className="meta">
                  {account.role} · {account.organization}
                </span>
              </button>
            ))}
          </div>
        </section>
      )}
    </Frame>
  );
}
