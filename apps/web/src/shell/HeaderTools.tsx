import { ActionIcon, Avatar, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, memo, Suspense, useRef } from 'react';
import { dashboardQuery } from '../api/common.ts';
import { signOut, useUser } from '../api/session.ts';
import { leaveToSignIn } from '../sign-out.ts';
import { Operations } from '../features/daily/Operations.tsx';
import { Bell } from '../features/daily/Bell.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../i18n/i18n.ts';
import { useText } from '../i18n/use-text.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { THEMES } from '../ui/color-scheme.ts';
import { chooseLanguage, chooseTheme, LanguageMenu, ThemeMenu } from '../ui/Preferences.tsx';
import { IconChevronDown, IconHelpCircle, IconSearch } from '../ui/icons.ts';
import { IconLink } from '../ui/IconLink.tsx';
import { initialsOf } from '../ui/initials.ts';
import { Menu, MenuItem, MenuLabel } from '../ui/Menu.tsx';
import { notifyFailure } from '../ui/notify.tsx';
import { openBeside, useHelpAddress } from './help.ts';
import { TypeAhead, type TypeAheadHandle } from './TypeAhead.tsx';

const SearchDialog = lazy(() => import('./SearchDialog.tsx').then((module) => ({ default: module.SearchDialog })));

/** The tools that do not fit into a narrow header are in the menu of the account (shell.css). */
const NARROW = '(max-width: 560px)';

function UserMenu() {
  const text = useText();
  const { t, data } = text;
  const user = useUser();
  const helpAddress = useHelpAddress();
  const navigate = useNavigate();
  const { data: dashboard } = useQuery(dashboardQuery);
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const leave = async () => {
    try {
      await signOut();
      leaveToSignIn();
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <Menu
      width={240}
      opener={
        <UnstyledButton style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
          <span className="visually-hidden">
            {t('frame.user.menu')}: {data(user.name)}
          </span>
          <Avatar size={30} color="petrol" aria-hidden>
            {data(initialsOf(user.name))}
          </Avatar>
          <span className="hide-narrow header-user">
            <span className="strong" title={data(user.name)}>
              {data(user.name)}
            </span>
            <span className="meta" title={data(dashboard?.organization.name)}>
              {data(dashboard?.organization.name)}
            </span>
          </span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      }
    >
      <MenuLabel>@{user.login}</MenuLabel>
      <MenuItem onClick={() => void navigate({ to: '/administration/user/profile' })}>
        {t('frame.user.profile')}
      </MenuItem>
      {narrow && (
        <>
          <MenuItem href={helpAddress}>{t('common.help')}</MenuItem>
          {THEMES.map((theme) => (
            <MenuItem key={theme} onClick={() => chooseTheme(theme)}>
              {t(`shell.theme.${theme}`)}
            </MenuItem>
          ))}
          {LANGUAGES.map((language) => (
            <MenuItem key={language} lang={language} onClick={() => chooseLanguage(language, text)}>
              {LANGUAGE_NAMES[language]}
            </MenuItem>
          ))}
        </>
      )}
      <MenuItem onClick={() => void leave()}>{t('frame.user.logout')}</MenuItem>
    </Menu>
  );
}

/** Search, script, theme, help, notifications and account. */
export const HeaderTools = memo(function HeaderTools() {
  const { t } = useText();
  const [opened, { open: show, close }] = useDisclosure(false);
  const ahead = useRef<TypeAheadHandle>(null);
  const open = () => {
    ahead.current?.begin();
    afterPaint(show);
  };
  const helpAddress = useHelpAddress();
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <button type="button" className="shell-search" onClick={open}>
        <IconSearch size={16} aria-hidden />
        <span className="shell-search-hint">{t('frame.search.placeholder')}</span>
        <span className="shell-search-word">{t('frame.search.title')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        hiddenFrom="md"
        onClick={open}
        aria-label={t('frame.search.title')}
        ml="auto"
      >
        <IconSearch size={18} stroke={1.7} />
      </ActionIcon>
      <span className="not-narrow">
        <LanguageMenu />
        <ThemeMenu />
      </span>
      <IconLink
        className="not-narrow"
        href={helpAddress}
        onClick={openBeside}
        label={t('frame.help.title')}
        icon={<IconHelpCircle size={18} stroke={1.7} />}
      />
      <Operations />
      <Bell />
      <UserMenu />
      <TypeAhead ref={ahead} label={t('frame.search.placeholder')} />
      {opened && (
        <Suspense>
          <SearchDialog onClose={close} takeTyped={() => ahead.current?.take()} />
        </Suspense>
      )}
    </>
  );
});
