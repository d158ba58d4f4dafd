import { pipeline, type Readable, Transform } from 'node:stream';
import { contentProblem, SNIFFED_BYTES } from '@pimis/domain/documents/content';
import { ApiError } from '../../../platform/errors.ts';

/** Passes a file whose first bytes agree with its extension. Error: a ContentProblem, before any byte. */
export function verifyContentType(source: Readable, extension: string): Readable {
  let waiting: Buffer[] = [];
  let waited = 0;
  let agreed = false;
  const release = (stream: Transform): Error | null => {
    const beginning = Buffer.concat(waiting);
    waiting = [];
    agreed = true;
    const problem = contentProblem(extension, beginning.toString('latin1', 0, SNIFFED_BYTES));
    if (problem) return new ApiError(problem, { fieldErrors: [{ field: 'file', code: problem }] });
    stream.push(beginning);
    return null;
  };
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (agreed) return done(null, chunk);
      waiting.push(chunk);
      waited += chunk.length;
      return done(waited < SNIFFED_BYTES ? null : release(this));
    },
    flush(done) {
      // An empty file has its own error.
      done(agreed || waited === 0 ? null : release(this));
    },
  });
  // The reader receives the error.
  return pipeline(source, checked, () => undefined);
}
