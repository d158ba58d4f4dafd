import { Anchor } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useUnkeptInput } from '../features/editing/kept-input.ts';
import { LoginForm } from '../features/login/LoginForm.tsx';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Warning } from '../ui/Warning.tsx';

/** Covers the screen when the session has ended; after a new sign-in all input is still there. */
export function LoginOverlay({ login }: { login: string }) {
  const { t } = useText();
  const isUnkept = useUnkeptInput();
  const href = useRouterState({ select: (state) => state.location.href });
  return (
    <Dialog opened title={t('security.overlay.title')}>
      <p className="second" style={{ marginBottom: 12 }}>
        {t('security.overlay.text')}
      </p>
      {isUnkept && <Warning>{t('security.overlay.unkept')}</Warning>}
      <LoginForm initialLogin={login} />
      <p style={{ marginTop: 12 }}>
        <Anchor href={`/login?expired=true&redirect=${encodeURIComponent(href)}`} size="sm">
          {t('security.overlay.full')}
        </Anchor>
      </p>
    </Dialog>
  );
}
