import type { Text } from '../i18n/use-text.ts';
import type { LeftOut } from './pasted-look.ts';

const TEXTS = ['deleted', 'struck', 'hidden', 'comments'] as const;

/**
 * The parts that a paste has left out, lost or should not have taken, in words of the area `forms`; empty if there are
 * none.
 */
export function leftOutText(left: ReadonlySet<LeftOut>, t: Text['t']): string {
  const texts = TEXTS.filter((what) => left.has(what)).map((what) => t(`forms.leftOut.${what}`));
  const said = [
    ...(texts.length > 0 ? [t('forms.leftOut.texts', { what: texts.join(', ') })] : []),
    ...(left.has('look') ? [t('forms.leftOut.look')] : []),
    ...(left.has('crossed') ? [t('forms.leftOut.crossed')] : []),
    ...(left.has('pictures') ? [t('forms.picturesLeftOut')] : []),
  ];
  return said.join(' ');
}
