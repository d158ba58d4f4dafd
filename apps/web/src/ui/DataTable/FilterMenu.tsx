import { Button } from '@mantine/core';
import { useState } from 'react';
import { searchFold } from '@pimis/domain/text/transliterate';
import { useText } from '../../i18n/use-text.ts';
import { IconPlus } from '../icons.ts';
import { Menu, MenuItem, MenuLabel, MenuSearch } from '../Menu.tsx';
import { type Filter, nameOf } from './filter.ts';

/** From this number on, filters are searched by name. */
const SEARCHED_FROM = 9;

interface FilterMenuProps {
  filters: readonly Filter[];
  onChoose: (filter: Filter) => void;
}

/** The filters that can be added, under the headings of their groups. */
export function FilterMenu({ filters, onChoose }: FilterMenuProps) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const wanted = searchFold(typed);
  const found = filters.filter(({ label }) => searchFold(label).includes(wanted));
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <Menu
      align="start"
      opener={
        <Button variant="default" leftSection={<IconPlus size={14} />} style={{ borderStyle: 'dashed' }}>
          {t('table.addFilter')}
        </Button>
      }
      search={
        filters.length >= SEARCHED_FROM && (
          <MenuSearch label={t('table.searchFilters')} value={typed} onChange={setTyped} />
        )
      }
    >
      {groups.map((group) => (
        <div key={group ?? ''} role="group" aria-label={group}>
          {group !== undefined && <MenuLabel>{group}</MenuLabel>}
          {found
            .filter((filter) => filter.group === group)
            .map((filter) => (
              <MenuItem key={nameOf(filter)} onClick={() => onChoose(filter)}>
                {filter.label}
              </MenuItem>
            ))}
        </div>
      ))}
      {found.length === 0 && <MenuLabel role="status">{t('table.noFilter')}</MenuLabel>}
    </Menu>
  );
}
