import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SCENARIO_NAME_LENGTH } from '@pimis/domain/portfolio/scenario/types';
import { LISTS } from '@pimis/domain/workflow/lists';
import { isBlank } from '@pimis/domain/text/blank';
import { call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notifyFailure } from '../../../ui/notify.tsx';
import { FoundInput } from '../../editing/FoundInput.tsx';
import { useKeptState } from '../../editing/kept-input.ts';
import { FINISHED } from '../filter.ts';
import { usePortfolioFilter } from '../use-portfolio-filter.ts';
import { useWaiting } from './api.ts';
import { Choice } from './Choice.tsx';
import { useToScenario } from './links.tsx';

export const BY_FILTER = 'filter';

/**
 * The parameters of the call for a choice of candidates: projects that wait for a list, or those of the portfolio's
 * filter.
 */
export const candidatesOf = (from: string, filter: TableState) =>
  from === BY_FILTER
    ? { filter: Object.fromEntries(Object.entries(filter.filters).map(([name, value]) => [`filter[${name}]`, value])) }
    : { listType: Number(from) };

/** The source of candidates; by default the first list that projects wait for. */
export function useSource() {
  const { waiting, isRead } = useWaiting();
  const [from, setFrom] = useState<string | null>(null);
  const first = LISTS.find(({ type }) => (waiting.get(type) ?? 0) > 0) ?? LISTS[0];
  // Only once, so that a later count does not change the selection that the user sees.
  if (from === null && isRead) setFrom(String(first?.type));
  return { from, setFrom, waiting };
}

interface SourceProps {
  source: ReturnType<typeof useSource>;
}

/**
 * The choice of the source of candidates. Finished projects need no decision: a filter that shows them is not offered.
 */
export function CandidateSource({ source }: SourceProps) {
  const { t, pair, charts } = useText();
  const [{ which }] = usePortfolioFilter();
  const isOfFinished = which === FINISHED;
  return (
    <Choice
      label={t('scenarios.source')}
      hint={`${t('scenarios.sourceHint')}${isOfFinished ? ` ${t('scenarios.notFinished')}` : ''}`}
      value={source.from ?? ''}
      onChange={source.setFrom}
      data={[
        ...LISTS.map(({ type, title }) => {
          const count = source.waiting.get(type);
          const label = t('scenarios.waitingForList', { list: pair(title) });
          return { value: String(type), label: count === undefined ? label : `${label} (${charts.count.full(count)})` };
        }),
        ...(isOfFinished ? [] : [{ value: BY_FILTER, label: t('scenarios.byFilter') }]),
      ]}
    />
  );
}

/** Makes a scenario and opens it. */
export function NewScenario({ onClose }: { onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const toScenario = useToScenario();
  const client = useQueryClient();
  const [filter] = usePortfolioFilter();
  const [name, setName, kept] = useKeptState('new-scenario', '');
  const source = useSource();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setTried(true);
    if (busy || isBlank(name) || source.from === null) return;
    setBusy(true);
    try {
      const { payload } = await call('POST /portfolio/scenarios', {
        body: { name: name.trim(), ...candidatesOf(source.from, filter) },
      });
      kept.saved();
      await client.invalidateQueries({ queryKey: ['portfolio', 'scenarios'], exact: true });
      onClose();
      await toScenario(payload.id);
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
      title={t('scenarios.new')}
      width="decide"
      unsaved={!isBlank(name)}
      confirm={
        <Button onClick={() => void make()} loading={busy} disabled={source.from === null}>
          {t('scenarios.make')}
        </Button>
      }
    >
      <FoundInput {...kept} />
      <form
        style={{ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' }}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextInput
          label={t('scenarios.name')}
          value={name}
          maxLength={SCENARIO_NAME_LENGTH}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && isBlank(name) ? t('scenarios.nameWanted') : undefined}
        />
        <CandidateSource source={source} />
      </form>
    </Dialog>
  );
}
