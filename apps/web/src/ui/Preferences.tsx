import { ActionIcon, UnstyledButton } from '@mantine/core';
import { type Language, LANGUAGE_NAMES, LANGUAGES, setLanguage } from '../i18n/i18n.ts';
import { type Text, useText } from '../i18n/use-text.ts';
import { afterPaint } from './after-paint.ts';
import { setTheme, type Theme, THEMES, useColorScheme, useTheme } from './color-scheme.ts';
import { IconChevronDown, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from './icons.ts';
import type { Icon } from './path-icon.tsx';
import { Menu, MenuItem, MenuRadioItem } from './Menu.tsx';
import { notifyFailure } from './notify.tsx';

/** A change renders the whole screen, so the menu closes first. */
export const chooseTheme = (theme: Theme) => afterPaint(() => setTheme(theme));
export const chooseLanguage = (language: Language, text: Text) =>
  afterPaint(() => {
    setLanguage(language).catch((failure: unknown) => notifyFailure(failure, text));
  });

export function LanguageMenu() {
  const text = useText();
  const { t, language } = text;
  return (
    <Menu
      opener={
        <UnstyledButton
          style={{ display: 'flex', alignItems: 'center', gap: 6, padding: '4px 6px', fontSize: 14 }}
          className="second"
        >
          <span className="visually-hidden">{t('shell.script.label')}: </span>
          <IconLanguage size={18} stroke={1.7} aria-hidden />
          <span className="hide-narrow hide-middle">{t(`shell.script.${language}`)}</span>
          <IconChevronDown size={14} aria-hidden className="hide-narrow" />
        </UnstyledButton>
      }
    >
      {LANGUAGES.map((choice) => (
        <MenuItem key={choice} lang={choice} onClick={() => chooseLanguage(choice, text)}>
          {LANGUAGE_NAMES[choice]}
        </MenuItem>
      ))}
    </Menu>
  );
}

const ICONS: Record<Theme, Icon> = { system: IconDeviceDesktop, light: IconSun, dark: IconMoon };

/** System, light or dark theme. */
export function ThemeMenu() {
  const { t } = useText();
  const theme = useTheme();
  const Icon = ICONS[useColorScheme()];
  return (
    <Menu
      opener={
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('shell.theme.label')}>
          <Icon size={18} stroke={1.7} />
        </ActionIcon>
      }
    >
      {THEMES.map((choice) => {
        const Shown = ICONS[choice];
        return (
          <MenuRadioItem
            key={choice}
            checked={choice === theme}
            onClick={() => chooseTheme(choice)}
            icon={<Shown size={16} stroke={1.7} aria-hidden />}
          >
            {t(`shell.theme.${choice}`)}
          </MenuRadioItem>
        );
      })}
    </Menu>
  );
}
