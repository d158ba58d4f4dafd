import { type ReactNode, useEffect, useRef } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, setLanguage } from '../../i18n/i18n.ts';
import { useText } from '../../i18n/use-text.ts';
import { setTheme, useColorScheme } from '../../ui/color-scheme.ts';
import { Logo } from '../../ui/Logo.tsx';
import { ReadOnlyBar } from '../../ui/ReadOnlyBar.tsx';
import { noticePeriod, noticeTexts } from '../../ui/notice-period.ts';
import { usePublicData } from './use-public-data.ts';
import './login.css';

function Preferences() {
  const { t, language } = useText();
  const dark = useColorScheme() === 'dark';
  return (
    <div className="login-preferences">
      <div role="group" aria-label={t('shell.script.label')}>
        {LANGUAGES.map((choice) => (
          <button
            key={choice}
            type="button"
            lang={choice}
            aria-pressed={choice === language}
            // Without the server the language does not change.
            onClick={() => void setLanguage(choice).catch(() => undefined)}
          >
            {LANGUAGE_NAMES[choice]}
          </button>
        ))}
      </div>
      <button type="button" onClick={() => setTheme(dark ? 'light' : 'dark')}>
        {t(dark ? 'shell.theme.light' : 'shell.theme.dark')}
      </button>
    </div>
  );
}

/** The frame of the screens before the sign-in. */
export function Frame({
  title,
  intro,
  wide,
  part = '',
  children,
}: {
  title: string;
  intro?: string;
  /** A longer form also uses the space of the panel beside it. */
  wide?: boolean;
  /**
   * The part shown on a screen with several parts. A new part takes the focus, because the element with the focus is
   * gone.
   */
  part?: string;
  children: ReactNode;
}) {
  const text = useText();
  const { t } = text;
  const notices = usePublicData('notices') ?? [];
  const configuration = usePublicData('configuration');
  useEffect(() => {
    document.title = `${title} – ${t('common.product')}`;
  }, [title, t]);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(part);
  useEffect(() => {
    if (shown.current !== part) heading.current?.focus();
    shown.current = part;
  }, [part]);
  return (
    <div className={wide ? 'login wide' : 'login'}>
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
                  {noticeTexts(notice, text).title}
                  <span style={{ marginLeft: 'auto', fontWeight: 400, fontSize: 13, color: '#d3e2e6' }}>
                    {noticePeriod(notice, text)}
                  </span>
                </p>
                <p style={{ fontSize: 14, whiteSpace: 'pre-line' }}>{noticeTexts(notice, text).text}</p>
              </div>
            ))}
          </section>
        )}
      </aside>
      <main className="login-body">
        <Preferences />
        <ReadOnlyBar />
        <div className="login-form">
          <h1
            ref={heading}
            tabIndex={-1}
            style={{ fontSize: 26, lineHeight: '34px', fontWeight: 600, marginBottom: intro ? 0 : 16 }}
          >
            {title}
          </h1>
          {intro && (
            <p className="second" style={{ marginBottom: 20 }}>
              {intro}
            </p>
          )}
          {children}
        </div>
        <p className="meta" style={{ textAlign: 'right', minHeight: 18 }}>
          {configuration ? t('login.support', { version: configuration.version }) : ''}
        </p>
      </main>
    </div>
  );
}
