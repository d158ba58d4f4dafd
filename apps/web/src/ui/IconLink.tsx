import { ActionIcon } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';

interface IconLinkProps {
  href: string;
  label: string;
  icon: ReactNode;
  className?: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
}

/** An icon as a link that opens a new tab. */
export function IconLink({ href, label, icon, ...props }: IconLinkProps) {
  return (
    <ActionIcon
      {...props}
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
    >
      {icon}
    </ActionIcon>
  );
}
