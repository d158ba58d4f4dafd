import { Button, Radio } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '@pimis/contract/projects';
import { isImportantPending } from '@pimis/domain/workflow/awaited-lists';
import { LISTS, listInfo } from '@pimis/domain/workflow/lists';
import { call } from '../../../api/client.ts';
import { projectsMoved } from '../../../api/project-moved.ts';
import { useText } from '../../../i18n/use-text.ts';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';
import { Failed } from '../../../ui/Failed.tsx';

/** Chooses the list of an important project. */
export function ImportantList({ project }: { project: Project }) {
  const text = useText();
  const { t, pair } = text;
  const client = useQueryClient();
  const {
    data: sent,
    error,
    refetch,
  } = useQuery({
    queryKey: ['project', project.code, 'important'],
    queryFn: async () => {
      const query = { perPage: '10', 'filter[projectCode]': project.code };
      const { payload } = await call('GET /projects/important/list', { query });
      return payload.find((row) => row.projectCode === project.code)?.listType ?? null;
    },
  });
  const [chosen, setChosen] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const type = chosen ?? sent ?? null;
  if (!isImportantPending(project)) return <p className="second">{t('options.lists.notNow')}</p>;
  if (error && sent === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  const send = async () => {
    if (type === null || busy) return;
    setBusy(true);
    try {
      await call('PUT /projects/important/list', {
        body: {
          projects: [{ ProjectId: project.id, ProjectCode: project.code }],
          projectListIds: [type],
        },
      });
      notifySuccess(t('options.lists.sent'));
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
      await projectsMoved(client, [project.code]);
    }
  };
  return (
    <div style={{ maxWidth: 620 }}>
      <Radio.Group
        label={t('options.lists.choose')}
        value={type === null ? '' : String(type)}
        onChange={(value) => setChosen(Number(value))}
      >
        {LISTS.filter((list) => list.takesImportant).map((list) => (
          <Radio key={list.type} mt={6} value={String(list.type)} label={pair(list.title)} />
        ))}
      </Radio.Group>
      {sent && (
        <p className="meta" style={{ marginTop: 8 }} role="status">
          {t('options.lists.now', { list: pair(listInfo(sent).title) })}
        </p>
      )}
      <Button mt={16} onClick={() => void send()} loading={busy} disabled={type === null || type === sent}>
        {t('options.lists.send')}
      </Button>
    </div>
  );
}
