import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { REMARK_MAX } from '@pimis/domain/forms/remarks';
import { isBlank } from '@pimis/domain/text/blank';
import { useText } from '../../i18n/use-text.ts';
import { useRemarks } from './remarks.ts';

interface RemarkTextProps {
  label: string;
  /** The former text. */
  start?: string;
  save: string;
  onSave: (text: string) => Promise<boolean>;
  onClose?: () => void;
  autoFocus?: boolean;
}

/** The text of a remark or an answer while it is typed; it stays until it is saved. */
export function RemarkText({ label, start = '', save, onSave, onClose, autoFocus }: RemarkTextProps) {
  const { t } = useText();
  const { setTyping } = useRemarks();
  const [text, setText] = useState(start);
  const [busy, setBusy] = useState(false);
  const place = useId();
  const changed = text.trim() !== start.trim();
  useEffect(() => setTyping({ place, typing: changed }), [setTyping, place, changed]);
  useEffect(() => () => setTyping({ place, typing: false }), [setTyping, place]);
  const submit = async () => {
    if (busy || isBlank(text) || !changed) return;
    setBusy(true);
    const accepted = await onSave(text.trim());
    setBusy(false);
    if (accepted) onClose?.();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
    // Escape closes an unchanged text.
    if (event.key === 'Escape' && !changed) onClose?.();
  };
  return (
    <div className="remark-text">
      <Textarea
        label={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
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
