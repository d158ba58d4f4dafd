import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReportDefinition } from '@pimis/contract/reports';
import { findBoardReport, workbookColumns } from '@pimis/domain/reports/board-reports';
import { reportColumn } from '@pimis/domain/reports/columns';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Which columns a workbook has: few of them can be read on paper. The first, by which rows are known, always stays. */
export function ColumnsDialog({
  report,
  onSave,
  onClose,
}: {
  report: ReportDefinition;
  onSave: (columns: readonly string[]) => void;
  onClose: () => void;
}) {
  const { t, pair } = useText();
  const found = findBoardReport(report.type);
  const all = found ? workbookColumns(found) : [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(all));
  const toggle = (column: string) => {
    const next = new Set(chosen);
    if (!next.delete(column)) next.add(column);
    setChosen(next);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('reports.columns.title', { report: pair(report.title) })}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => onSave(all.filter((column) => chosen.has(column)))}>
            {t('reports.columns.save')}
          </Button>
        </>
      }
    >
      <p style={{ marginBottom: 12 }}>{t('reports.columns.hint')}</p>
      {all.map((column, index) => (
        <Checkbox
          key={column}
          mb={8}
          label={pair(reportColumn(column).title)}
          checked={chosen.has(column)}
          disabled={index === 0}
          onChange={() => toggle(column)}
        />
      ))}
    </Dialog>
  );
}
