import { stateText, type StatusFamily, statusInfo } from '@pimis/domain/workflow/statuses';
import { useText } from '../i18n/use-text.ts';
import {
  IconBan,
  IconCircleCheck,
  IconClock,
  IconListDetails,
  IconMessageReply,
  IconPencil,
  IconPlayerPause,
} from './icons.ts';

const ICONS: Record<StatusFamily, typeof IconPencil> = {
  entry: IconPencil,
  waiting: IconClock,
  commission: IconListDetails,
  request: IconMessageReply,
  paused: IconPlayerPause,
  approved: IconCircleCheck,
  stopped: IconBan,
};

interface ChipProps {
  family: StatusFamily;
  text: string;
  large?: boolean;
  /** By default the icon of the family. */
  icon?: typeof IconPencil;
}

/** A chip of a colour family, always with icon and text. */
export function Chip({ family, text, large, icon: Icon = ICONS[family] }: ChipProps) {
  return (
    <span
      className={large ? 'chip large' : 'chip'}
      style={{ background: `var(--p-chip-${family})`, color: `var(--p-chip-${family}-text)` }}
    >
      <Icon size={14} stroke={1.9} aria-hidden />
      {text}
    </span>
  );
}

/** Phase status of a project; with its phase before it where the phase is not shown beside it. */
export function StatusChip({ status, phase, large }: { status: number; phase?: number; large?: boolean }) {
  const { pair } = useText();
  const { family, label } = statusInfo(status);
  return (
    <Chip
      family={family}
      text={pair(phase === undefined ? label : stateText(phase, status))}
      {...(large ? { large } : {})}
    />
  );
}

const FORM_FAMILIES: Record<number, StatusFamily> = { 1: 'entry', 2: 'waiting', 3: 'commission', 4: 'approved' };

/** Status of a form: entry, locked, marked, approved. */
export function FormStatusChip({ status, long, large }: { status: number; long?: boolean; large?: boolean }) {
  const { t } = useText();
  const key = String(status) as '1' | '2' | '3' | '4';
  const word = long ? t(`forms.status.${key}`) : t(`projects.page.formStatus.${key}`);
  return <Chip family={FORM_FAMILIES[status] ?? 'entry'} text={word} {...(large ? { large } : {})} />;
}
