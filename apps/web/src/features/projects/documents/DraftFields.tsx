import { ActionIcon, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { COMMENT_MAX_LENGTH, UPLOAD_DOCUMENT_TYPES } from '@pimis/domain/constants';
import { DOCUMENT_NAME_LENGTH, DOCUMENT_TYPE_NAMES, type FileProblem } from '@pimis/domain/documents/files';
import { isBlank } from '@pimis/domain/text/blank';
import { type Text, useText } from '../../../i18n/use-text.ts';
import { IconX } from '../../../ui/icons.ts';
import type { Draft } from './api.ts';

/** Why a file is not taken, in words. */
export function problemText(problem: FileProblem | null, size: number, limit: number, text: Text): string | null {
  if (problem === null) return null;
  return text.t(`documents.upload.problems.${problem}`, {
    length: DOCUMENT_NAME_LENGTH,
    size: text.size(size),
    limit: text.size(limit),
  });
}

/** The fields that describe one file. */
export function DraftFields({
  draft,
  revision,
  tried,
  sent,
  begun,
  problem,
  onChange,
  onRemove,
}: {
  draft: Draft;
  revision: boolean;
  tried: boolean;
  /** It is being sent. */
  sent: boolean;
  /** Bytes that were sent before the page was closed. */
  begun: number | undefined;
  problem: string | null;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
}) {
  const { t, pair, size } = useText();
  const missing = (value: string) => (tried && isBlank(value) ? t('common.required') : undefined);
  return (
    <fieldset className="document-draft">
      <legend className="visually-hidden">{draft.file.name}</legend>
      <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
        <span className="strong" style={{ overflowWrap: 'anywhere' }}>
          {draft.file.name}
        </span>
        <span className="meta" style={{ whiteSpace: 'nowrap' }}>
          {size(draft.file.size)}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          style={{ marginLeft: 'auto' }}
          onClick={onRemove}
          disabled={sent}
          aria-label={t('documents.upload.remove', { name: draft.file.name })}
        >
          <IconX size={16} />
        </ActionIcon>
      </div>
      {begun !== undefined && <p className="meta">{t('documents.unfinished.known', { sent: size(begun) })}</p>}
      {problem && (
        <p className="late" role="alert">
          {problem}
        </p>
      )}
      <div className="document-draft-fields">
        <TextInput
          label={t('documents.field.title')}
          value={draft.title}
          onChange={(event) => onChange({ ...draft, title: event.currentTarget.value })}
          maxLength={DOCUMENT_NAME_LENGTH}
          readOnly={sent}
        />
        {!revision && (
          <NativeSelect
            label={t('documents.field.type')}
            value={String(draft.documentType)}
            disabled={sent}
            onChange={(event) => onChange({ ...draft, documentType: Number(event.currentTarget.value) })}
            data={UPLOAD_DOCUMENT_TYPES.map((type) => ({
              value: String(type),
              label: pair(DOCUMENT_TYPE_NAMES[type] ?? { sr: '', en: '' }),
            }))}
          />
        )}
      </div>
      <Textarea
        label={t('documents.field.description')}
        required
        autosize
        minRows={2}
        value={draft.description}
        onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
        error={missing(draft.description)}
        maxLength={COMMENT_MAX_LENGTH}
        readOnly={sent}
      />
      <Textarea
        label={t('documents.field.comment')}
        required={revision}
        autosize
        value={draft.comment}
        onChange={(event) => onChange({ ...draft, comment: event.currentTarget.value })}
        error={revision ? missing(draft.comment) : undefined}
        maxLength={COMMENT_MAX_LENGTH}
        readOnly={sent}
      />
    </fieldset>
  );
}
