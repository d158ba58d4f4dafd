import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { portalAssets } from './assets.ts';

const assets = await portalAssets();
const { styles, card, fonts } = assets;
const sheet = styles.content.toString('utf8');

it('the URL of a file changes with its content', () => {
  const files = [
    [styles, 'portal', 'css', 'text/css; charset=utf-8'],
    [card, 'card', 'png', 'image/png'],
    [fonts[0], 'cyrillic', 'woff2', 'font/woff2'],
    [fonts[1], 'latin', 'woff2', 'font/woff2'],
  ] as const;
  for (const [file, name, extension, type] of files) {
    const hash = createHash('sha256')
      .update(file?.content ?? '')
      .digest('hex');
    expect(file).toMatchObject({ address: `/public/assets/${name}-${hash.slice(0, 10)}.${extension}`, type });
  }
  expect(fonts).toHaveLength(2);
});

it('the files are made once', async () => {
  expect(await portalAssets()).toBe(assets);
});

it('the style sheet names both fonts, and has all its parts in order', () => {
  for (const font of fonts) expect(sheet).toContain(`url("${font.address}")`);
  expect(sheet).not.toContain('FONT_');
  const parts = ['.head', '.panel', '.field', '.cards', '@media print'].map((part) => sheet.indexOf(part));
  expect(parts).not.toContain(-1);
  expect(sheet).not.toMatch(/\n[ \n]/);
});

it('the theme is the reader’s choice on screens, and light on paper', () => {
  const [light = '', dark = ''] = sheet.split('@media screen and (prefers-color-scheme: dark) { :root');
  expect(light).toContain('--p-surface:');
  expect(dark).toContain('--p-surface:');
  expect(sheet).not.toContain('data-mantine-color-scheme');
  expect(sheet).toContain('.chart');
});

it('the picture for social networks has the size that they show', async () => {
  expect(await sharp(card.content).metadata()).toMatchObject({ format: 'png', width: 600, height: 315 });
});
