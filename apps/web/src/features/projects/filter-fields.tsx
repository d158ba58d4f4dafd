import { NativeSelect, TextInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { FISCAL_YEARS, NO_SOURCE } from '@pimis/domain/portfolio/scenario/types';
import { SOURCE_NAMES, sourceText } from '@pimis/domain/portfolio/source-text';
import { DECIDED_KEYS, decidedTextOf } from '@pimis/domain/workflow/decided';
import { LISTS } from '@pimis/domain/workflow/lists';
import { referencesOf } from '../../api/lookups.ts';
import { useText } from '../../i18n/use-text.ts';
import type { PartFieldProps } from '../../ui/DataTable/filter.ts';

/** Special fields and texts of filters in the project table. */

const YEARS = Array.from({ length: FISCAL_YEARS.last - FISCAL_YEARS.first + 1 }, (_, place) =>
  String(FISCAL_YEARS.first + place),
);

/**
 * Filters all approved projects, those without costs by year, or those with needs in a year, from one source or from
 * any.
 */
export function FiscalNeedField({ label, value, onChange }: PartFieldProps) {
  const { t, pair } = useText();
  const [need = '', ...rest] = value.split(':');
  const source = rest.length === 0 ? null : rest.join(':');
  const sources = [...SOURCE_NAMES, NO_SOURCE, ...(source === null ? [] : [source])];
  return (
    <>
      <NativeSelect
        aria-label={label}
        value={need}
        onChange={({ currentTarget: { value: next } }) =>
          onChange(source === null || !YEARS.includes(next) ? next : `${next}:${source}`)
        }
        data={[
          { value: '', label: t('projects.filters.choose') },
          { value: 'approved', label: t('projects.filters.needs.approved') },
          { value: 'none', label: t('projects.filters.needs.none') },
          ...YEARS,
        ]}
      />
      {YEARS.includes(need) && (
        <NativeSelect
          mt="xs"
          label={t('projects.filters.source')}
          value={source === null ? '' : `:${source}`}
          onChange={(event) => onChange(`${need}${event.currentTarget.value}`)}
          data={[
            { value: '', label: t('projects.filters.anySource') },
            ...[...new Set(sources)].map((one) => ({ value: `:${one}`, label: pair(sourceText(one)) })),
          ]}
        />
      )}
    </>
  );
}

/** Filter by type and name of a list of the commission, and by the decision; without a name it has no effect. */
export function OnListField({ label, value, onChange }: PartFieldProps) {
  const { t, pair } = useText();
  const [typed, setTyped] = useState(() => value.split('/'));
  // A value that differs from the fields was set from outside and replaces them.
  const [given = '', name = '', decision = ''] = written(typed) === value ? typed : value.split('/');
  const type = given || String(LISTS[0]?.type);
  const set = (next: string[]) => {
    setTyped(next);
    onChange(written(next));
  };
  return (
    <>
      <NativeSelect
        aria-label={label}
        value={type}
        onChange={(event) => set([event.currentTarget.value, name, decision])}
        data={LISTS.map((list) => ({ value: String(list.type), label: pair(list.title) }))}
      />
      <TextInput
        mt="xs"
        label={t('projects.filters.listName')}
        description={t('projects.filters.hints.onList')}
        inputWrapperOrder={['label', 'input', 'description']}
        value={name}
        onChange={(event) => set([type, event.currentTarget.value.replaceAll('/', ''), decision])}
      />
      <NativeSelect
        mt="xs"
        label={t('projects.filters.decision')}
        value={decision}
        onChange={(event) => set([type, name, event.currentTarget.value])}
        data={[
          { value: '', label: t('projects.filters.anyDecision') },
          ...DECIDED_KEYS.map((key) => ({ value: key, label: pair(decidedTextOf(key)) })),
        ]}
      />
    </>
  );
}

/** A list and a decision as the filter has them. */
function written([type = '', name = '', decision = '']: readonly string[]): string {
  if (name.trim() === '') return '';
  return [type, name, ...(decision === '' ? [] : [decision])].join('/');
}

/** The names of codes of a registry; an unknown code is shown unchanged. */
function CodeNames({ registry, codes, isCode }: { registry: string; codes: string[]; isCode: RegExp }) {
  const { t, data: script } = useText();
  const read = useQueries({
    queries: codes.map((code) => ({
      queryKey: ['registry', registry, 'name', code],
      enabled: isCode.test(code),
      staleTime: Infinity,
      meta: { quiet: true },
      queryFn: async () => (await referencesOf(registry, code)).find(({ id }) => id === code)?.name ?? null,
    })),
  });
  return codes
    .map((code, place) => (code === 'none' ? t('projects.filters.none') : script(read[place]?.data ?? code)))
    .join(', ');
}

/** Municipalities by their codes, with commas between them. */
export function MunicipalityNames({ part }: { part: string }) {
  const codes = part.split(',').map((code) => code.trim());
  return <CodeNames registry="locations" codes={codes} isCode={/^\d{5}$/} />;
}

/** The name of the body with a complete number; the beginning of a number is shown unchanged. */
export function BodyName({ part }: { part: string }) {
  return <CodeNames registry="budget-users" codes={[part.trim()]} isCode={/^\d{5}$/} />;
}
