import { Button, Textarea } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Withholding } from '@pimis/contract/open-data';
import type { Project } from '@pimis/contract/projects';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../../api/client.ts';
import { FoundInput } from '../../editing/FoundInput.tsx';
import { useKeptState } from '../../editing/kept-input.ts';
import { PublicPreview } from '../../publicity/PublicPreview.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { IconEye } from '../../../ui/icons.ts';
import { LeaveQuestion } from '../../../ui/LeaveQuestion.tsx';
import { notifyFailure, notifySuccess } from '../../../ui/notify.tsx';

const REASON_MAX = 4000;

interface Typed {
  reason: string;
  /** The action for which the user began to type the reason: a colleague may do the same or the opposite meanwhile. */
  begun: 'withhold' | 'return' | null;
}
const NOTHING_TYPED: Typed = { reason: '', begun: null };

const withholdingQuery = (projectCode: string) =>
  queryOptions({
    queryKey: ['project', projectCode, 'withholding'],
    queryFn: async () => (await call('GET /projects/:projectCode/withholding', { params: { projectCode } })).payload,
  });

/** Whether the public may know the project, and withholding it with a reason; for administrators. */
export function Publicity({ project }: { project: Project }) {
  // After a change of the code it is still the same project, so typed text must not disappear while it reloads.
  const { data, error, refetch } = useQuery({
    ...withholdingQuery(project.code),
    placeholderData: keepPreviousData,
  });
  if (error && data === undefined) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data?.published) return null;
  return <Withhold project={project} data={data} />;
}

/** It is rendered only while it can be filled in, because mounting it takes over restored input. */
function Withhold({ project, data }: { project: Project; data: Withholding }) {
  const text = useText();
  const { t, date } = text;
  const client = useQueryClient();
  const { queryKey } = withholdingQuery(project.code);
  const [{ reason, begun }, setTyped, kept] = useKeptState(`publicity/${project.id}`, NOTHING_TYPED);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [previewed, setPreviewed] = useState(false);
  const step = begun ?? (data.withheld === null ? 'withhold' : 'return');
  const change = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || isBlank(reason)) return;
    setBusy(true);
    try {
      const body = { withheld: step === 'withhold', reason: reason.trim() };
      const params = { projectCode: project.code };
      const { payload } = await call('PUT /projects/:projectCode/withholding', { params, body });
      kept.saved();
      // A request that began before this response, for example when the window got the focus, would restore the old
      // state.
      await client.cancelQueries({ queryKey });
      client.setQueryData<Withholding>(queryKey, payload);
      notifySuccess(t(`projects.page.publicity.${step === 'withhold' ? 'saved' : 'returned'}`));
      setTyped(NOTHING_TYPED);
      setTried(false);
    } catch (failure) {
      notifyFailure(failure, text);
      await client.refetchQueries({ queryKey, exact: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void change(event)} noValidate style={{ maxWidth: 620, marginTop: 28 }} inert={busy}>
      <LeaveQuestion unsaved={!isBlank(reason)} />
      <h2>{t('projects.page.publicity.title')}</h2>
      <p style={{ margin: '4px 0 12px' }}>
        {data.withheld
          ? t('projects.page.publicity.withheld', { reason: data.withheld.reason })
          : data.publicSince === null
            ? t('projects.page.publicity.notYet')
            : t('projects.page.publicity.since', { day: date(data.publicSince) })}
      </p>
      <Button variant="default" leftSection={<IconEye size={16} />} mb={12} onClick={() => setPreviewed(true)}>
        {t('projects.page.publicity.preview')}
      </Button>
      {previewed && <PublicPreview code={project.code} onClose={() => setPreviewed(false)} />}
      <FoundInput {...kept} />
      <Textarea
        label={t('projects.page.publicity.reason')}
        {...(step === 'withhold' ? { description: t('projects.page.publicity.hint') } : {})}
        required
        value={reason}
        onChange={({ currentTarget: { value } }) => setTyped({ reason: value, begun: value === '' ? null : step })}
        error={tried && isBlank(reason) ? t('projects.page.publicity.reasonMissing') : undefined}
        maxLength={REASON_MAX}
        autosize
        minRows={2}
        mb={12}
      />
      <Button type="submit" variant="default" loading={busy}>
        {t(`projects.page.publicity.${step}`)}
      </Button>
    </form>
  );
}
