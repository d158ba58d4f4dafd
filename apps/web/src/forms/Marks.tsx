import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { FORM_ACTION } from '@pimis/domain/forms/form-actions';
import { COMMENT_MAX } from '@pimis/domain/forms/kinds';
import { judgeMarks, MARKS, questionsOf, recommendationOf, scoreOf } from '@pimis/domain/forms/marking';
import { messageFor } from '@pimis/domain/forms/messages';
import { textOf } from '@pimis/domain/text/text-of';
import { ApiFailure } from '../api/client.ts';
import { useText } from '../i18n/use-text.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '../ui/notify.tsx';
import { type FormProject, submitForm } from './api.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { reportNextStep } from './report-next-step.ts';
import type { MarksState } from './use-marks.ts';

/** Marking of a form by its evaluator: a mark and a comment for each question, the score, the recommendation. */
export function Marks({ form, project, state }: { form: ProjectForm; project: FormProject; state: MarksState }) {
  const text = useText();
  const { t, pair, data, amount, language } = text;
  const client = useQueryClient();
  const { marks, open, set } = state;
  const [busy, setBusy] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const questions = questionsOf(form.code);
  const score = scoreOf(form.code, marks);
  const validation = judgeMarks(form.code, marks, { complete: submitted });
  const problem = (path: string) => {
    const item = validation.errors.find((error) => error.path === path);
    return item ? data(messageFor(item, language === 'en' ? 'en' : 'sr')) : undefined;
  };
  const send = async (action: number) => {
    if (action === FORM_ACTION.lockAndMark) {
      setSubmitted(true);
      const first = judgeMarks(form.code, marks, { complete: true }).errors[0];
      if (first) {
        document.getElementById(`mark-${first.path}`)?.focus();
        return;
      }
    }
    setBusy(true);
    try {
      await submitForm({
        projectCode: project.code,
        id: form.id,
        formCode: form.code,
        action,
        ...(action === FORM_ACTION.unlockAndMark ? {} : { json: JSON.stringify(marks), baseMarkJson: state.saved }),
      });
      state.drop();
      if (action === FORM_ACTION.mark) notifySuccess(t('forms.marks.saved'));
      else {
        const done = t(action === FORM_ACTION.lockAndMark ? 'forms.marks.locked' : 'forms.marks.unlocked');
        await reportNextStep(client, project.code, done, text);
      }
      await client.invalidateQueries({ queryKey: ['project', project.code] });
      await client.invalidateQueries({ queryKey: ['form', project.code, form.id] });
    } catch (failure) {
      const conflicting = failure instanceof ApiFailure ? failure.payloadOf('FormMarksConflict') : null;
      if (conflicting) {
        state.meet(conflicting.markJson);
        notifyWarning(t('forms.marks.conflict'));
      } else notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section id="section-marks" className="panel form-section" aria-labelledby="title-marks">
      <h2 id="title-marks">{t('forms.marks.title')}</h2>
      <p className="meta">
        {form.evaluatorOrganizationName
          ? t('forms.marks.evaluator', { name: data(form.evaluatorOrganizationName) })
          : t('forms.marks.noEvaluator')}
      </p>
      {state.found && <DraftNotice at={state.found.at} onRestore={state.restore} onDrop={state.dropFound} />}
      <ol className="form-marks">
        {questions.map(({ number, label, weight }) => (
          <Question
            key={number}
            number={number}
            label={pair(label)}
            weight={weight}
            marks={marks}
            fixed={!open || busy}
            problem={problem}
            onSet={set}
          />
        ))}
      </ol>
      <p className="strong" role="status">
        {score === null
          ? t('forms.marks.incomplete')
          : t('forms.marks.score', {
              score: amount(score),
              recommendation: t(`forms.marks.recommendations.${recommendationOf(score)}`),
            })}
      </p>
      {form.rights.mark && (
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap', marginTop: 12 }}>
          {open && (
            <>
              <Button variant="default" onClick={() => void send(FORM_ACTION.mark)} loading={busy}>
                {t('forms.marks.save')}
              </Button>
              <Button onClick={() => void send(FORM_ACTION.lockAndMark)} loading={busy}>
                {t('forms.marks.lock')}
              </Button>
            </>
          )}
          {form.status === FORM_STATUS.marked && (
            <Button variant="default" onClick={() => void send(FORM_ACTION.unlockAndMark)} loading={busy}>
              {t('forms.marks.unlock')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface QuestionProps {
  number: number;
  label: string;
  weight: number;
  marks: MarksState['marks'];
  /** Nothing can be typed now. */
  fixed: boolean;
  problem: (path: string) => string | undefined;
  onSet: MarksState['set'];
}

/** One question with its mark and comment. */
function Question({ number, label, weight, marks, fixed, problem, onSet }: QuestionProps) {
  const { t, pair } = useText();
  return (
    <li>
      <div className="form-marks-question">
        <span className="meta">{number}.</span> {label}{' '}
        <span className="meta">{t('forms.marks.weight', { weight })}</span>
      </div>
      <NativeSelect
        id={`mark-${number}.mark`}
        aria-label={t('forms.marks.markOf', { n: number })}
        value={typeof marks[`${number}.mark`] === 'number' ? String(marks[`${number}.mark`]) : ''}
        disabled={fixed}
        error={problem(`${number}.mark`)}
        data={[
          { value: '', label: t('forms.choose') },
          ...MARKS.map((mark) => ({ value: String(mark.value), label: `${mark.value} – ${pair(mark.label)}` })),
        ]}
        onChange={(event) =>
          onSet(`${number}.mark`, event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))
        }
      />
      <Textarea
        id={`mark-${number}.comment`}
        aria-label={t('forms.marks.commentOf', { n: number })}
        placeholder={t('forms.comment')}
        value={textOf(marks[`${number}.comment`])}
        readOnly={fixed}
        error={problem(`${number}.comment`)}
        autosize
        minRows={1}
        maxLength={COMMENT_MAX}
        onChange={(event) => onSet(`${number}.comment`, event.currentTarget.value)}
      />
    </li>
  );
}
