import { Anchor } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { LoginForm } from '../features/login/LoginForm.tsx';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';

/** Covers the screen when the session has ended; after a new sign-in all input is still there. */
export function LoginOverlay({ login }: { login: string }) {
  const { t } = useText();
  const href = useRouterState({ select: (state) => state.location.href });
  return (
    <Dialog opened title={t('security.overlay.title')}>
      <p className="second" style={{ marginBottom: 12 }}>
        {t('security.overlay.text')}
      </p>
      <LoginForm initialLogin={login} />
      <p style={{ marginTop: 12 }}>
        <Anchor href={`/login?expired=true&redirect=${encodeURIComponent(href)}`} size="sm">
          {t('security.overlay.full')}
        </Anchor>
      </p>
    </Dialog>
  );
}
