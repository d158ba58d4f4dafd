import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Remark } from '@pimis/contract/remarks';
import { nextRemark } from '@pimis/domain/forms/remarks';
import { useText } from '../../i18n/use-text.ts';
import { IconArrowRight } from '../../ui/icons.ts';
import { Chip } from '../../ui/StatusChip.tsx';
import { useOptimisticValue } from '../../ui/use-optimistic-value.ts';
import { useEditor } from '../context.ts';
import { goToRemark, remarkId } from './go-to-remark.ts';
import { isDraft, isOpen, typingPlace, useRemarks } from './remarks.ts';
import { RemarkText } from './RemarkText.tsx';

/** One remark: its text, its state, and the actions of this user. */
export function RemarkCard({ remark }: { remark: Remark }) {
  const { t, data, instant } = useText();
  const remarks = useRemarks();
  // Typed text stays even if it can no longer be saved because another tab has sent the remark or the form.
  const [writing, setWriting] = useState<'text' | 'answer' | null>(null);
  const close = () => setWriting(null);
  const ticked = useOptimisticValue(remark.done, async (done) => {
    await remarks.answer(remark, remark.answer, done);
  });
  const draft = isDraft(remark);
  const state = draft ? 'draft' : remark.done ? 'done' : 'open';
  const families = { draft: 'entry', done: 'approved', open: 'request' } as const;
  const answering = remarks.mayAnswer && !draft;
  const others = remarks.all.filter((other) => other.id !== remark.id && (isDraft(other) || isOpen(other)));
  return (
    <div id={remarkId(remark)} tabIndex={-1} className="remark" data-state={state}>
      <p className="remark-head">
        <Chip family={families[state]} text={t(`forms.remarks.state.${state}`)} />
        <span className="meta">
          {data(remark.author)} · {instant(remark.sentDate ?? remark.createdDate)}
        </span>
        {others.length > 0 && (remarks.mayWrite || remarks.mayAnswer) && <NextRemark from={remark} others={others} />}
      </p>
      {(writing !== 'text' || !draft) && <p className="remark-words">{data(remark.text)}</p>}
      {writing === 'text' && (
        <RemarkText
          place={typingPlace(remark, 'text')}
          label={t('forms.remarks.text')}
          start={remark.text}
          save={t('common.save')}
          onSave={(text) => remarks.edit(remark, text)}
          onClose={close}
          autoFocus
        />
      )}
      {draft && !writing && (
        <div className="remark-buttons no-print">
          {remarks.mayWrite && (
            <Button size="compact-sm" variant="subtle" onClick={() => setWriting('text')}>
              {t('forms.remarks.edit')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => void remarks.remove(remark.id)}>
            {t('forms.remarks.remove')}
          </Button>
        </div>
      )}
      {remark.answer !== null && !writing && (
        <p className="remark-words remark-answer">
          <span className="meta">
            {t('forms.remarks.answer')}: {data(remark.answeredBy ?? '')}
          </span>
          {data(remark.answer)}
        </p>
      )}
      {writing === 'answer' && (
        <RemarkText
          place={typingPlace(remark, 'answer')}
          label={t('forms.remarks.answer')}
          start={remark.answer ?? ''}
          save={t('forms.remarks.saveAnswer')}
          onSave={(text) => remarks.answer(remark, text, remark.done)}
          onClose={close}
          autoFocus
        />
      )}
      {answering && !writing && (
        <div className="remark-buttons no-print">
          <Checkbox
            label={t('forms.remarks.done')}
            checked={ticked.shown}
            onChange={() => ticked.ask((done) => !done)}
          />
          <Button size="compact-sm" variant="subtle" onClick={() => setWriting('answer')}>
            {t(remark.answer === null ? 'forms.remarks.writeAnswer' : 'forms.remarks.changeAnswer')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Goes to the next remark that is open or not sent, in the order of the form. */
function NextRemark({ from, others }: { from: Remark; others: readonly Remark[] }) {
  const { t } = useText();
  const { store } = useEditor();
  const next = nextRemark(store.definition, others, from);
  if (!next) return null;
  return (
    <Button
      className="no-print"
      size="compact-sm"
      variant="subtle"
      rightSection={<IconArrowRight size={14} aria-hidden />}
      onClick={() => goToRemark(store, next)}
    >
      {t('forms.remarks.next')}
    </Button>
  );
}
