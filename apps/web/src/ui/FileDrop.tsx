import { Button, FileButton } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import './file-drop.css';

interface DropProps {
  single: boolean;
  /** The instruction, in one sentence. */
  text: string;
  /** The button's text, also the field's name for screen readers. */
  choose: string;
  label: string;
  accept?: string;
  hint?: string | undefined;
  /** The form was sent without a file. */
  missing?: boolean;
  /** No other file is taken while one is being read. */
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Takes files by drop or by choice. */
export function FileDrop({
  single,
  text,
  choose,
  label,
  accept,
  hint,
  missing = false,
  disabled = false,
  onFiles,
}: DropProps) {
  const { t } = useText();
  const [over, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const drag = (inside: boolean) => (event: DragEvent) => {
    // Without this the browser would open the file in place of the product.
    event.preventDefault();
    setOver(inside && !disabled);
  };
  return (
    <div
      className="file-drop"
      data-over={over || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
    >
      <p>{text}</p>
      <FileButton
        multiple={!single}
        disabled={disabled}
        resetRef={reset}
        {...(accept === undefined ? {} : { accept })}
        onChange={(chosen) => {
          onFiles(Array.isArray(chosen) ? chosen : chosen ? [chosen] : []);
          // Resets the field, so that the same corrected file can be chosen again.
          reset.current?.();
        }}
        inputProps={{ 'aria-label': label }}
      >
        {(props) => (
          // A dialog that asks for a file begins here: the field itself is hidden and takes no focus.
          <Button variant="default" disabled={disabled} data-autofocus {...props}>
            {choose}
          </Button>
        )}
      </FileButton>
      {hint && <p className="meta">{hint}</p>}
      {missing && <p className="late">{t('common.required')}</p>}
    </div>
  );
}
