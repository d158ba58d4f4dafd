import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedNotice } from '@pimis/contract/notices';
import {
  NOTICE_PRIORITIES,
  NOTICE_TEXT_LENGTH,
  NOTICE_TITLE_LENGTH,
  type NoticeProblem,
  noticeProblems,
  type NoticeValues,
  priorityOf,
  USUAL_PRIORITY,
} from '@pimis/domain/notices/notices';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { DateField } from '../../ui/DateField.tsx';
import { notifyFailure, notifySuccess, notifyWarning } from '../../ui/notify.tsx';
import { EditDialog } from '../editing/EditDialog.tsx';
import { isGone } from '../editing/removed.ts';
import './administration.css';

/** The fields as they are typed. */
type FieldValues = ReturnType<typeof fieldValues>;

const fieldValues = (notice: ListedNotice | undefined, today: string) => ({
  title: notice?.title ?? '',
  text: notice?.text ?? '',
  titleEn: notice?.titleEn ?? '',
  textEn: notice?.textEn ?? '',
  startDate: notice?.startDate ?? today,
  endDate: notice?.endDate ?? '',
  timeFrom: notice?.timeFrom ?? '',
  timeTo: notice?.timeTo ?? '',
  priority: notice?.priority ?? USUAL_PRIORITY,
});

/** The values as they are sent: without spaces around them, null for a field that may be empty. */
const sentValues = (values: FieldValues) => ({
  ...values,
  title: values.title.trim(),
  text: values.text.trim(),
  titleEn: values.titleEn.trim() || null,
  textEn: values.textEn.trim() || null,
  timeFrom: values.timeFrom.trim() || null,
  timeTo: values.timeTo.trim() || null,
});

const LABELS = {
  title: 'notices.heading',
  text: 'notices.text',
  titleEn: 'notices.headingEn',
  textEn: 'notices.textEn',
  startDate: 'notices.start',
  endDate: 'notices.end',
  timeFrom: 'notices.timeFrom',
  timeTo: 'notices.timeTo',
  priority: 'notices.priority',
} as const satisfies Record<keyof FieldValues, string>;

const isField = (name: string): name is keyof FieldValues => Object.hasOwn(LABELS, name);

interface NoticeDialogProps {
  /** The notice to change; undefined for a new one. */
  notice?: ListedNotice;
  today: string;
  onClose: () => void;
}

/** Writes, changes or removes a notice. */
export function NoticeDialog({ notice, today, onClose }: NoticeDialogProps) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const stored = fieldValues(notice, today);
  const valueText = (field: keyof FieldValues): string => {
    if (field === 'priority') return t(`notices.priorities.${priorityOf(stored)}`);
    if (field === 'title' || field === 'text') return text.data(stored[field]);
    return field === 'startDate' || field === 'endDate' ? text.date(stored[field]) : stored[field];
  };
  const problemText = (field: keyof NoticeValues, problem: NoticeProblem): string => {
    if (problem === 'EmptyField') return t('common.required');
    if (problem !== 'InvalidField') return text.status(problem);
    return field === 'timeFrom' || field === 'timeTo' ? t('notices.timeInvalid') : t('shell.problems.InvalidField');
  };
  const problemsOf = (values: FieldValues, base: FieldValues) => {
    const problems = noticeProblems(sentValues(values), today, notice && base.startDate);
    const texts: Partial<Record<keyof FieldValues, string>> = {};
    for (const field of Object.keys(LABELS) as (keyof FieldValues)[]) {
      const problem = field === 'priority' ? undefined : problems[field];
      if (problem && field !== 'priority') texts[field] = problemText(field, problem);
    }
    return texts;
  };
  const save = (values: FieldValues, revision: string | null) =>
    notice && revision !== null
      ? call('PUT /notices/:noticeId', {
          params: { noticeId: notice.id },
          body: { ...sentValues(values), revision },
        })
      : call('POST /notices', { body: sentValues(values) });
  const remove = async (noticeId: number) => {
    setBusy(true);
    try {
      await call('DELETE /notices/:noticeId', { params: { noticeId } });
      notifySuccess(t('notices.removed'));
      onClose();
    } catch (failure) {
      if (!isGone(failure)) return notifyFailure(failure, text);
      notifyWarning(t('editing.alreadyGone'));
      onClose();
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['notices'] });
    }
  };
  return (
    <EditDialog
      title={t(notice ? 'notices.editTitle' : 'notices.create')}
      place={notice ? `notice/${notice.id}` : 'new-notice'}
      width="decide"
      saved={t('notices.saved')}
      queryKey={['notices']}
      onClose={onClose}
      stored={stored}
      revision={notice?.revision ?? null}
      valueText={valueText}
      problemsOf={problemsOf}
      label={(field) => (isField(field) ? t(LABELS[field]) : undefined)}
      save={save}
      className="admin-form"
      footer={(button, saving) =>
        removing && notice ? (
          <>
            <span role="alert" className="dialog-question">
              {t('notices.removeQuestion')}
            </span>
            <Button variant="default" disabled={busy} onClick={() => setRemoving(false)}>
              {t('common.cancel')}
            </Button>
            <Button color="red" loading={busy} onClick={() => void remove(notice.id)}>
              {t('notices.remove')}
            </Button>
          </>
        ) : (
          <>
            {notice && (
              <Button
                variant="default"
                style={{ marginRight: 'auto' }}
                disabled={saving}
                onClick={() => setRemoving(true)}
              >
                {t('notices.remove')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            {button}
          </>
        )
      }
    >
      {({ values, problems, change }) => <NoticeFields values={values} onChange={change} problems={problems} />}
    </EditDialog>
  );
}

interface NoticeFieldsProps {
  values: FieldValues;
  onChange: (change: Partial<FieldValues>) => void;
  problems: Partial<Record<keyof FieldValues, string>>;
}

/** The title and text in both languages, the days and hours at which it is shown, and its priority. */
function NoticeFields({ values, onChange, problems }: NoticeFieldsProps) {
  const { t } = useText();
  return (
    <>
      <TextInput
        className="whole"
        label={t(LABELS.title)}
        required
        maxLength={NOTICE_TITLE_LENGTH}
        value={values.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        error={problems.title}
      />
      <Textarea
        className="whole"
        label={t(LABELS.text)}
        required
        autosize
        minRows={3}
        maxLength={NOTICE_TEXT_LENGTH}
        value={values.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        error={problems.text}
      />
      <TextInput
        className="whole"
        label={t(LABELS.titleEn)}
        description={t('notices.englishHint')}
        lang="en"
        maxLength={NOTICE_TITLE_LENGTH}
        value={values.titleEn}
        onChange={(event) => onChange({ titleEn: event.currentTarget.value })}
        error={problems.titleEn}
      />
      <Textarea
        className="whole"
        label={t(LABELS.textEn)}
        lang="en"
        autosize
        minRows={2}
        maxLength={NOTICE_TEXT_LENGTH}
        value={values.textEn}
        onChange={(event) => onChange({ textEn: event.currentTarget.value })}
        error={problems.textEn}
      />
      <DateField
        label={t(LABELS.startDate)}
        required
        value={values.startDate}
        onChange={(day) => onChange({ startDate: day ?? '' })}
        error={problems.startDate}
      />
      <DateField
        label={t(LABELS.endDate)}
        required
        value={values.endDate}
        onChange={(day) => onChange({ endDate: day ?? '' })}
        error={problems.endDate}
      />
      {(['timeFrom', 'timeTo'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(LABELS[field])}
          placeholder={t('notices.timeHint')}
          maxLength={5}
          value={values[field]}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          error={problems[field]}
        />
      ))}
      <NativeSelect
        label={t(LABELS.priority)}
        data={NOTICE_PRIORITIES.map((one) => ({ value: String(one), label: t(`notices.priorities.${one}`) }))}
        value={String(values.priority)}
        onChange={(event) => onChange({ priority: Number(event.currentTarget.value) })}
      />
    </>
  );
}
