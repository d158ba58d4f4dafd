import { Button, FileButton } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';

interface DropProps {
  single: boolean;
  hint: string | undefined;
  /** It was sent without a file. */
  missing: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Takes files by drop or by choice. */
export function FileDrop({ single, hint, missing, onFiles }: DropProps) {
  const { t } = useText();
  const [over, setOver] = useState(false);
  const drag = (inside: boolean) => (event: DragEvent) => {
    // Without it the browser would open the file in place of the product.
    event.preventDefault();
    setOver(inside);
  };
  return (
    <div
      className="document-drop"
      data-over={over || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <p>{t(single ? 'documents.upload.dropOne' : 'documents.upload.drop')}</p>
      <FileButton
        multiple={!single}
        onChange={(chosen) => onFiles(Array.isArray(chosen) ? chosen : chosen ? [chosen] : [])}
        inputProps={{ 'aria-label': t('documents.field.file') }}
      >
        {(props) => (
          <Button variant="default" {...props}>
            {t('documents.upload.choose')}
          </Button>
        )}
      </FileButton>
      {hint && <p className="meta">{hint}</p>}
      {missing && <p className="late">{t('common.required')}</p>}
    </div>
  );
}
