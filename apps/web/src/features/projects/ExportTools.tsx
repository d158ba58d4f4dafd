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
import { Dialog } from '../../ui/Dialog.tsx';
import { IconChevronDown, IconDownload } from '../../ui/icons.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { notifyFailure } from '../../ui/notify.tsx';

/** Exports of the project table. MEI has its own, and none for a past day. */
export function ExportTools({ archived }: { archived: boolean }) {
  const text = useText();
  const { t, pair, paper } = text;
  const user = useUser();
  const [busy, setBusy] = useState(false);
  const [choosing, setChoosing] = useState<'columns' | 'day' | null>(null);
  const mei = can(user, 'export.tableMei');
  const name = archived ? 'Projects-all-archived' : mei ? 'ProjectsAllMei' : 'Projects-all';
  const save = async ({ day, columns }: { day?: string; columns?: readonly string[] }) => {
    setChoosing(null);
    setBusy(true);
    try {
      const query = {
        reportFormat: 'xlsx',
        ...paper,
        ...(day ? { atDay: day } : {}),
        ...(columns ? { columns: columns.join() } : {}),
      };
      const address = fileAddress('GET /reporting/board-reports/:type', { params: { type: name }, query });
      await download(address, `${name}${day ? `-${day}` : ''}.xlsx`);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Menu
        opener={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            loading={busy}
          >
            {t('projects.export')}
          </Button>
        }
      >
        <MenuItem onClick={() => void save({})}>{t('projects.exportAll')}</MenuItem>
        <MenuItem onClick={() => setChoosing('columns')}>{t('projects.exportColumns.open')}</MenuItem>
        {!archived && !mei && <MenuItem onClick={() => setChoosing('day')}>{t('projects.exportAtDay')}</MenuItem>}
      </Menu>
      {choosing === 'columns' && (
        <ColumnsDialog
          title={t('projects.exportColumns.title')}
          hint={t('projects.exportColumns.hint')}
          save={t('projects.export')}
          columns={WORKBOOK_COLUMN_NAMES.map((one) => ({ name: one, label: pair(projectColumn(one).title) }))}
          onClose={() => setChoosing(null)}
          onSave={(columns) => void save({ columns })}
        />
      )}
      {choosing === 'day' && <DayDialog onClose={() => setChoosing(null)} onSave={(day) => void save({ day })} />}
    </>
  );
}

/** The day of an export: at the latest today. */
function DayDialog({ onClose, onSave }: { onClose: () => void; onSave: (day: string) => void }) {
  const { t } = useText();
  const { data: configuration } = useQuery(configurationQuery);
  const [day, setDay] = useState<string | null>(null);
  const isReady = isDay(day) && (configuration === undefined || day <= configuration.today);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('projects.exportAtDay')}
      confirm={
        <Button disabled={!isReady} onClick={() => isDay(day) && onSave(day)}>
          {t('projects.export')}
        </Button>
      }
    >
      <DateField
        label={t('projects.exportDay')}
        value={day}
        onChange={setDay}
        {...(configuration ? { max: configuration.today } : {})}
      />
    </Dialog>
  );
}
