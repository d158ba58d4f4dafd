import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { configurationQuery, noticesQuery } from '../../api/common.ts';
import { useText } from '../../i18n/use-text.ts';
import { LanguageMenu, ThemeSwitch } from '../../ui/Preferences.tsx';
import { Logo } from '../../ui/Logo.tsx';
import './login.css';

/** The frame of the screens before the sign-in. */
export function Frame({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const { t, data, date } = useText();
  const { data: notices = [] } = useQuery(noticesQuery);
  const { data: configuration } = useQuery(configurationQuery);
  return (
    <div className="login">
      <aside className="login-side" aria-label={t('common.product')}>
        <div style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
          <Logo />
          <strong style={{ color: '#fff', fontSize: 20, letterSpacing: '0.06em' }}>{t('common.product')}</strong>
        </div>
        <p className="hero">{t('common.productLong')}</p>
        <p className="lead">{t('common.tagline')}</p>
        {notices.length > 0 && (
          <section className="login-notices" aria-label={t('shell.notices.title')}>
            <p className="strong" style={{ color: '#fff' }}>
              {t('shell.notices.title')}
            </p>
            {notices.map((notice) => (
              <div key={notice.id} style={{ borderTop: '1px solid #2b5562', padding: '8px 0', marginTop: 8 }}>
                <p
                  className="strong"
                  style={{ color: notice.priority === 1 ? '#EBC57E' : '#fff', display: 'flex', gap: 12 }}
                >
                  {data(notice.title)}
                  <span style={{ marginLeft: 'auto', fontWeight: 400, fontSize: 13, color: '#d3e2e6' }}>
                    {date(notice.startDate)}
                  </span>
                </p>
                <p style={{ fontSize: 14 }}>{data(notice.text)}</p>
              </div>
            ))}
          </section>
        )}
      </aside>
      <main className="login-body">
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
          <LanguageMenu />
          <ThemeSwitch />
        </div>
        <div className="login-form">
          <h1 style={{ fontSize: 26, lineHeight: '34px', fontWeight: 600 }}>{title}</h1>
          {intro && (
            <p className="second" style={{ marginBottom: 20 }}>
              {intro}
            </p>
          )}
          {children}
        </div>
        <p className="meta" style={{ textAlign: 'right' }}>
          {configuration ? t('login.support', { version: configuration.version }) : ''}
        </p>
      </main>
    </div>
  );
}
