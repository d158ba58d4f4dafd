import { Button, Radio, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActionRequest, AvailableAction, Project } from '@pimis/contract/projects';
import { COMMENT_MAX_LENGTH } from '@pimis/domain/constants';
import { addDays, isDay } from '@pimis/domain/dates/dates';
import { opinionIsAsked } from '@pimis/domain/workflow/lists';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { RETURN_KEYS, SEND_KEYS } from '@pimis/domain/workflow/returns';
import { PHASE_STATUS, statusInfo } from '@pimis/domain/workflow/statuses';
import { isJudgedStep } from '@pimis/domain/workflow/judged-steps';
import { isBlank } from '@pimis/domain/text/blank';
import { ApiFailure } from '../../api/client.ts';
import { expectedState } from '../../api/expected-state.ts';
import { projectsMoved } from '../../api/project-moved.ts';
import { configurationQuery } from '../../api/common.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconArrowRight } from '../../ui/icons.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useKeptText } from '../../ui/use-kept-text.ts';
import { Warning } from '../../ui/Warning.tsx';
import { invokeAction } from './api.ts';
import { DecisionSummary } from './DecisionSummary.tsx';
import { SendingCheck } from './SendingCheck.tsx';
import { stepLabel } from './step-label.ts';
import { nextText, stepMessage } from './step-message.ts';

const DAY_LABELS = { date: 'projects.page.decisionDate', postponedDate: 'projects.page.postponedDate' } as const;

interface ActionDialogProps {
  project: Pick<
    Project,
    | 'code'
    | 'name'
    | 'organizationName'
    | 'phase'
    | 'phaseStatus'
    | 'projectPhaseId'
    | 'pimisCommented'
    | 'totalValue'
    | 'proposedDecision'
    | 'lastChangeDate'
  > &
    Partial<Pick<Project, 'returned' | 'draftRemarks'>>;
  actions: AvailableAction[];
  /** Several projects of a list with the same decision, and the call; without it only the project. */
  together?: {
    projects: readonly { code: string; name: string; pimisCommented: boolean }[];
    send: (input: ActionRequest) => Promise<void>;
  };
  onClose: () => void;
  onDone?: () => void;
  /** Continues with the next decision; without it this is the last. */
  onNext?: (() => void) | undefined;
}

function About({ project, together }: Pick<ActionDialogProps, 'project' | 'together'>) {
  const { t, data, amount } = useText();
  if (together) {
    return (
      <>
        <p className="strong">{t('lists.together', { count: together.projects.length })}</p>
        <ul className="meta" style={{ margin: '4px 0 14px', paddingLeft: 20, maxHeight: 140, overflowY: 'auto' }}>
          {together.projects.map((one) => (
            <li key={one.code}>
              {data(one.name)} · {one.code}
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <>
      <p className="strong">{data(project.name)}</p>
      <p className="meta" style={{ marginBottom: 14 }}>
        {project.code} · {data(project.organizationName)} · {amount(project.totalValue)} {t('common.currency')}
      </p>
    </>
  );
}

/** Explains what happens to the remarks, before a form with open remarks is sent and before a return. */
function AboutRemarks({ action, project }: { action: AvailableAction; project: ActionDialogProps['project'] }) {
  const { t } = useText();
  const open = project.returned?.openRemarks ?? 0;
  const drafts = project.draftRemarks ?? 0;
  const warning =
    SEND_KEYS.has(action.key) && open > 0
      ? t('projects.page.remarks.sendAnyway', { count: open })
      : drafts === 0
        ? null
        : RETURN_KEYS.has(action.key)
          ? t('projects.page.remarks.goAlong', { count: drafts })
          : t('projects.page.remarks.stayBehind', { count: drafts });
  if (warning === null) return null;
  return <Warning>{warning}</Warning>;
}

/** The result of a step: the new status, and the phase that opens. */
function FollowUp({ action, phase }: { action: AvailableAction; phase: number }) {
  const { followUp } = action;
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
      <StatusChip status={followUp.status} phase={phase} />
      {followUp.phase !== null && followUp.phase !== phase && (
        <>
          <IconArrowRight size={16} aria-hidden />
          <StatusChip status={PHASE_STATUS.entry} phase={followUp.phase} />
        </>
      )}
    </span>
  );
}

interface DecisionsProps {
  actions: readonly AvailableAction[];
  chosen: AvailableAction | undefined;
  onChoose: (action: AvailableAction) => void;
}

/** The decisions to choose from, each with its consequences. */
function Decisions({ actions, chosen, onChoose }: DecisionsProps) {
  const { t, pair } = useText();
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <legend className="strong">{t('projects.page.decision')}</legend>
      <div className="decision-cards">
        {actions.map((action) => (
          <label key={action.id} className="decision-card" data-checked={action === chosen}>
            <Radio name="decision" checked={action === chosen} onChange={() => onChoose(action)} />
            <span>
              <span className="strong" style={{ display: 'block' }}>
                {pair(action.label)}
              </span>
              <span className="meta">
                {action.followUp.phase !== null
                  ? t('projects.page.follow.open', { phase: pair(phaseInfo(action.followUp.phase).title) })
                  : t('projects.page.follow.status', { status: pair(statusInfo(action.followUp.status).label) })}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The user's input for a step. */
interface StepInput {
  comment: string;
  date: string | null;
  postponed: string | null;
}

/** The days accepted by the fields of a step, which also show them. */
interface DayBounds {
  latestDate: string | undefined;
  earliestPostponement: string | undefined;
}

const boundsOf = ({ date }: StepInput, today: string | undefined): DayBounds => ({
  latestDate: today,
  earliestPostponement: isDay(date) ? addDays(date, 1) : undefined,
});

function isOutOfBounds({ needs }: AvailableAction, input: StepInput, bounds: DayBounds): boolean {
  const { date, postponed } = input;
  const { latestDate, earliestPostponement } = bounds;
  return (
    (needs.date && date !== null && latestDate !== undefined && date > latestDate) ||
    (needs.postponedDate &&
      postponed !== null &&
      earliestPostponement !== undefined &&
      postponed < earliestPostponement)
  );
}

/** Required input that is missing. */
const missingOf = ({ needs }: AvailableAction, { comment, date, postponed }: StepInput) => ({
  comment: needs.comment && isBlank(comment),
  date: needs.date && !isDay(date),
  postponedDate: needs.postponedDate && !isDay(postponed),
});

const requestOf = ({ action, needs }: AvailableAction, { comment, date, postponed }: StepInput): ActionRequest => ({
  action,
  ...(isBlank(comment) ? {} : { comment: comment.trim() }),
  ...(needs.date ? { date } : {}),
  ...(needs.postponedDate ? { postponedDate: postponed } : {}),
});

interface StepFieldsProps {
  action: AvailableAction;
  phase: number;
  input: StepInput;
  bounds: DayBounds;
  /** The missing input reported after an attempt. */
  missing: Partial<ReturnType<typeof missingOf>>;
  onComment: (comment: string) => void;
  onDate: (date: string | null) => void;
  onPostponed: (date: string | null) => void;
}

/** The fields of a step, and its consequences. */
function StepFields({ action, phase, input, bounds, missing, onComment, onDate, onPostponed }: StepFieldsProps) {
  const { t } = useText();
  const { needs } = action;
  const { latestDate, earliestPostponement } = bounds;
  // The comment of this step is the opinion on the project and in its form.
  const isOpinion = action.key === 'giveOpinion';
  const dateErrorOf = (field: 'date' | 'postponedDate') =>
    missing[field] ? t('projects.page.dateRequired') : undefined;
  return (
    <>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, marginBottom: 12 }}>
        {needs.date && (
          <DateField
            label={t(DAY_LABELS.date)}
            value={input.date}
            onChange={onDate}
            required
            {...(latestDate ? { max: latestDate } : {})}
            error={dateErrorOf('date')}
          />
        )}
        {needs.postponedDate && (
          <DateField
            label={t(DAY_LABELS.postponedDate)}
            value={input.postponed}
            onChange={onPostponed}
            required
            {...(earliestPostponement ? { min: earliestPostponement } : {})}
            error={dateErrorOf('postponedDate')}
          />
        )}
        <div>
          <p className="strong" style={{ fontSize: 14, marginBottom: 6 }}>
            {t('projects.page.after')}
          </p>
          <FollowUp action={action} phase={phase} />
        </div>
      </div>
      <Textarea
        label={isOpinion ? t('projects.page.values.meiOpinion') : t('common.comment')}
        required={needs.comment}
        value={input.comment}
        onChange={(event) => onComment(event.currentTarget.value)}
        error={missing.comment ? t(isOpinion ? 'common.required' : 'projects.page.commentRequired') : undefined}
        autosize
        minRows={2}
        maxLength={COMMENT_MAX_LENGTH}
      />
    </>
  );
}

/**
 * The content of a refusal: the project that it is about among several, the present state of the project, and that
 * state if the refusal has no specific reason, such as the archive.
 */
function refusalIn(failure: unknown, together: ActionDialogProps['together']) {
  if (!(failure instanceof ApiFailure)) return { refused: undefined, found: null, present: null };
  const found = failure.payloadOf('InvalidProjectAction');
  return {
    refused: together?.projects.find(({ code }) => failure.problemOf(code)),
    found,
    present: failure.errors.length === 0 ? found : null,
  };
}

interface StepButtonsProps {
  chosen: AvailableAction | undefined;
  busy: boolean;
  drafts: number;
  /** Continues with the next decision. */
  onNext?: () => void;
  /** Takes the step, and then does this. */
  onStep: (then: () => void) => void;
  onClose: () => void;
}

/** The buttons that take the chosen step. */
function StepButtons({ chosen, busy, drafts, onNext, onStep, onClose }: StepButtonsProps) {
  const text = useText();
  const { t, pair } = text;
  return (
    <>
      {onNext && (
        <Button variant="default" onClick={() => onStep(onNext)} disabled={!chosen || busy}>
          {t('projects.page.saveAndNext', { action: chosen ? pair(chosen.label) : t('common.confirm') })}
        </Button>
      )}
      <Button onClick={() => onStep(onClose)} loading={busy} disabled={!chosen}>
        {chosen ? stepLabel(chosen, drafts, text) : t('common.confirm')}
      </Button>
    </>
  );
}

/** What the dialog is about: what is sent, the decision of the commission, or the step. */
function titleOf(
  { label }: AvailableAction,
  { isSent, commission, open }: { isSent: boolean; commission: boolean; open: boolean },
  { t, pair }: Text,
): string {
  if (isSent) return t('projects.sending.title');
  if (commission) return t('projects.page.commissionTitle');
  return open ? t('projects.page.decision') : pair(label);
}

/** Confirms a step or records the commission's decision: its inputs, its result, and the server's answer. */
export function ActionDialog({ project, actions, together, onClose, onDone, onNext }: ActionDialogProps) {
  const text = useText();
  const { t, data } = text;
  const client = useQueryClient();
  const { data: configuration } = useQuery(configurationQuery);
  const commission = project.phaseStatus === PHASE_STATUS.waitingCommission;
  const proposed = together ? null : project.proposedDecision;
  const [chosen, setChosen] = useState<AvailableAction | undefined>(
    actions.length === 1 ? actions[0] : actions.find((one) => one.action === proposed?.action),
  );
  const action = chosen ?? actions[0];
  const keys = actions.map(({ key }) => key);
  // The text typed as the reason of a return must not become the comment of an approval.
  const place = [
    project.code,
    project.projectPhaseId,
    project.phaseStatus,
    keys.join('+'),
    ...(together ? ['together'] : []),
  ];
  const { text: comment, change: setComment, drop: dropComment } = useKeptText(`step.${place.join('.')}`);
  const [date, setDate] = useState<string | null>(configuration?.today ?? null);
  const [postponed, setPostponed] = useState<string | null>(proposed?.postponedDate ?? null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [next, setNext] = useState('');
  if (!action) return null;
  const drafts = together ? 0 : (project.draftRemarks ?? 0);
  const isJudged = !together && isJudgedStep(project.phaseStatus, keys);
  const isSent = !together && actions.length === 1 && SEND_KEYS.has(action.key);
  const hasNoOpinion = (together?.projects ?? [project]).some((one) => !one.pimisCommented);
  const input = { comment, date, postponed };
  const missing = missingOf(action, input);
  const bounds = boundsOf(input, configuration?.today);
  const labelOf = (field: string) => (field === 'date' || field === 'postponedDate' ? t(DAY_LABELS[field]) : undefined);
  const cancel = () => {
    dropComment();
    onClose();
  };
  const done = (then: () => void) => {
    dropComment();
    then();
    onDone?.();
  };
  const submit = async (then: () => void) => {
    setTried(true);
    if (busy || !chosen || isOutOfBounds(action, input, bounds) || Object.values(missing).some(Boolean)) return;
    setBusy(true);
    setNext('');
    try {
      const request = requestOf(action, input);
      if (together) {
        await together.send(request);
        notifySuccess(t('lists.togetherDone', { count: together.projects.length }));
      } else {
        const moved = await invokeAction(project.code, { ...request, expected: expectedState(project) });
        notifySuccess(stepMessage(chosen.key, moved, text));
      }
      done(then);
    } catch (failure) {
      const { refused, found, present } = refusalIn(failure, together);
      // It was taken before, and its answer was lost.
      if (found?.ownStep === chosen.key) {
        notifySuccess(stepMessage(chosen.key, found, text));
        done(then);
        return;
      }
      const about = refused && `${data(refused.name)} (${refused.code})`;
      const now = present ? nextText(present, text) : '';
      notifyFailure(failure, text, labelOf, about, now);
      setNext(now);
      // The dialog shows what has changed when it is opened again, with the comment.
      if (failure instanceof ApiFailure && failure.name === 'RecordConflict') onClose();
      // The typed text stays, so that the user can copy it.
      if (isBlank(comment) && failure instanceof ApiFailure && failure.name === 'InvalidProjectAction') cancel();
    } finally {
      setBusy(false);
      await projectsMoved(client, together ? undefined : [project.code]);
    }
  };
  return (
    <Dialog
      opened
      onClose={cancel}
      title={titleOf(action, { isSent, commission, open: !chosen }, text)}
      width={isJudged ? 'page' : commission || isSent ? 'decide' : 'confirm'}
      unsaved={!isBlank(comment)}
      confirm={
        <StepButtons
          chosen={chosen}
          busy={busy}
          drafts={drafts}
          {...(onNext ? { onNext } : {})}
          onStep={(then) => void submit(then)}
          onClose={onClose}
        />
      }
    >
      <About project={project} {...(together ? { together } : {})} />
      {isJudged && <DecisionSummary code={project.code} />}
      {isSent && <SendingCheck code={project.code} />}
      {commission && hasNoOpinion && opinionIsAsked(project.phase) && <Warning>{t('projects.page.noOpinion')}</Warning>}
      {chosen && <AboutRemarks action={chosen} project={project} />}
      {next !== '' && <Warning>{next}</Warning>}
      {actions.length > 1 && <Decisions actions={actions} chosen={chosen} onChoose={setChosen} />}
      {chosen && (
        <StepFields
          action={chosen}
          phase={project.phase}
          input={input}
          bounds={bounds}
          missing={tried ? missing : {}}
          onComment={setComment}
          onDate={setDate}
          onPostponed={setPostponed}
        />
      )}
    </Dialog>
  );
}
