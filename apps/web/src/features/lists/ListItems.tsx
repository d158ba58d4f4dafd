import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ListItem } from '@pimis/contract/lists';
import type { ActionRequest, Project } from '@pimis/contract/projects';
import { listInfo } from '@pimis/domain/workflow/lists';
import { ApiFailure, call } from '../../api/client.ts';
import { projectsMoved } from '../../api/project-moved.ts';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Chip } from '../../ui/StatusChip.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { ActionDialog } from '../projects/ActionDialog.tsx';
import { projectQuery } from '../projects/api.ts';
import { listItemsQuery } from './api.ts';
import './lists.css';

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

/** Somebody else has decided on the project since the list was read. */
const DECIDED = new ApiFailure(409, 'InvalidProjectAction');

interface DecideProps {
  items: readonly ListItem[];
  list: { type: number; name: string };
  onClose: () => void;
  onDone: () => void;
  onNext?: (() => void) | undefined;
}

/** The commission's decision for one or several projects. */
function DecideDialog({ items, list, onClose, onDone, onNext }: DecideProps) {
  const text = useText();
  const client = useQueryClient();
  const code = items[0]?.projectCode ?? '';
  const { data, error, isFetching } = useQuery({ ...projectQuery(code), enabled: code !== '' });
  // The project may be known from before it came onto the list.
  const read = isFetching || error ? undefined : data;
  // A decision of somebody else is reported when this one is sent; until then the input stays.
  const [opened, setOpened] = useState<Project>();
  const open = read && read.availableActions.length > 0;
  if (open && !opened) setOpened(read);
  const project = opened ?? (open ? read : undefined);
  const failure = project ? null : read ? DECIDED : error;
  const refuse = useEffectEvent((reason: Error) => {
    notifyFailure(reason, text);
    onClose();
    void projectsMoved(client, [code]);
  });
  useEffect(() => {
    if (failure) refuse(failure);
  }, [failure]);
  const several = items.length > 1;
  if (!project) return null;
  const together = {
    projects: items.map((item) => ({
      code: item.projectCode,
      name: item.projectName,
      pimisCommented: item.pimisCommented,
    })),
    send: async (input: ActionRequest) => {
      const body = { ...input, projectCodes: items.map((item) => item.projectCode) };
      await call('PUT /projects/lists/:projectTypeList/:projectListName/decisions', {
        params: { projectTypeList: list.type, projectListName: list.name },
        body,
      });
    },
  };
  return (
    <ActionDialog
      project={project}
      actions={project.availableActions}
      {...(several ? { together } : {})}
      onClose={onClose}
      onDone={onDone}
      onNext={onNext}
    />
  );
}

/** Projects of a list in order, with the decision of each and a button where one is pending. */
export function ListItems({ type, name }: { type: number; name: string }) {
  const { t, data, amount, date } = useText();
  const [deciding, setDeciding] = useState<readonly ListItem[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data: items, error } = useQuery(listItemsQuery(type, name));
  const withOpinion = listInfo(type).needsOpinion;
  if (error && !items) return <ErrorPage error={error} />;
  if (!items) return <Waiting />;
  const open = items.filter((item) => item.canDecide);
  const selected = open.filter((item) => chosen.has(item.projectCode));
  const toggle = (code: string) => {
    const next = new Set(chosen);
    if (!next.delete(code)) next.add(code);
    setChosen(next);
  };
  // The next pending project after the present one; it wraps around.
  const at = open.findIndex((item) => item.projectCode === deciding[0]?.projectCode);
  const following = deciding.length === 1 ? (open[at + 1] ?? open.find((_, index) => index < at)) : undefined;
  return (
    <div className="panel">
      {selected.length > 1 && (
        <div className="panel-head list-chosen">
          <span role="status">{t('lists.selected', { count: selected.length })}</span>
          <Button ml="auto" onClick={() => setDeciding(selected)}>
            {t('lists.decideTogether')}
          </Button>
        </div>
      )}
      <div className="scroll-x" tabIndex={0} role="group" aria-label={t('lists.title')}>
        <table className="plain stack">
          <thead>
            <tr>
              {open.length > 0 && (
                <th className="kept">
                  <Checkbox
                    aria-label={t('lists.selectAll')}
                    checked={selected.length === open.length}
                    indeterminate={selected.length > 0 && selected.length < open.length}
                    onChange={() =>
                      setChosen(new Set(selected.length === open.length ? [] : open.map((item) => item.projectCode)))
                    }
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
          <tbody>
            {items.map((item) => (
              <tr key={item.projectCode}>
                {open.length > 0 && (
                  <td>
                    {item.canDecide && (
                      <Checkbox
                        aria-label={t('lists.select', { code: item.projectCode })}
                        checked={chosen.has(item.projectCode)}
                        onChange={() => toggle(item.projectCode)}
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
                    {item.pimisCommented ? (
                      t('lists.given')
                    ) : (
                      <span style={{ color: 'var(--p-warning)', fontWeight: 600 }}>{t('lists.missing')}</span>
                    )}
                  </td>
                )}
                <td data-label={t('lists.decision')}>
                  {item.decision ? (
                    <Decision item={item} />
                  ) : item.canDecide ? (
                    <Button
                      variant="default"
                      h={28}
                      onClick={() => setDeciding([item])}
                      aria-label={`${t('lists.decide')}: ${item.projectCode}`}
                    >
                      {t('lists.decide')}
                    </Button>
                  ) : (
                    t('common.noValue')
                  )}
                </td>
                <td className="amount" data-label={t('lists.date')}>
                  {item.decisionDate ? date(item.decisionDate) : t('common.noValue')}
                </td>
              </tr>
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
          onDone={() => setChosen(new Set())}
          onNext={following && (() => setDeciding([following]))}
        />
      )}
    </div>
  );
}
