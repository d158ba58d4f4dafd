import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '../i18n/use-text.ts';

/** A password; the eye that shows it has a name and is reached by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useText();
  return (
    <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword'), tabIndex: 0 }} {...props} />
  );
}
