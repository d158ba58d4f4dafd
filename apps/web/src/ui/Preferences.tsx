import { ActionIcon, Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconChevronDown, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { LANGUAGES, setLanguage } from '../i18n/i18n.ts';
import { useText } from '../i18n/use-text.ts';

export function LanguageMenu() {
  const { t, language } = useText();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          style={{ display: 'flex', alignItems: 'center', gap: 6, padding: '4px 6px', fontSize: 14 }}
          className="second"
        >
          <span className="visually-hidden">{t('shell.script.label')}: </span>
          <IconLanguage size={18} stroke={1.7} aria-hidden />
          <span className="hide-narrow">{t(`shell.script.${language}`)}</span>
          <IconChevronDown size={14} aria-hidden className="hide-narrow" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((choice) => (
          <Menu.Item key={choice} lang={choice} onClick={() => setLanguage(choice)}>
            {{ 'sr-Cyrl': 'Ћирилица', 'sr-Latn': 'Latinica', en: 'English' }[choice]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function ThemeSwitch() {
  const { t } = useText();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const dark = scheme === 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      aria-label={dark ? t('shell.theme.light') : t('shell.theme.dark')}
    >
      {dark ? <IconSun size={18} stroke={1.7} /> : <IconMoon size={18} stroke={1.7} />}
    </ActionIcon>
  );
}
