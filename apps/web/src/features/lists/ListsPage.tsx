import { Button, TextInput, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { ProjectList } from '@pimis/contract/lists';
import { LIST_NAME, LIST_NAME_MAX } from '@pimis/domain/workflow/list-limits';
import { can } from '@pimis/domain/access/policies';
import { LISTS, type ListType, listInfo } from '@pimis/domain/workflow/lists';
import { call } from '../../api/client.ts';
import { projectsMoved } from '../../api/project-moved.ts';
import { downloadMade } from '../../api/operations.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { ErrorPage, NotFoundPage } from '../../ui/Pages.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { IconDownload, IconListDetails, IconPlus } from '../../ui/icons.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { TabLinks } from '../../ui/TabLinks.tsx';
import { useStillHere } from '../../ui/use-still-here.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { FoundInput } from '../editing/FoundInput.tsx';
import { useKeptState } from '../editing/kept-input.ts';
import { projectsQuery } from '../projects/api.ts';
import { ListItems } from './ListItems.tsx';
import { ListPicker } from './ListPicker.tsx';
import { SessionDay } from './SessionDay.tsx';
import { type Lists, useLists } from './use-lists.ts';
import '../projects/project.css';
import { useAddress } from '../../ui/address.ts';
import { useOptimisticValue } from '../../ui/use-optimistic-value.ts';

const PREVIEWED = 50;
const LIST_NAME_RULE = new RegExp(LIST_NAME, 'u');

function usePending(type: number, enabled: boolean) {
  return useQuery({ ...projectsQuery(`status=pending&pendingForList=${type}&perPage=${PREVIEWED}`), enabled });
}

function CreateDialog({
  type,
  isStillHere,
  onClose,
}: {
  type: number;
  isStillHere: () => boolean;
  onClose: () => void;
}) {
  const text = useText();
  const { t, data, pair } = text;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [name, setName, kept] = useKeptState(`new-list/${type}`, '');
  const [tried, setTried] = useState(false);
  const nameWrong = name.trim() !== '' && !LIST_NAME_RULE.test(name);
  const [busy, setBusy] = useState(false);
  const { data: pending } = usePending(type, true);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || nameWrong) return;
    setBusy(true);
    try {
      const { payload } = await call('POST /projects/lists/:projectTypeList', {
        params: { projectTypeList: type },
        body: name.trim() ? { name: name.trim() } : {},
      });
      kept.saved();
      notifySuccess(t('lists.created', { name: payload.name }));
      await projectsMoved(client);
      onClose();
      if (!isStillHere()) return;
      await navigate({
        to: '/project-lists/$listType/$listName',
        params: { listType: String(type), listName: payload.name },
      });
    } catch (failure) {
      notifyFailure(failure, text, (field) => (field === 'name' ? t('lists.name') : undefined));
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
      unsaved={name.trim() !== ''}
      confirm={
        <Button
          type="submit"
          form="project-list"
          loading={busy}
          disabled={!pending?.rows.some((row) => !row.sendingToCommissionFormsLimit)}
        >
          {t('lists.create')}
        </Button>
      }
    >
      <FoundInput {...kept} />
      <form id="project-list" onSubmit={(event) => void create(event)} noValidate>
        <TextInput
          label={t('lists.name')}
          description={t('lists.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && nameWrong ? t('lists.nameRule') : undefined}
          maxLength={LIST_NAME_MAX}
          mb={12}
        />
      </form>
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

type PaperCall =
  | 'GET /projects/lists/:projectTypeList/:projectListName/documents'
  | 'GET /projects/lists/approved/:projectTypeList/:projectListName';

/** Papers of a list: for the commission, and after all decisions. */
function Papers({ type, list }: { type: number; list: ProjectList }) {
  const text = useText();
  const { t } = text;
  const user = useUser();
  const [busy, setBusy] = useState(false);
  if (!can(user, 'list.documents')) return null;
  const params = { projectTypeList: type, projectListName: list.name };
  const save = async (paper: PaperCall, file: string) => {
    setBusy(true);
    try {
      await downloadMade(() => call(paper, { params, query: text.paper }), file);
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
        onClick={() =>
          void save('GET /projects/lists/:projectTypeList/:projectListName/documents', `lista-${type}-${list.name}.zip`)
        }
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
            void save(
              'GET /projects/lists/approved/:projectTypeList/:projectListName',
              `odobrena-lista-${type}-${list.name}.zip`,
            )
          }
        >
          {t('lists.downloadApproved')}
        </Button>
      </Tooltip>
    </>
  );
}

interface ChosenProps {
  type: number;
  lists: readonly ProjectList[];
  older: Lists['older'];
  selected: ProjectList;
}

/** One list, with its papers and its projects. */
function Chosen({ type, lists, older, selected }: ChosenProps) {
  const { t, amount } = useText();
  const navigate = useNavigate();
  const { shown: name, ask } = useOptimisticValue(selected.name, (listName) =>
    navigate({ to: '/project-lists/$listType/$listName', params: { listType: String(type), listName } }),
  );
  return (
    <>
      <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 16, marginBottom: 12 }}>
        <ListPicker lists={lists} older={older} name={name} onChoose={(wanted) => ask(() => wanted)} />
        <span className="second">{t('lists.decided', { decided: selected.decided, total: selected.projects })}</span>
        <SessionDay type={type} list={selected} />
        <Button
          component={Link}
          to={`/project-lists/${type}/${encodeURIComponent(selected.name)}/summaries`}
          variant="default"
          leftSection={<IconListDetails size={16} />}
        >
          {t('lists.summaries.title')}
        </Button>
        <Papers type={type} list={selected} />
        <span style={{ marginLeft: 'auto' }} className="second">
          {t('lists.totalValue')}{' '}
          <strong>
            {amount(selected.totalValue)} {t('common.currency')}
          </strong>
        </span>
      </div>
      <ListItems key={`${type}/${selected.name}`} type={type} name={selected.name} />
    </>
  );
}

/** Lists before the commission: a tab per type, the newest list first, decisions one by one. */
export function ListsPage() {
  const { listType = '3', listName } = useAddress();
  const { t } = useText();
  const user = useUser();
  const type = LISTS.find((list) => String(list.type) === listType)?.type;
  if (type === undefined) return <NotFoundPage />;
  if (!can(user, 'list.view')) return <Empty page title={t('lists.noRight')} hint={t('lists.noRightHint')} />;
  return <ListsOfType type={type} listName={listName} />;
}

function ListsOfType({ type, listName }: { type: ListType; listName: string | undefined }) {
  const { t, pair } = useText();
  const user = useUser();
  const { lists, selected, missing, error, older } = useLists(type, listName);
  const [creating, setCreating] = useState(false);
  const isStillHere = useStillHere();
  if (error) return <ErrorPage error={error} />;
  // An address with a list shows only that list.
  if (missing) return <NotFoundPage />;
  const none = lists?.length === 0 && listName === undefined;
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
      <TabLinks label={t('lists.title')}>
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
      </TabLinks>
      {!selected && !none && <Waiting />}
      {none && <Empty title={t('lists.none')} hint={t('lists.noneHint')} />}
      {lists && selected && <Chosen type={type} lists={lists} older={older} selected={selected} />}
      {creating && <CreateDialog type={type} isStillHere={isStillHere} onClose={() => setCreating(false)} />}
    </>
  );
}
