import { Button } from '@mantine/core';
import { useState } from 'react';
import { download, fileAddress } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import type { TableState } from '../../ui/DataTable/state.ts';
import { IconDownload } from '../../ui/icons.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { portfolioParameters } from './filter.ts';

interface ExportButtonProps {
  filter: TableState;
  /** The call that writes the workbook: the numbers of overview and map unless another view is named. */
  from?: 'GET /portfolio/export' | 'GET /portfolio/progress/export' | 'GET /portfolio/timeline/export';
  /** Parameters of the view. */
  own?: Record<string, string>;
}

/** Saves every number of a view as a workbook. */
export function ExportButton({ filter, from = 'GET /portfolio/export', own = {} }: ExportButtonProps) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const written = Object.fromEntries(Object.entries(text.paper).filter(([, value]) => value !== undefined));
    try {
      await download(
        fileAddress(from, { query: portfolioParameters(filter, { ...own, ...written }) }),
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
