import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListItem } from '@pimis/contract/lists';
import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { NoValue } from '../../ui/NoValue.tsx';
import { Chip } from '../../ui/StatusChip.tsx';
import type { ChosenItems } from './use-chosen-items.ts';

const DECISION_FAMILIES = { 1: 'approved', 2: 'paused', 3: 'stopped', 4: 'paused', 5: 'request' } as const;

/** The commission's decision, the end of a postponement, and the comment. */
function Decision({ item }: { item: ListItem }) {
  const { t, data, date } = useText();
  return (
    <div style={{ maxWidth: 360 }}>
      <Chip
        family={DECISION_FAMILIES[item.decision as 1]}
        text={t(`lists.decisions.${String(item.decision) as '1'}`)}
      />
      {item.postponedDate && <div>{t('lists.postponedTo', { date: date(item.postponedDate) })}</div>}
      {item.decisionComment && (
        <div className="meta" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {data(item.decisionComment)}
        </div>
      )}
    </div>
  );
}

interface ListItemRowProps {
  item: ListItem;
  withOpinion: boolean;
  /** Null if no item of the list can be decided on. */
  choice: ChosenItems | null;
  onDecide: () => void;
}

/** A project of a list, with its decision or, while it is pending, a button. */
export function ListItemRow({ item, withOpinion, choice, onDecide }: ListItemRowProps) {
  const { t, data, amount, date } = useText();
  const user = useUser();
  // Users who write the opinion, or decide, must see that it is missing.
  const isConcerned = item.canDecide || can(user, 'form.comment');
  return (
    <tr>
      {choice && (
        <td>
          {item.canDecide && (
            <Checkbox
              aria-label={t('lists.select', { code: item.projectCode })}
              checked={choice.isChosen(item.projectCode)}
              onChange={() => choice.toggle(item.projectCode)}
            />
          )}
        </td>
      )}
      <td data-label={t('lists.position')}>{item.position}</td>
      <td>
        <Link
          to="/projects/$projectCode/details"
          params={{ projectCode: item.projectCode }}
          className="strong"
          style={{ color: 'var(--p-text)', textDecoration: 'none' }}
        >
          {data(item.projectName)}
        </Link>
        <div className="meta">
          {item.projectCode} · {data(item.organizationName)}
        </div>
      </td>
      <td className="amount" data-label={t('lists.value')}>
        {amount(item.totalValue)}
      </td>
      {withOpinion && (
        <td data-label={t('lists.comment')}>
          {item.pimisCommented && t('lists.given')}
          {!item.pimisCommented && !isConcerned && <NoValue />}
          {!item.pimisCommented && isConcerned && (
            <span style={{ color: 'var(--p-warning)', fontWeight: 600 }}>{t('lists.missing')}</span>
          )}
        </td>
      )}
      <td data-label={t('lists.decision')}>
        {item.decision ? (
          <Decision item={item} />
        ) : item.canDecide ? (
          <Button variant="default" h={28} onClick={onDecide} aria-label={`${t('lists.decide')}: ${item.projectCode}`}>
            {t('lists.decide')}
          </Button>
        ) : (
          <NoValue />
        )}
      </td>
      <td className="amount" data-label={t('lists.date')}>
        {item.decisionDate ? date(item.decisionDate) : <NoValue />}
      </td>
    </tr>
  );
}
