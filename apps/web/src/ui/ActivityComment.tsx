import { Link } from '@tanstack/react-router';
import type { Activity } from '@pimis/contract/project-phases';
import { activityComment } from '../i18n/activity-text.ts';
import { useText } from '../i18n/use-text.ts';

/** The page of the other project in a merge; its code is the comment. The merged one is archived. */
const MERGED: Readonly<Record<string, '/projects/$projectCode/details' | '/projects-archived/$projectCode/details'>> = {
  mergedInto: '/projects/$projectCode/details',
  mergedFrom: '/projects-archived/$projectCode/details',
};

/** Additional data of an activity: its comment, and the days of a decision. */
export function ActivityComment({
  activity,
}: {
  activity: Pick<Activity, 'operation' | 'comment' | 'date' | 'postponedDate'>;
}) {
  const text = useText();
  const { t, date } = text;
  const { operation, comment } = activity;
  const merged = MERGED[operation];
  return (
    <>
      {comment !== null && (
        <span className="activity-comment">
          {merged ? (
            <Link to={merged} params={{ projectCode: comment }}>
              {comment}
            </Link>
          ) : (
            activityComment(operation, comment, text)
          )}
        </span>
      )}
      {activity.date !== null && (
        <span className="meta activity-comment">
          {t('projects.page.decisionDate')}: {date(activity.date)}
        </span>
      )}
      {activity.postponedDate !== null && (
        <span className="meta activity-comment">
          {t('projects.page.postponedDate')}: {date(activity.postponedDate)}
        </span>
      )}
    </>
  );
}
