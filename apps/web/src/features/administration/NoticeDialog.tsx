import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Notice } from '@pimis/contract/notices';
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

interface NoticeDialogProps {
  /** The one that is changed; a new one without it. */
  notice?: Notice;
  today: string;
  onClose: () => void;
}

/** Writes, changes or removes a notice. */
export function NoticeDialog({ notice, today, onClose }: NoticeDialogProps) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [start] = useState(() => ({
    title: notice?.title ?? '',
    text: notice?.text ?? '',
    titleEn: notice?.titleEn ?? '',
    textEn: notice?.textEn ?? '',
    startDate: notice?.startDate ?? today,
    endDate: notice?.endDate ?? '',
    timeFrom: notice?.timeFrom ?? '',
    timeTo: notice?.timeTo ?? '',
    priority: notice?.priority ?? 2,
  }));
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const sent = {
    ...values,
    title: values.title.trim(),
    text: values.text.trim(),
    titleEn: values.titleEn.trim() || null,
    textEn: values.textEn.trim() || null,
    timeFrom: values.timeFrom.trim() || null,
    timeTo: values.timeTo.trim() || null,
  };
  const problems = noticeProblems(sent, today, notice?.startDate);
  const problemOf = (field: keyof NoticeValues): string | undefined => {
    const problem = tried ? problems[field] : undefined;
    if (problem === undefined) return undefined;
    if (problem === 'EmptyField') return t('common.required');
    if (problem !== 'InvalidField') return text.status(problem);
    return field === 'timeFrom' || field === 'timeTo' ? t('notices.timeInvalid') : t('shell.problems.InvalidField');
  };
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
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
          ? call('PUT /notices/:noticeId', { params: { noticeId: notice.id }, body: sent })
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
        <TextInput
          className="whole"
          label={t('notices.heading')}
          required
          maxLength={NOTICE_TITLE_LENGTH}
          value={values.title}
          onChange={(event) => set({ title: event.currentTarget.value })}
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
          onChange={(event) => set({ text: event.currentTarget.value })}
          error={problemOf('text')}
        />
        <TextInput
          className="whole"
          label={t('notices.headingEn')}
          description={t('notices.englishHint')}
          lang="en"
          maxLength={NOTICE_TITLE_LENGTH}
          value={values.titleEn}
          onChange={(event) => set({ titleEn: event.currentTarget.value })}
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
          onChange={(event) => set({ textEn: event.currentTarget.value })}
          error={problemOf('textEn')}
        />
        <DateField
          label={t('notices.start')}
          required
          value={values.startDate}
          onChange={(day) => set({ startDate: day ?? '' })}
          {...(problemOf('startDate') ? { error: problemOf('startDate') } : {})}
        />
        <DateField
          label={t('notices.end')}
          required
          value={values.endDate}
          onChange={(day) => set({ endDate: day ?? '' })}
          {...(problemOf('endDate') ? { error: problemOf('endDate') } : {})}
        />
        {(['timeFrom', 'timeTo'] as const).map((field) => (
          <TextInput
            key={field}
            label={t(`notices.${field}`)}
            placeholder={t('notices.timeHint')}
            maxLength={5}
            value={values[field]}
            onChange={(event) => set({ [field]: event.currentTarget.value })}
            error={problemOf(field)}
          />
        ))}
        <NativeSelect
          label={t('notices.priority')}
          data={NOTICE_PRIORITIES.map((one) => ({ value: String(one), label: t(`notices.priorities.${one}`) }))}
          value={String(values.priority)}
          onChange={(event) => set({ priority: Number(event.currentTarget.value) })}
        />
      </form>
    </Dialog>
  );
}
