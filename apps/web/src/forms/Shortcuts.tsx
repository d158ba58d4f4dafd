import { ActionIcon } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconKeyboard } from '../ui/icons.ts';

const ShortcutsDialog = lazy(() =>
  import('../shell/ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);

/** A button that shows the keyboard shortcuts, as `?` does. */
export function Shortcuts() {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        className="hide-narrow"
        onClick={() => setOpened(true)}
        aria-label={t('forms.keys.title')}
      >
        <IconKeyboard size={18} />
      </ActionIcon>
      {opened && (
        <Suspense>
          <ShortcutsDialog onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
