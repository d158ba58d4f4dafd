import { ActionIcon } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';

const SHORTCUTS = [
  ['save', 'Ctrl + S'],
  ['undoStep', 'Ctrl + Z'],
  ['nextError', 'F8'],
  ['previousError', 'Shift + F8'],
  ['verdict', 'Ctrl + M'],
  ['nextCell', 'Enter'],
  ['moveCell', 'Alt + ← ↑ → ↓'],
  ['chooseBlock', 'Alt + Shift + ← ↑ → ↓'],
  ['copyBlock', 'Ctrl + C'],
  ['pasteBlock', 'Ctrl + V'],
] as const;

/** What the keyboard can do in a form. */
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
        <Dialog opened onClose={() => setOpened(false)} title={t('forms.keys.title')}>
          <dl className="form-keys">
            {SHORTCUTS.map(([key, keys]) => (
              <div key={key}>
                <dt>{t(`forms.keys.${key}`)}</dt>
                <dd>
                  <kbd>{keys}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}
