import { Alert, Anchor } from '@mantine/core';
import { IconBook, IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { configurationQuery } from '../../api/common.ts';
import { useText } from '../../i18n/use-text.ts';
import { Frame } from './Frame.tsx';
import { LoginForm } from './LoginForm.tsx';
import { useAddressSearch } from '../../ui/address.ts';

/** Only an address of the product itself is a way back. */
export function safeRedirect(redirect: string | undefined): string {
  return redirect?.startsWith('/') && !redirect.startsWith('//') && !redirect.includes('\\') ? redirect : '/dashboard';
}

export function LoginPage() {
  const { t } = useText();
  const navigate = useNavigate();
  const { redirect, expired } = useAddressSearch();
  const { data: configuration } = useQuery(configurationQuery);
  const [chosen, setChosen] = useState<{ login: string; password: string } | null>(null);
  return (
    <Frame title={t('login.title')} intro={t('login.intro')}>
      {expired && (
        <Alert color="yellow" mb={12} styles={{ message: { color: 'var(--p-warning)' } }}>
          {t('login.expired')}
        </Alert>
      )}
      <LoginForm withLinks chosen={chosen} onDone={() => void navigate({ href: safeRedirect(redirect) })} />
      <ul className="login-links">
        <li style={{ display: 'flex', gap: 12 }}>
          <IconKey size={18} stroke={1.7} aria-hidden color="var(--p-accent)" />
          <span>
            <Anchor component={Link} to="/login/initial" fw={600}>
              {t('login.initial')}
            </Anchor>
            <span className="meta" style={{ display: 'block' }}>
              {t('login.initialHint')}
            </span>
          </span>
        </li>
        <li style={{ display: 'flex', gap: 12 }}>
          <IconBook size={18} stroke={1.7} aria-hidden color="var(--p-accent)" />
          <span>
            <Anchor href={`${configuration?.helpRoot ?? '/help'}/login`} target="_blank" fw={600}>
              {t('login.documentation')}
            </Anchor>
            <span className="meta" style={{ display: 'block' }}>
              {t('login.documentationHint')}
            </span>
          </span>
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
