import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { FilterBar } from '../../../ui/DataTable/FilterBar.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notifyShortly } from '../../../ui/notify.tsx';
import { usePortfolioBar } from '../use-portfolio-bar.ts';
import { BY_FILTER, CandidateSource, candidatesOf, useSource } from './NewScenario.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';

/** Takes further projects into a scenario. */
export function MoreCandidates({ draft, onClose }: { draft: ScenarioDraft; onClose: () => void }) {
  const { t } = useText();
  const bar = usePortfolioBar();
  const source = useSource();
  const { from } = source;
  const [busy, setBusy] = useState(false);
  const add = async () => {
    if (from === null) return;
    setBusy(true);
    try {
      const revision = await draft.save();
      if (revision === null) return;
      const { payload } = await call('POST /portfolio/scenarios/:scenarioId/candidates', {
        params: { scenarioId: draft.shown.id },
        body: { revision, ...candidatesOf(from, { ...bar.state, filters: bar.values }) },
      });
      await draft.reload();
      notifyShortly(t('scenarios.added', { count: payload.added }));
      onClose();
    } catch (failure) {
      await draft.reportFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width="decide"
      title={t('scenarios.more')}
      confirm={
        <Button onClick={() => void add()} loading={busy} disabled={from === null}>
          {t('scenarios.add')}
        </Button>
      }
    >
      <CandidateSource source={source} />
      {from === BY_FILTER && (
        <div className="table-bar" style={{ marginTop: 12 }}>
          <FilterBar {...bar} />
        </div>
      )}
    </Dialog>
  );
}
