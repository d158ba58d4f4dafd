import { Link } from '@tanstack/react-router';
import type { Task } from '@pimis/contract/dashboard';
import { useText } from '../../i18n/use-text.ts';
import { IconArrowRight } from '../../ui/icons.ts';
import { SentAgainNote } from '../../ui/SentAgainNote.tsx';
import { stepPath } from '../../ui/step-path.ts';

/** The day since which a project waits, and the waiting time. */
export function WaitTime({ task }: { task: Pick<Task, 'days' | 'late' | 'coming' | 'waitingSince'> }) {
  const { t, date } = useText();
  const days = task.days === 0 ? t('dashboard.today') : t('dashboard.days', { count: task.days });
  return (
    <>
      <div className={task.late ? 'late' : undefined} style={{ whiteSpace: 'nowrap' }}>
        {task.late ? t('dashboard.late', { days }) : task.coming ? t('dashboard.coming') : days}
      </div>
      <div className="meta">{date(task.waitingSince)}</div>
    </>
  );
}

/** Why a task comes first, or what became of its remarks: returned, sent again, or a comment names the user. */
export function UrgentNote({ task }: { task: Task }) {
  const { t } = useText();
  return (
    <>
      {task.returned && (
        <div className="late">
          {task.openRemarks > 0 ? t('dashboard.returnedWith', { count: task.openRemarks }) : t('dashboard.returned')}
        </div>
      )}
      <SentAgainNote
        project={{ code: task.projectCode, projectPhaseId: task.projectPhaseId }}
        sentAgain={task.sentAgain}
      />
      {task.mentioned && (
        <div>
          <Link to="/projects/$projectCode/comments" params={{ projectCode: task.projectCode }}>
            {t('dashboard.mentioned')}
          </Link>
        </div>
      )}
    </>
  );
}

type StepOfProject = Pick<Task, 'projectCode' | 'projectPhaseId' | 'projectName' | 'nextStep' | 'form'>;

/** A link to the page where the next step of a project is taken. */
export function StepLink({ task }: { task: StepOfProject }) {
  const { data, pair } = useText();
  const step = pair(task.nextStep.label);
  const project = { code: task.projectCode, projectPhaseId: task.projectPhaseId };
  return (
    <Link
      to={stepPath(project, task.nextStep, task.form)}
      className="strong"
      aria-label={`${step}: ${data(task.projectName)}`}
      style={{ textDecoration: 'none' }}
    >
      {/* The arrow stays with the last word. */}
      {step}
      {'\u00a0'}
      <IconArrowRight size={14} aria-hidden style={{ verticalAlign: -2 }} />
    </Link>
  );
}
