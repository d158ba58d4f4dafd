import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PortfolioPart } from '@pimis/contract/portfolio/overview';
import { download, type FileAddress, fileAddress } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import type { TableState } from '../../ui/DataTable/state.ts';
import { IconChevronDown, IconDownload } from '../../ui/icons.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { portfolioParameters } from './filter.ts';

type WorkbookCall =
  | 'GET /portfolio/export'
  | 'GET /portfolio/progress/export'
  | 'GET /portfolio/timeline/export'
  | 'GET /portfolio/calendar/export';

/** Saves a workbook. */
function useWorkbook(address: FileAddress) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await download(address, 'portfolio.xlsx');
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}

/**
 * The workbook of a call over the projects of a filter, in the script of the screen; `own` are parameters of the view.
 */
function useFilteredAddress(from: WorkbookCall, filter: TableState, own: Record<string, string>): FileAddress {
  const { paper } = useText();
  const written = Object.fromEntries(Object.entries(paper).filter(([, value]) => value !== undefined));
  return fileAddress(from, { query: portfolioParameters(filter, { ...own, ...written }) });
}

interface ExportButtonProps {
  filter: TableState;
  /** The call that writes the workbook. */
  from: WorkbookCall;
  /** Parameters of the view. */
  own?: Record<string, string>;
}

/** Saves every number of a view as a workbook. */
export function ExportButton({ filter, from, own = {} }: ExportButtonProps) {
  const { t } = useText();
  const { busy, save } = useWorkbook(useFilteredAddress(from, filter, own));
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

/** Saves all numbers of overview and map, or those of one chart; `parts` are charts with their titles. */
export function ExportMenu({
  filter,
  parts,
}: {
  filter: TableState;
  parts: readonly { part: PortfolioPart; title: string }[];
}) {
  const { t } = useText();
  return (
    <Menu
      align="start"
      opener={
        <Button
          variant="default"
          className="no-print"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('portfolioViews.exportMenu')}
        </Button>
      }
    >
      <PartItem filter={filter} title={t('portfolioViews.exportAll')} />
      {parts.map(({ part, title }) => (
        <PartItem key={part} filter={filter} part={part} title={title} />
      ))}
    </Menu>
  );
}

function PartItem({ filter, part, title }: { filter: TableState; part?: PortfolioPart; title: string }) {
  const { save } = useWorkbook(useFilteredAddress('GET /portfolio/export', filter, part === undefined ? {} : { part }));
  return <MenuItem onClick={() => void save()}>{title}</MenuItem>;
}

/** Saves the workbook at an address, among the tools of the chart with this title. */
export function ChartFile({ address, title }: { address: FileAddress; title: string }) {
  const { busy, save } = useWorkbook(address);
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
