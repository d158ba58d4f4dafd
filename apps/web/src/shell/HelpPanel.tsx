import { ActionIcon } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconExternalLink, IconX } from '../ui/icons.ts';
import { IconLink } from '../ui/IconLink.tsx';
import { setHelp, useHelpAddress } from './help.ts';
import './help.css';

/** The manual's page about the screen, beside it; it changes with the screen. */
export function HelpPanel() {
  const { t } = useText();
  const address = useHelpAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <aside className="help-panel" aria-labelledby="help-title">
      <div className="help-panel-head">
        <h2 id="help-title" ref={heading} tabIndex={-1}>
          {t('common.help')}
        </h2>
        <IconLink href={address} label={t('frame.help.newTab')} icon={<IconExternalLink size={18} stroke={1.7} />} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          onClick={() => setHelp(false)}
          aria-label={t('frame.help.close')}
        >
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </div>
      <iframe key={address} src={address} title={t('frame.help.title')} />
    </aside>
  );
}
