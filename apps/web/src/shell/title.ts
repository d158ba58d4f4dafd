import i18next from 'i18next';
import type { StaticDataRouteOption } from '@tanstack/react-router';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';

interface Matched {
  staticData: StaticDataRouteOption;
  params: object;
}

/** Title of the document: the innermost matched screen that has one, then the product. */
export function titleOf(matches: readonly Matched[]): string {
  const product = i18next.t('common.product');
  const titles = matches.flatMap(({ staticData, params }) => {
    const name = staticData.named?.(params as Record<string, string | undefined>);
    if (name) {
      if (i18next.language === 'en') return [name.en];
      return [i18next.language === 'sr-Latn' ? cyrillicToLatin(name.sr) : name.sr];
    }
    return staticData.title ? [i18next.t(staticData.title)] : [];
  });
  const title = titles.at(-1);
  return title ? `${title} – ${product}` : product;
}
