import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';

const EVERYWHERE = [
  ['search', 'Ctrl + K'],
  ['list', '?'],
] as const;

const IN_FORMS = [
  ['save', 'Ctrl + S'],
  ['lock', 'Ctrl + Shift + L'],
  ['nextSection', 'Alt + Page Down'],
  ['previousSection', 'Alt + Page Up'],
  ['nextError', 'F8'],
  ['previousError', 'Shift + F8'],
  ['validation', 'Ctrl + M'],
  ['undoStep', 'Ctrl + Z'],
  ['redoStep', 'Ctrl + Y'],
  ['calendar', 'F4'],
  ['nextCell', 'Enter'],
  ['moveCell', 'Alt + ← ↑ → ↓'],
  ['chooseBlock', 'Alt + Shift + ← ↑ → ↓'],
  ['copyBlock', 'Ctrl + C'],
  ['pasteBlock', 'Ctrl + V'],
] as const;

/** The list of keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const list = (shortcuts: readonly (readonly [(typeof EVERYWHERE | typeof IN_FORMS)[number][0], string])[]) => (
    <dl className="shell-keys">
      {shortcuts.map(([key, keys]) => (
        <div key={key}>
          <dt>{t(`forms.keys.${key}`)}</dt>
          <dd>
            <kbd>{keys}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <Dialog opened onClose={onClose} title={t('forms.keys.title')}>
      <h3>{t('forms.keys.everywhere')}</h3>
      {list(EVERYWHERE)}
      <h3 style={{ marginTop: 12 }}>{t('forms.keys.inForms')}</h3>
      {list(IN_FORMS)}
    </Dialog>
  );
}
