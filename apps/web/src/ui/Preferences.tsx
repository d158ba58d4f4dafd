import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { type Language, LANGUAGE_NAMES, LANGUAGES, setLanguage } from '../i18n/i18n.ts';
import { type Text, useText } from '../i18n/use-text.ts';
import { afterPaint } from './after-paint.ts';
import { setTheme, type Theme, THEMES, useColorScheme, useTheme } from './color-scheme.ts';
import { IconChevronDown, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from './icons.ts';
import type { Icon } from './drawn-icon.tsx';
import { notifyFailure } from './notify.tsx';

/** All of the screen changes its look or its words: the menu closes before. */
export const chooseTheme = (theme: Theme) => afterPaint(() => setTheme(theme));
export const chooseLanguage = (language: Language, text: Text) =>
  afterPaint(() => {
    setLanguage(language).catch((failure: unknown) => notifyFailure(failure, text));
  });

export function LanguageMenu() {
  const text = useText();
  const { t, language } = text;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          style={{ display: 'flex', alignItems: 'center', gap: 6, padding: '4px 6px', fontSize: 14 }}
          className="second"
        >
          <span className="visually-hidden">{t('shell.script.label')}: </span>
          <IconLanguage size={18} stroke={1.7} aria-hidden />
          <span className="hide-narrow hide-middle">{t(`shell.script.${language}`)}</span>
          <IconChevronDown size={14} aria-hidden className="hide-narrow" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((choice) => (
          <Menu.Item key={choice} lang={choice} onClick={() => chooseLanguage(choice, text)}>
            {LANGUAGE_NAMES[choice]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const ICONS: Record<Theme, Icon> = { system: IconDeviceDesktop, light: IconSun, dark: IconMoon };

/** As the system has it, light, or dark. */
export function ThemeMenu() {
  const { t } = useText();
  const theme = useTheme();
  const Icon = ICONS[useColorScheme()];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('shell.theme.label')}>
          <Icon size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={theme} onChange={(choice) => chooseTheme(choice as Theme)}>
          {THEMES.map((choice) => {
            const Shown = ICONS[choice];
            return (
              <Menu.RadioItem
                key={choice}
                value={choice}
                closeMenuOnClick
                rightSection={<Shown size={16} stroke={1.7} aria-hidden />}
              >
                {t(`shell.theme.${choice}`)}
              </Menu.RadioItem>
            );
          })}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
