import { useState } from 'react';
import type { Candidate } from '@pimis/domain/portfolio/scenario/types';
import { useText } from '../../../i18n/use-text.ts';
import { IconDots, IconTrash } from '../../../ui/icons.ts';
import { Menu, MenuItem, MenuLabel, MenuLine, MenuRadioItem } from '../../../ui/Menu.tsx';
import type { CandidateActions } from './candidate-actions.ts';

const FIXED = ['free', 'must', 'never'] as const;

/** The other actions on a candidate: fixing it for proposals, removing it. */
export function CandidateMenu({ candidate, actions }: { candidate: Candidate; actions: CandidateActions }) {
  const { t, data } = useText();
  const [isUsed, setUsed] = useState(false);
  const { code, state } = candidate;
  const fixed = state === 'must' || state === 'never' ? state : 'free';
  const button = {
    type: 'button',
    className: 'icon-button',
    'aria-label': t('scenarios.rest', { name: data(candidate.name) }),
    children: <IconDots size={16} aria-hidden />,
  } as const;
  // Rendered on first use: five hundred menus would take as long as the rest of the rows.
  if (!isUsed) return <button {...button} aria-haspopup="menu" onClick={() => setUsed(true)} />;
  const fix = (chosen: (typeof FIXED)[number]) =>
    actions.set(code, { state: chosen === 'free' ? (state === 'must' ? 'in' : 'out') : chosen });
  return (
    <Menu startsOpen opener={<button {...button} />}>
      <MenuLabel>{t('scenarios.forProposal')}</MenuLabel>
      {FIXED.map((value) => (
        <MenuRadioItem key={value} checked={value === fixed} onClick={() => value !== fixed && fix(value)}>
          {t(`scenarios.fixed.${value}`)}
        </MenuRadioItem>
      ))}
      <MenuLine />
      <MenuItem icon={<IconTrash size={16} aria-hidden />} onClick={() => actions.remove(code)}>
        {t('scenarios.remove')}
      </MenuItem>
    </Menu>
  );
}
