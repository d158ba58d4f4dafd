import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StepResult, TaskRow } from '@pimis/contract/tasks';
import { projectsMoved } from '../../../api/project-moved.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../../../ui/icons.ts';
import { notifyFailure } from '../../../ui/notify.tsx';
import { takeSteps } from './api.ts';

interface TogetherDialogProps {
  tasks: readonly TaskRow[];
  /** `taken`: the server has returned the result of each. */
  onClose: (taken: boolean) => void;
}

/** Each project with its step. */
function Chosen({ tasks }: { tasks: readonly TaskRow[] }) {
  const { t, data, pair } = useText();
  return (
    <>
      <p style={{ marginBottom: 8 }}>{t('dashboard.waits.together.hint')}</p>
      <ul className="together-list">
        {tasks.map(({ projectCode, projectName, organizationName, nextStep }) => (
          <li key={projectCode}>
            <span className="strong">{pair(nextStep.label)}</span>: {data(projectName)}
            <div className="meta">
              {projectCode} · {data(organizationName)}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The results: refused projects first, with the reason. */
function Results({ tasks, results }: { tasks: readonly TaskRow[]; results: readonly StepResult[] }) {
  const { t, data, pair, status } = useText();
  const refused = results.filter(({ done }) => !done);
  const done = results.length - refused.length;
  const nameOf = (code: string) => data(tasks.find(({ projectCode }) => projectCode === code)?.projectName ?? code);
  const stepOf = (code: string) => tasks.find(({ projectCode }) => projectCode === code)?.nextStep.label;
  const line = (code: string) => {
    const step = stepOf(code);
    return (
      <>
        {step && <span className="strong">{pair(step)}: </span>}
        {nameOf(code)} <span className="meta">{code}</span>
      </>
    );
  };
  return (
    <div role="status">
      {refused.length > 0 && (
        <Alert
          // If no step was taken, the result looks like any other refusal.
          color={done === 0 ? 'red' : 'yellow'}
          icon={<IconAlertTriangle size={18} />}
          mb={14}
          title={t('dashboard.waits.together.refused', { count: refused.length })}
        >
          <ul className="together-list">
            {refused.map(({ code, refusal }) => (
              <li key={code}>
                {line(code)}
                <div>{status(refusal ?? 'ServiceError')}</div>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {done > 0 && (
        <>
          <p className="strong" style={{ marginBottom: 8 }}>
            <IconCircleCheck size={18} aria-hidden style={{ verticalAlign: -4, color: 'var(--p-good)' }} />{' '}
            {t('dashboard.waits.together.done', { count: done })}
          </p>
          <ul className="together-list">
            {results
              .filter((result) => result.done)
              .map(({ code }) => (
                <li key={code}>{line(code)}</li>
              ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Takes the steps of several projects independently, and shows the result of each. */
export function TogetherDialog({ tasks, onClose }: TogetherDialogProps) {
  const text = useText();
  const { t, pair } = text;
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [results, setResults] = useState<StepResult[] | null>(null);
  const [first] = tasks;
  const same = first && tasks.every(({ nextStep }) => nextStep.key === first.nextStep.key);
  const take = async () => {
    if (busy) return;
    setBusy(true);
    try {
      setResults(await takeSteps(tasks));
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
      // Also without a response, because some of the steps may have been taken.
      await projectsMoved(
        client,
        tasks.map(({ projectCode }) => projectCode),
      );
    }
  };
  const close = () => {
    if (!busy) onClose(results !== null);
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={t('dashboard.waits.together.title', { count: tasks.length })}
      width="decide"
      footer={
        results ? (
          <Button onClick={close} data-autofocus>
            {t('common.close')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={close} disabled={busy}>
              {t('common.cancel')}
            </Button>
            <Button onClick={() => void take()} loading={busy}>
              {same ? pair(first.nextStep.label) : t('dashboard.waits.together.take')} ({tasks.length})
            </Button>
          </>
        )
      }
    >
      {results ? <Results tasks={tasks} results={results} /> : <Chosen tasks={tasks} />}
    </Dialog>
  );
}
