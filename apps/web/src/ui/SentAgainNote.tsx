import { Link } from '@tanstack/react-router';
import type { SentAgain } from '@pimis/contract/projects';
import { useText } from '../i18n/use-text.ts';

interface SentAgainNoteProps {
  project: { code: string; projectPhaseId: number };
  sentAgain: SentAgain | null;
}

/** A second round: what became of the remarks, and the form that shows what has changed. */
export function SentAgainNote({ project, sentAgain }: SentAgainNoteProps) {
  const { t } = useText();
  if (!sentAgain) return null;
  const { id, segment, done, open } = sentAgain;
  const remarks = [
    ...(done > 0 ? [t('projects.decision.corrected', { count: done })] : []),
    ...(open > 0 ? [t('projects.page.remarks.openCount', { count: open })] : []),
  ].join(', ');
  return (
    <div className="sent-again">
      {[t('projects.page.sentAgain'), remarks].filter(Boolean).join(' · ')}
      {' · '}
      <Link to={`/projects/${project.code}/phases/${project.projectPhaseId}/forms/${segment}/id/${id}`}>
        {t('projects.page.whatChanged')}
      </Link>
    </div>
  );
}
