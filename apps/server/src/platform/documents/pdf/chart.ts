import '../../process/production.ts';
import { FONT_FAMILY, printed } from '@pimis/charts/svg';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { TEXT_FONTS } from './fonts.ts';
import type { Block } from './model.ts';

/**
 * The width for which a chart over a whole landscape page is drawn; its texts are then about as large as those of the
 * page.
 */
const LANDSCAPE_WIDTH = 990;

/**
 * A chart of `packages/charts` as a block of a landscape paper, in the colours of the light theme. Its texts are given
 * in Cyrillic or English like all texts of a paper.
 */
export function chartBlock<Props extends { title: string; width: number }>(
  component: FunctionComponent<Props>,
  props: Omit<Props, 'width' | 'paint'>,
): Block {
  const given = { ...props, width: LANDSCAPE_WIDTH, paint: printed } as unknown as Props;
  const chart = renderToStaticMarkup(createElement(component, given));
  return { kind: 'chart', chart: chart.replace(attribute(FONT_FAMILY), TEXT_FONTS.join(', ')), alt: given.title };
}

/** Escapes a text for an attribute. */
const attribute = (text: string) => text.replaceAll("'", '&#x27;');
