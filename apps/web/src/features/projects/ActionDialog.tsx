import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActionRequest, AvailableAction, Project } from '@pimis/contract/projects';
import { opinionIsAsked } from '@pimis/domain/workflow/lists';
import { RETURN_KEYS, SEND_KEYS } from '@pimis/domain/workflow/returns';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { isJudgedStep } from '@pimis/domain/workflow/judged-steps';
import { isBlank } from '@pimis/domain/text/blank';
import { ApiFailure } from '../../api/client.ts';
import { expectedState } from '../../api/expected-state.ts';
import { projectsMoved } from '../../api/project-moved.ts';
import { configurationQuery } from '../../api/common.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { useKeptText } from '../../ui/use-kept-text.ts';
import { Warning } from '../../ui/Warning.tsx';
import { invokeAction } from './api.ts';
import { DecisionCards } from './DecisionCards.tsx';
import { DecisionSummary } from './DecisionSummary.tsx';
import { SendingCheck } from './SendingCheck.tsx';
import { DAY_LABELS, StepFields } from './StepFields.tsx';
import { boundsOf, isOutOfBounds, missingOf, requestOf } from './step-input.ts';
import { stepLabel } from './step-label.ts';
import { nextText, stepMessage } from './step-message.ts';

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

/**
 * The content of a refusal: the refused project among several, the present state of the project, and that state once
 * more if the refusal has no specific reason, such as the archive.
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

/** The subject of the dialog: the forms to be sent, the decision of the commission, or the step. */
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
      // An earlier attempt took the step, but its response was lost.
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
      {actions.length > 1 && <DecisionCards actions={actions} chosen={chosen} onChoose={setChosen} />}
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
