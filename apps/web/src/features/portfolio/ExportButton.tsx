import { Button } from '@mantine/core';
import { useState } from 'react';
import { download, fileAddress } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import type { TableState } from '../../ui/DataTable/state.ts';
import { IconDownload } from '../../ui/icons.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { portfolioParameters } from './filter.ts';

/** Saves every number of the overview and the map as a workbook. */
export function ExportButton({ filter }: { filter: TableState }) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const written = Object.fromEntries(Object.entries(text.paper).filter(([, value]) => value !== undefined));
    try {
      await download(
        fileAddress('GET /portfolio/export', { query: portfolioParameters(filter, written) }),
        'portfolio.xlsx',
      );
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      className="no-print"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      {text.t('portfolioViews.export')}
    </Button>
  );
}
