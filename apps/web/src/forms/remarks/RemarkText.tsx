import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { REMARK_MAX } from '@pimis/domain/forms/remarks';
import { isBlank } from '@pimis/domain/text/blank';
import { useText } from '../../i18n/use-text.ts';
import { FoundInput } from '../../features/editing/FoundInput.tsx';
import { useKeptState } from '../../features/editing/kept-input.ts';
import { Warning } from '../../ui/Warning.tsx';
import { useRemarks } from './remarks.ts';

interface RemarkTextProps {
  label: string;
  /** The key of the text: it identifies unsaved input, which is kept under this key when the session ends. */
  place: string;
  /** The saved text. */
  start?: string;
  save: string;
  onSave: (text: string) => Promise<boolean>;
  onClose?: () => void;
  autoFocus?: boolean;
}

/**
 * The text of a remark or an answer while it is typed; it stays until it is saved. If another text is saved meanwhile,
 * it is shown as well; the next save replaces it.
 */
export function RemarkText({ label, place, start = '', save, onSave, onClose, autoFocus }: RemarkTextProps) {
  const { t, data } = useText();
  const { setTyping } = useRemarks();
  const [{ text, base }, setTyped, kept] = useKeptState(place, { text: start, base: start });
  const [theirs, setTheirs] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // While a save of this tab runs, a new text may be its own; it is compared once the save has ended.
  if (!busy && start !== base) {
    const isTyped = text.trim() !== base.trim();
    setTyped({ text: isTyped ? text : start, base: start });
    setTheirs(isTyped && text.trim() !== start.trim() ? start : null);
  }
  const changed = text.trim() !== base.trim();
  useEffect(() => setTyping({ place, typing: changed }), [setTyping, place, changed]);
  useEffect(() => () => setTyping({ place, typing: false }), [setTyping, place]);
  const submit = async () => {
    if (busy || isBlank(text) || !changed) return;
    setBusy(true);
    const accepted = await onSave(text.trim());
    setBusy(false);
    if (!accepted) return;
    kept.saved();
    onClose?.();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
    // Escape closes an unchanged text.
    if (event.key === 'Escape' && !changed) onClose?.();
  };
  return (
    <div className="remark-text">
      <FoundInput
        isFound={kept.isFound}
        drop={() => {
          kept.drop();
          setTheirs(null);
        }}
      />
      {theirs !== null && (
        <Warning>
          {t('forms.remarks.theirs')}
          <p className="remark-words">{data(theirs) || t('common.noValue')}</p>
        </Warning>
      )}
      <Textarea
        label={label}
        value={text}
        onChange={(event) => setTyped({ text: event.currentTarget.value, base })}
        onKeyDown={onKey}
        autosize
        minRows={2}
        maxLength={REMARK_MAX}
        readOnly={busy}
        autoFocus={autoFocus ?? false}
      />
      <div className="remark-buttons">
        <Button size="compact-sm" onClick={() => void submit()} loading={busy} disabled={isBlank(text) || !changed}>
          {save}
        </Button>
        {onClose && (
          <Button size="compact-sm" variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
