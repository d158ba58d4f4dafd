import { Alert } from '@mantine/core';
import type { Returned } from '@pimis/contract/projects';
import { useText } from '../../i18n/use-text.ts';
import { activityText } from '../../i18n/activity-text.ts';
import { IconArrowBackUp } from '../../ui/icons.ts';

/** Shows why, when and by whom a form was returned, until it is sent again. */
export function ReturnedNotice({ returned }: { returned: Returned }) {
  const text = useText();
  const { t, data, instant } = text;
  return (
    <Alert
      className="returned-notice"
      color="yellow"
      icon={<IconArrowBackUp size={18} />}
      title={
        <>
          {activityText(returned.operation, text) ?? t('projects.page.returned')}{' '}
          <span className="meta" style={{ fontWeight: 400 }}>
            {data(returned.userName)}
            {returned.standInFor !== null && `, ${t('daily.absence.inPlaceOf', { name: data(returned.standInFor) })}`} ·{' '}
            {instant(returned.date)}
            {returned.openRemarks > 0 && ` · ${t('projects.page.remarks.openCount', { count: returned.openRemarks })}`}
          </span>
        </>
      }
      styles={{ title: { color: 'var(--p-warning)' } }}
    >
      {returned.comment && <p className="returned-comment">{data(returned.comment)}</p>}
    </Alert>
  );
}
