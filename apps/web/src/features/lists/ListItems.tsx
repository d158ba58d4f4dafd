import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListItem } from '@pimis/contract/lists';
import { listInfo } from '@pimis/domain/workflow/lists';
import { useText } from '../../i18n/use-text.ts';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { listItemsQuery } from './api.ts';
import { DecideDialog } from './DecideDialog.tsx';
import { ListItemRow } from './ListItemRow.tsx';
import { type ChosenItems, useChosenItems } from './use-chosen-items.ts';
import './lists.css';

/** The names of the columns; the first ticks all projects that can be decided on. */
function Head({ choice, withOpinion }: { choice: ChosenItems | null; withOpinion: boolean }) {
  const { t } = useText();
  return (
    <thead>
      <tr>
        {choice && (
          <th className="kept">
            <Checkbox
              aria-label={t('lists.selectAll')}
              checked={choice.isAll}
              indeterminate={choice.selected.length > 0 && !choice.isAll}
              onChange={choice.toggleAll}
            />
            <span className="show-narrow" aria-hidden>
              &nbsp;{t('lists.selectAll')}
            </span>
          </th>
        )}
        <th>{t('lists.position')}</th>
        <th>{t('lists.project')}</th>
        <th style={{ textAlign: 'right' }}>{t('lists.value')}</th>
        {withOpinion && <th>{t('lists.comment')}</th>}
        <th>{t('lists.decision')}</th>
        <th style={{ textAlign: 'right' }}>{t('lists.date')}</th>
      </tr>
    </thead>
  );
}

/** The next pending project after the present one; it wraps around. */
function nextAfter(present: ListItem | undefined, open: readonly ListItem[]): ListItem | undefined {
  const at = open.findIndex((item) => item.projectCode === present?.projectCode);
  return open[at + 1] ?? open.find((_, index) => index < at);
}

/** Projects of a list in order, each with its decision or, while it is pending, a button. */
export function ListItems({ type, name }: { type: number; name: string }) {
  const { t } = useText();
  const [deciding, setDeciding] = useState<readonly ListItem[]>([]);
  const { data: items, error } = useQuery(listItemsQuery(type, name));
  const open = items?.filter((item) => item.canDecide) ?? [];
  const chosen = useChosenItems(open);
  const withOpinion = listInfo(type).needsOpinion;
  if (error && !items) return <ErrorPage error={error} />;
  if (!items) return <Waiting />;
  const choice = open.length > 0 ? chosen : null;
  const following = deciding.length === 1 ? nextAfter(deciding[0], open) : undefined;
  return (
    <div className="panel">
      {chosen.selected.length > 1 && (
        <div className="panel-head list-chosen">
          <span role="status">{t('lists.selected', { count: chosen.selected.length })}</span>
          <Button ml="auto" onClick={() => setDeciding(chosen.selected)}>
            {t('lists.decideTogether')}
          </Button>
        </div>
      )}
      <div className="scroll-x" tabIndex={0} role="group" aria-label={t('lists.title')}>
        <table className="plain stack">
          <Head choice={choice} withOpinion={withOpinion} />
          <tbody>
            {items.map((item) => (
              <ListItemRow
                key={item.projectCode}
                item={item}
                withOpinion={withOpinion}
                choice={choice}
                onDecide={() => setDeciding([item])}
              />
            ))}
          </tbody>
        </table>
      </div>
      {deciding.length > 0 && (
        <DecideDialog
          key={deciding[0]?.projectCode}
          items={deciding}
          list={{ type, name }}
          onClose={() => setDeciding([])}
          onDone={chosen.clear}
          onNext={following && (() => setDeciding([following]))}
        />
      )}
    </div>
  );
}
