import { Button, FileButton } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import './file-drop.css';

interface DropProps {
  single: boolean;
  /** What to do, in one sentence. */
  text: string;
  /** The button, and what a reader calls the field. */
  choose: string;
  label: string;
  accept?: string;
  hint?: string | undefined;
  /** It was sent without a file. */
  missing?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Takes files by drop or by choice. */
export function FileDrop({ single, text, choose, label, accept, hint, missing = false, onFiles }: DropProps) {
  const { t } = useText();
  const [over, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const drag = (inside: boolean) => (event: DragEvent) => {
    // Without it the browser would open the file in place of the product.
    event.preventDefault();
    setOver(inside);
  };
  return (
    <div
      className="file-drop"
      data-over={over || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <p>{text}</p>
      <FileButton
        multiple={!single}
        resetRef={reset}
        {...(accept === undefined ? {} : { accept })}
        onChange={(chosen) => {
          onFiles(Array.isArray(chosen) ? chosen : chosen ? [chosen] : []);
          // The same file, mended, can be chosen again.
          reset.current?.();
        }}
        inputProps={{ 'aria-label': label }}
      >
        {(props) => (
          <Button variant="default" {...props}>
            {choose}
          </Button>
        )}
      </FileButton>
      {hint && <p className="meta">{hint}</p>}
      {missing && <p className="late">{t('common.required')}</p>}
    </div>
  );
}
