import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isDay } from '@pimis/domain/dates/dates';
import { can } from '@pimis/domain/access/policies';
import { projectColumn, WORKBOOK_COLUMN_NAMES } from '@pimis/domain/projects/table-columns';
import { download, fileAddress } from '../../api/client.ts';
import { configurationQuery } from '../../api/common.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { ColumnsDialog } from '../../ui/ColumnsDialog.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { notifyFailure } from '../../ui/notify.tsx';

/** Exports of the project table: MEI has its own and none at a day; the day is at the latest today. */
export function ExportTools({ archived }: { archived: boolean }) {
  const text = useText();
  const { t, pair, paper } = text;
  const user = useUser();
  const { data: configuration } = useQuery(configurationQuery);
  const [day, setDay] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const isDayOfExport = isDay(day) && (configuration === undefined || day <= configuration.today);
  const mei = can(user, 'export.tableMei');
  const name = archived ? 'Projects-all-archived' : mei ? 'ProjectsAllMei' : 'Projects-all';
  const save = async (atDay: string | null, columns?: readonly string[]) => {
    setBusy(true);
    try {
      const query = {
        reportFormat: 'xlsx',
        ...paper,
        ...(atDay ? { atDay } : {}),
        ...(columns ? { columns: columns.join() } : {}),
      };
      const address = fileAddress('GET /reporting/board-reports/:type', { params: { type: name }, query });
      await download(address, `${name}${atDay ? `-${atDay}` : ''}.xlsx`);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => void save(null)} loading={busy}>
        {t('projects.export')}
      </Button>
      <Button variant="default" onClick={() => setChoosing(true)} loading={busy}>
        {t('projects.exportColumns.open')}
      </Button>
      {choosing && (
        <ColumnsDialog
          title={t('projects.exportColumns.title')}
          hint={t('projects.exportColumns.hint')}
          save={t('projects.export')}
          columns={WORKBOOK_COLUMN_NAMES.map((name) => ({ name, label: pair(projectColumn(name).title) }))}
          onClose={() => setChoosing(false)}
          onSave={(columns) => {
            setChoosing(false);
            void save(isDayOfExport ? day : null, columns);
          }}
        />
      )}
      {!archived && !mei && (
        <>
          <div style={{ width: 150 }}>
            <DateField
              label=""
              aria-label={t('projects.exportDay')}
              value={day}
              onChange={setDay}
              {...(configuration ? { max: configuration.today } : {})}
            />
          </div>
          <Button variant="default" disabled={!isDayOfExport} onClick={() => void save(day)} loading={busy}>
            {t('projects.exportAtDay')}
          </Button>
        </>
      )}
    </div>
  );
}
