import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';

const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  // Only audio and video: no rule in use needs the style sheets.
  preload: { assets: ['media'] },
};
/** The surrounding page is missing here; headings and landmarks are tested on whole screens. */
const OF_WHOLE_SCREENS = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };
/** All rules of the category `cat.color` that are on. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

async function expectNone(part: Element, options: RunOptions): Promise<void> {
  const { violations } = await axe.run(part, { ...OPTIONS, ...options });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
}

/**
 * Expects no accessibility finding in a part of the page. A theme changes only colours, so everything else is checked
 * once.
 */
export async function expectAccessibleInBothThemes(part: Element): Promise<void> {
  const show = (scheme: string) => {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    // A fading element is half-transparent until it is complete.
    for (const animation of document.getAnimations()) {
      // The spinner of a busy button has an endless animation, which cannot be finished.
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  };
  show('dark');
  await expectNone(part, { runOnly: OF_COLOURS });
  show('light');
  await expectNone(part, { rules: OF_WHOLE_SCREENS });
}
