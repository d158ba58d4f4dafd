import { Button } from '@mantine/core';
import { useState } from 'react';
import { isRemarkPlace, type RemarkPlace } from '@pimis/domain/forms/remarks';
import { useText } from '../../i18n/use-text.ts';
import { IconMessagePlus } from '../../ui/icons.ts';
import { useEditor } from '../context.ts';
import { RemarkCard } from './RemarkCard.tsx';
import { useRemarks } from './remarks.ts';
import { RemarkText } from './RemarkText.tsx';

/** Remarks at a field of the form, with a button to write one for users who may return the form. */
export function RemarksAt({ place, label }: { place: RemarkPlace; label: string }) {
  const { t } = useText();
  const { store } = useEditor();
  const remarks = useRemarks();
  const [writing, setWriting] = useState(false);
  const own = remarks.all.filter((remark) => remark.place === place);
  const mayWrite = remarks.mayWrite && isRemarkPlace(store.definition, place);
  // Typed text stays even if it can no longer be saved here.
  if (own.length === 0 && !mayWrite && !writing) return null;
  return (
    <div
      className="remarks-at"
      role={own.length > 0 ? 'group' : undefined}
      aria-label={own.length > 0 ? t('forms.remarks.at', { label }) : undefined}
    >
      {own.map((remark) => (
        <RemarkCard key={remark.id} remark={remark} />
      ))}
      {mayWrite && !writing && (
        <Button
          className="remark-add no-print"
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => setWriting(true)}
          aria-label={t('forms.remarks.addAt', { label })}
          title={t('forms.remarks.add')}
        >
          <IconMessagePlus size={16} aria-hidden />
          {place === null && <span style={{ marginLeft: 6 }}>{t('forms.remarks.add')}</span>}
        </Button>
      )}
      {writing && (
        <RemarkText
          label={t('forms.remarks.textAt', { label })}
          place={`new-remark/${remarks.phaseFormId}/${place ?? ''}`}
          save={t('forms.remarks.save')}
          onSave={(text) => remarks.add(place, text)}
          onClose={() => setWriting(false)}
          autoFocus
        />
      )}
    </div>
  );
}
