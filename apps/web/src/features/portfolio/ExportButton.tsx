import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PortfolioPart } from '@pimis/contract/portfolio/overview';
import { download, fileAddress } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import type { TableState } from '../../ui/DataTable/state.ts';
import { IconDownload } from '../../ui/icons.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { portfolioParameters } from './filter.ts';

type WorkbookCall =
  | 'GET /portfolio/export'
  | 'GET /portfolio/progress/export'
  | 'GET /portfolio/timeline/export'
  | 'GET /portfolio/calendar/export';

/** Saves a workbook in the script of the screen; `own` are parameters of the view. */
function useWorkbook(from: WorkbookCall, filter: TableState, own: Record<string, string>) {
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
  return { busy, save, t: text.t };
}

interface ExportButtonProps {
  filter: TableState;
  /** The call that writes the workbook: the numbers of overview and map unless another view is named. */
  from?: WorkbookCall;
  /** Parameters of the view. */
  own?: Record<string, string>;
}

/** Saves every number of a view as a workbook. */
export function ExportButton({ filter, from = 'GET /portfolio/export', own = {} }: ExportButtonProps) {
  const { busy, save, t } = useWorkbook(from, filter, own);
  return (
    <Button
      variant="default"
      className="no-print"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      {t('portfolioViews.export')}
    </Button>
  );
}

/** Saves the numbers of one chart as a workbook. `title` is that of the chart. */
export function ChartExport({ filter, part, title }: { filter: TableState; part: PortfolioPart; title: string }) {
  const { busy, save } = useWorkbook('GET /portfolio/export', filter, { part });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className="no-print"
      leftSection={<IconDownload size={15} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
      aria-label={`XLSX: ${title}`}
    >
      XLSX
    </Button>
  );
}
