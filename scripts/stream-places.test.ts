import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { makersIn, STREAM_PLACES } from './stream-places.ts';

const SERVER = join(import.meta.dirname, '..', 'apps', 'server', 'src');
const read = (file: string) => readFileSync(join(SERVER, file), 'utf8');

it('finds calls that make something that can fail by itself, and no others of the same name', () => {
  const source = `
    import { connect } from 'node:net';
    import { connect as open } from '../backup/tables.ts';
    const a = createReadStream(path), b = connect(port), c = open(url), d = new pg.Client({}), e = Readable.from(rows);
    const f = Array.from(rows), g = pattern.exec(text), h = new Map(), i = client.connect(), j = from.pipe(to);`;
  expect(makersIn('a.ts', source)).toEqual([
    'Readable.from',
    'connect',
    'connect',
    'createReadStream',
    'new pg.Client',
    'pipe',
  ]);
});

it('every stream, process, socket and emitter of the server is in the list', () => {
  const files = globSync('**/*.ts', { cwd: SERVER }).map((file) => file.split(sep).join('/'));
  const found = files
    .filter((file) => !/\.test\.ts$|^(testing|seed)\//.test(file))
    .map((file) => [file, makersIn(file, read(file))] as const)
    .filter(([, makers]) => makers.length > 0);
  const listed = Object.entries(STREAM_PLACES).map(([file, { makes }]) => [file, makes]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
});

it('has a test that makes it fail', () => {
  const without = Object.entries(STREAM_PLACES).filter(
    ([
      ,
      {
        test: [file, title],
      },
    ]) => !read(file).includes(`'${title}'`),
  );
  expect(without.map(([file]) => file)).toEqual([]);
});
