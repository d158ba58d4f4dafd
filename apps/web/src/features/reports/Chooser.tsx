import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isDay } from '@pimis/domain/dates/dates';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import { PHASE_ORDER } from '@pimis/domain/reports/columns';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { useRef, useState } from 'react';
import { configurationQuery } from '../../api/common.ts';
import { searchBudgetUsers } from '../../api/lookups.ts';
import { useText } from '../../i18n/use-text.ts';
import { DateField } from '../../ui/DateField.tsx';
import { Lookup } from '../../ui/Lookup.tsx';
import { organizationQuery } from './api.ts';
import type { ReportChoice } from './choice.ts';

const numberOf = (value: string) => (value === '' ? undefined : Number(value));

/** Day, organization, phase and sector for all reports of the screen. */
export function Chooser({ choice, onChange }: { choice: ReportChoice; onChange: (change: ReportChoice) => void }) {
  const { t, pair, data } = useText();
  const { data: configuration } = useQuery(configurationQuery);
  const { organization } = choice;
  const { data: named } = useQuery({ ...organizationQuery(organization ?? ''), enabled: organization !== undefined });
  // An invalid or future day stays in the field only: the address has valid days.
  const [typed, setTyped] = useState<string | null>(null);
  const name = typeof named?.name === 'string' ? data(named.name) : '';
  const chosen = [choice.day, organization, choice.phase, choice.sector].some((value) => value !== undefined);
  const all = { value: '', label: t('reports.all') };
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div className="panel report-chooser" ref={panel}>
      <DateField
        label={t('reports.day')}
        value={typed ?? choice.day ?? null}
        placeholder={t('reports.today')}
        onChange={(value) => {
          const counts = value === null || (isDay(value) && !(configuration && value > configuration.today));
          setTyped(counts ? null : value);
          if (counts) onChange({ day: value ?? undefined });
        }}
        {...(configuration ? { max: configuration.today } : {})}
      />
      <Lookup
        kind="budget-users"
        label={t('reports.organization')}
        shown={organization === undefined ? '' : `${organization} ${name}`.trim()}
        search={searchBudgetUsers}
        rowKey={(row) => row.id}
        rowText={(row) => `${row.id} ${data(row.name)}`}
        onPick={(row) => onChange({ organization: row?.id })}
      />
      <NativeSelect
        label={t('reports.phase')}
        data={[all, ...PHASE_ORDER.map((id) => ({ value: String(id), label: pair(phaseInfo(id).title) }))]}
        value={String(choice.phase ?? '')}
        onChange={(event) => onChange({ phase: numberOf(event.currentTarget.value) })}
      />
      <NativeSelect
        label={t('reports.sector')}
        data={[all, ...SECTOR_OPTIONS.map(({ value, label }) => ({ value: String(value), label: pair(label) }))]}
        value={String(choice.sector ?? '')}
        onChange={(event) => onChange({ sector: numberOf(event.currentTarget.value) })}
      />
      <Button
        variant="default"
        // It keeps its place, so that the fields do not move when the first choice is made.
        className={chosen || typed !== null ? undefined : 'report-clear-idle'}
        onClick={() => {
          // The button disappears with the choice.
          panel.current?.querySelector('input')?.focus();
          setTyped(null);
          onChange({ day: undefined, organization: undefined, phase: undefined, sector: undefined });
        }}
      >
        {t('reports.clear')}
      </Button>
    </div>
  );
}
