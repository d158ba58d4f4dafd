import type { Text } from '../i18n/use-text.ts';
import { notifyWarning } from '../ui/notify.tsx';
import type { LeftOut } from './pasted-look.ts';

const TEXTS = ['deleted', 'struck', 'hidden', 'comments'] as const;

/** One message per paste: names omitted text, lost formatting and omitted pictures. */
export function notifyLeftOut(left: ReadonlySet<LeftOut>, t: Text['t']): void {
  const texts = TEXTS.filter((what) => left.has(what)).map((what) => t(`forms.leftOut.${what}`));
  const said = [
    ...(texts.length > 0 ? [t('forms.leftOut.texts', { what: texts.join(', ') })] : []),
    ...(left.has('look') ? [t('forms.leftOut.look')] : []),
    ...(left.has('pictures') ? [t('forms.picturesLeftOut')] : []),
  ];
  if (said.length > 0) notifyWarning(said.join(' '));
}
