import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ListedNotice } from '@pimis/contract/notices';
import {
  NOTICE_PRIORITIES,
  NOTICE_TEXT_LENGTH,
  NOTICE_TITLE_LENGTH,
  noticeProblems,
  type NoticeValues,
} from '@pimis/domain/notices/notices';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
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
  priority: notice?.priority ?? 2,
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

interface NoticeDialogProps {
  /** The one that is changed; a new one without it. */
  notice?: ListedNotice;
  today: string;
  onClose: () => void;
}

/** Writes, changes or removes a notice. */
export function NoticeDialog({ notice, today, onClose }: NoticeDialogProps) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [start] = useState(() => fieldValues(notice, today));
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const sent = sentValues(values);
  const problems = noticeProblems(sent, today, notice?.startDate);
  const problemOf = (field: keyof NoticeValues): string | undefined => {
    const problem = tried ? problems[field] : undefined;
    if (problem === undefined) return undefined;
    if (problem === 'EmptyField') return t('common.required');
    if (problem !== 'InvalidField') return text.status(problem);
    return field === 'timeFrom' || field === 'timeTo' ? t('notices.timeInvalid') : t('shell.problems.InvalidField');
  };
  const set = (change: Partial<FieldValues>) => setValues((before) => ({ ...before, ...change }));
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      notifySuccess(done);
      onClose();
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['notices'] });
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || Object.keys(problems).length > 0) return;
    void run(
      () =>
        notice
          ? call('PUT /notices/:noticeId', {
              params: { noticeId: notice.id },
              body: { ...sent, revision: notice.revision },
            })
          : call('POST /notices', { body: sent }),
      t('notices.saved'),
    );
  };
  const remove = (id: number) =>
    run(() => call('DELETE /notices/:noticeId', { params: { noticeId: id } }), t('notices.removed'));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(notice ? 'notices.editTitle' : 'notices.create')}
      width="decide"
      unsaved={JSON.stringify(values) !== JSON.stringify(start)}
      footer={
        removing && notice ? (
          <>
            <span role="alert" className="dialog-question">
              {t('notices.removeQuestion')}
            </span>
            <Button variant="default" onClick={() => setRemoving(false)}>
              {t('common.cancel')}
            </Button>
            <Button color="red" loading={busy} onClick={() => void remove(notice.id)}>
              {t('notices.remove')}
            </Button>
          </>
        ) : (
          <>
            {notice && (
              <Button variant="default" style={{ marginRight: 'auto' }} onClick={() => setRemoving(true)}>
                {t('notices.remove')}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" form="notice" loading={busy}>
              {t('common.save')}
            </Button>
          </>
        )
      }
    >
      <form id="notice" onSubmit={save} noValidate className="admin-form">
        <NoticeFields values={values} onChange={set} problemOf={problemOf} />
      </form>
    </Dialog>
  );
}

interface NoticeFieldsProps {
  values: FieldValues;
  onChange: (change: Partial<FieldValues>) => void;
  /** What is wrong with a field, in words; undefined where nothing is, or before the first attempt to save. */
  problemOf: (field: keyof NoticeValues) => string | undefined;
}

/** The title and text in both languages, the days and hours at which it is shown, and its priority. */
function NoticeFields({ values, onChange, problemOf }: NoticeFieldsProps) {
  const { t } = useText();
  return (
    <>
      <TextInput
        className="whole"
        label={t('notices.heading')}
        required
        maxLength={NOTICE_TITLE_LENGTH}
        value={values.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        error={problemOf('title')}
      />
      <Textarea
        className="whole"
        label={t('notices.text')}
        required
        autosize
        minRows={3}
        maxLength={NOTICE_TEXT_LENGTH}
        value={values.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        error={problemOf('text')}
      />
      <TextInput
        className="whole"
        label={t('notices.headingEn')}
        description={t('notices.englishHint')}
        lang="en"
        maxLength={NOTICE_TITLE_LENGTH}
        value={values.titleEn}
        onChange={(event) => onChange({ titleEn: event.currentTarget.value })}
        error={problemOf('titleEn')}
      />
      <Textarea
        className="whole"
        label={t('notices.textEn')}
        lang="en"
        autosize
        minRows={2}
        maxLength={NOTICE_TEXT_LENGTH}
        value={values.textEn}
        onChange={(event) => onChange({ textEn: event.currentTarget.value })}
        error={problemOf('textEn')}
      />
      <DateField
        label={t('notices.start')}
        required
        value={values.startDate}
        onChange={(day) => onChange({ startDate: day ?? '' })}
        {...(problemOf('startDate') ? { error: problemOf('startDate') } : {})}
      />
      <DateField
        label={t('notices.end')}
        required
        value={values.endDate}
        onChange={(day) => onChange({ endDate: day ?? '' })}
        {...(problemOf('endDate') ? { error: problemOf('endDate') } : {})}
      />
      {(['timeFrom', 'timeTo'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`notices.${field}`)}
          placeholder={t('notices.timeHint')}
          maxLength={5}
          value={values[field]}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          error={problemOf(field)}
        />
      ))}
      <NativeSelect
        label={t('notices.priority')}
        data={NOTICE_PRIORITIES.map((one) => ({ value: String(one), label: t(`notices.priorities.${one}`) }))}
        value={String(values.priority)}
        onChange={(event) => onChange({ priority: Number(event.currentTarget.value) })}
      />
    </>
  );
}
