import { Button, Checkbox, Select, TextInput, Tooltip } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListItem, ProjectList } from '@pimis/contract/lists';
import type { ActionRequest } from '@pimis/contract/projects';
import { can } from '@pimis/domain/access/policies';
import { LISTS, listInfo } from '@pimis/domain/workflow/lists';
import { call, download } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { Chip } from '../../ui/StatusChip.tsx';
import { ActionDialog } from '../projects/ActionDialog.tsx';
import { projectQuery, projectsQuery } from '../projects/api.ts';
import '../projects/project.css';

const PREVIEWED = 50;
const DECISION_FAMILIES = { 1: 'approved', 2: 'paused', 3: 'stopped', 4: 'paused', 5: 'request' } as const;

function useLists(type: number) {
  return useQuery({
    queryKey: ['lists', type],
    queryFn: async () => (await call<ProjectList[]>('GET', `projects/lists/${type}`)).payload,
  });
}

function usePending(type: number, enabled: boolean) {
  return useQuery({ ...projectsQuery(`status=pending&pendingForList=${type}&perPage=${PREVIEWED}`), enabled });
}

function CreateDialog({ type, onClose }: { type: number; onClose: () => void }) {
  const text = useText();
  const { t, data, pair } = text;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const { data: pending } = usePending(type, true);
  const create = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { payload } = await call<{ name: string }>(
        'POST',
        `projects/lists/${type}`,
        name.trim() ? { name: name.trim() } : {},
      );
      notifySuccess(t('lists.created', { name: payload.name }));
      await client.invalidateQueries();
      onClose();
      await navigate({
        to: '/project-lists/$listType/$listName',
        params: { listType: String(type), listName: payload.name },
      });
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${t('lists.createTitle')}: ${pair(listInfo(type).title)}`}
      width="decide"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            onClick={() => void create()}
            loading={busy}
            disabled={!pending?.rows.some((row) => !row.sendingToCommissionFormsLimit)}
          >
            {t('lists.create')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('lists.name')}
        description={t('lists.nameHint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={40}
        mb={12}
      />
      {pending?.totalRows === 0 ? (
        <p className="second">{t('lists.noPending')}</p>
      ) : (
        <>
          <p>{t('lists.createText')}</p>
          <ul style={{ maxHeight: 300, overflowY: 'auto', paddingLeft: 20 }}>
            {pending?.rows.map((row) => (
              <li key={row.code}>
                {data(row.name)} <span className="meta">{row.code}</span>
                {row.sendingToCommissionFormsLimit && <span className="late"> {t('lists.leftOut')}</span>}
              </li>
            ))}
          </ul>
          {pending && pending.totalRows > pending.rows.length && (
            <p className="meta">{t('lists.andMore', { count: pending.totalRows - pending.rows.length })}</p>
          )}
        </>
      )}
    </Dialog>
  );
}

interface DecideProps {
  items: readonly ListItem[];
  list: { type: number; name: string };
  onClose: () => void;
  onDone: () => void;
}

/** The commission's decision for one project, or the same one for several. */
function DecideDialog({ items, list, onClose, onDone }: DecideProps) {
  const first = items[0];
  const { data: project } = useQuery({ ...projectQuery(first?.projectCode ?? ''), enabled: first !== undefined });
  if (!project || project.availableActions.length === 0) return null;
  const together = {
    projects: items.map((item) => ({
      code: item.projectCode,
      name: item.projectName,
      pimisCommented: item.pimisCommented,
    })),
    send: async (input: ActionRequest) => {
      const body = { ...input, projectCodes: items.map((item) => item.projectCode) };
      await call('PUT', `projects/lists/${list.type}/${encodeURIComponent(list.name)}/decisions`, body);
    },
  };
  return (
    <ActionDialog
      project={project}
      actions={project.availableActions}
      {...(items.length > 1 ? { together } : {})}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

/** Papers of a list: as the commission gets it, and once every project has its decision. */
function Papers({ type, list }: { type: number; list: ProjectList }) {
  const text = useText();
  const { t } = text;
  const user = useUser();
  const [busy, setBusy] = useState(false);
  if (!can(user, 'list.documents')) return null;
  const name = encodeURIComponent(list.name);
  const save = async (path: string, file: string) => {
    setBusy(true);
    try {
      await download(path, file);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={busy}
        onClick={() => void save(`projects/lists/${type}/${name}/documents`, `lista-${type}-${list.name}.zip`)}
      >
        {t('lists.download')}
      </Button>
      <Tooltip label={t('lists.notApproved')} disabled={list.approved}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={busy}
          data-disabled={!list.approved || undefined}
          aria-disabled={!list.approved || undefined}
          onClick={() =>
            list.approved &&
            void save(`projects/lists/approved/${type}/${name}`, `odobrena-lista-${type}-${list.name}.zip`)
          }
        >
          {t('lists.downloadApproved')}
        </Button>
      </Tooltip>
    </>
  );
}

function Items({ type, name }: { type: number; name: string }) {
  const { t, data, amount, date } = useText();
  const [deciding, setDeciding] = useState<readonly ListItem[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data: items } = useQuery({
    queryKey: ['lists', type, name],
    queryFn: async () => (await call<ListItem[]>('GET', `projects/lists/${type}/${encodeURIComponent(name)}`)).payload,
  });
  const open = items?.filter((item) => item.canDecide) ?? [];
  const selected = open.filter((item) => chosen.has(item.projectCode));
  const toggle = (code: string) => {
    const next = new Set(chosen);
    if (!next.delete(code)) next.add(code);
    setChosen(next);
  };
  return (
    <div className="panel scroll-x" tabIndex={0} role="group" aria-label={t('lists.title')}>
      {selected.length > 1 && (
        <div className="panel-head" style={{ position: 'sticky', left: 0 }}>
          <span role="status">{t('lists.selected', { count: selected.length })}</span>
          <Button ml="auto" onClick={() => setDeciding(selected)}>
            {t('lists.decideTogether')}
          </Button>
        </div>
      )}
      <table className="plain">
        <thead>
          <tr>
            {open.length > 0 && (
              <th>
                <Checkbox
                  aria-label={t('lists.selectAll')}
                  checked={selected.length === open.length}
                  indeterminate={selected.length > 0 && selected.length < open.length}
                  onChange={() =>
                    setChosen(new Set(selected.length === open.length ? [] : open.map((item) => item.projectCode)))
                  }
                />
              </th>
            )}
            <th>{t('lists.position')}</th>
            <th>{t('lists.project')}</th>
            <th style={{ textAlign: 'right' }}>{t('lists.value')}</th>
            <th>{t('lists.comment')}</th>
            <th>{t('lists.decision')}</th>
            <th style={{ textAlign: 'right' }}>{t('lists.date')}</th>
          </tr>
        </thead>
        <tbody>
          {items?.map((item) => (
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
              <td>{item.position}</td>
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
              <td className="amount">{amount(item.totalValue)}</td>
              <td>
                {item.pimisCommented ? (
                  t('lists.given')
                ) : (
                  <span style={{ color: 'var(--p-warning)', fontWeight: 600 }}>{t('lists.missing')}</span>
                )}
              </td>
              <td>
                {item.decision ? (
                  <Chip
                    family={DECISION_FAMILIES[item.decision as 1]}
                    text={t(`lists.decisions.${String(item.decision) as '1'}`)}
                  />
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
              <td className="amount">{item.decisionDate ? date(item.decisionDate) : t('common.noValue')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {deciding.length > 0 && (
        <DecideDialog
          items={deciding}
          list={{ type, name }}
          onClose={() => setDeciding([])}
          onDone={() => setChosen(new Set())}
        />
      )}
    </div>
  );
}

/** Lists before the commission: a tab per type, the newest list first, decisions one by one. */
export function ListsPage() {
  const { t, pair, amount, date } = useText();
  const user = useUser();
  const navigate = useNavigate();
  const { listType = '3', listName } = useParams({ strict: false });
  const type = Number(listType);
  const { data: lists } = useLists(type);
  const [creating, setCreating] = useState(false);
  const selected = lists?.find((list) => list.name === listName) ?? lists?.[0];
  return (
    <>
      <div className="page-head">
        <h1>{t('lists.title')}</h1>
        {can(user, 'list.manage') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            {t('lists.create')}
          </Button>
        )}
      </div>
      <nav className="tabs" aria-label={t('lists.title')}>
        {LISTS.map((list) => (
          <Link
            key={list.type}
            to="/project-lists/$listType"
            params={{ listType: String(list.type) }}
            data-active={list.type === type}
            aria-current={list.type === type ? 'page' : undefined}
          >
            {pair(list.title)}
          </Link>
        ))}
      </nav>
      {lists && lists.length === 0 && <Empty title={t('lists.none')} hint={t('lists.noneHint')} />}
      {selected && (
        <>
          <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 16, marginBottom: 12 }}>
            <Select
              label={t('lists.history')}
              value={selected.name}
              data={
                lists?.map((list) => ({ value: list.name, label: `${list.name} · ${date(list.createdDate)}` })) ?? []
              }
              onChange={(value) =>
                value &&
                void navigate({ to: '/project-lists/$listType/$listName', params: { listType, listName: value } })
              }
            />
            <span className="second">
              {t('lists.decided', { decided: selected.decided, total: selected.projects })}
            </span>
            <Papers type={type} list={selected} />
            <span style={{ marginLeft: 'auto' }} className="second">
              {t('lists.totalValue')}{' '}
              <strong>
                {amount(selected.totalValue)} {t('common.currency')}
              </strong>
            </span>
          </div>
          <Items type={type} name={selected.name} />
        </>
      )}
      {creating && <CreateDialog type={type} onClose={() => setCreating(false)} />}
    </>
  );
}
