import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Text formats; fonts are already compressed. */
const TEXTS = /\.(?:js|css|html|svg|json)$/;
/** Below this size the header costs more than compression saves. */
const LEAST_BYTES = 1024;

/** Writes each text file of the build also as .br and .gz, compressed once for all visitors. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'pimis-compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((file) => TEXTS.test(file) && statSync(file).size >= LEAST_BYTES);
      for (const file of files) {
        const brotli = createBrotliCompress({
          params: {
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: statSync(file).size,
          },
        });
        await pipeline(createReadStream(file), brotli, createWriteStream(`${file}.br`));
        await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`));
      }
    },
  };
}
