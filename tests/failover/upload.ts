import type { Person } from '../faults/load.ts';
import { newProject } from '../faults/load.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const PIECE = 300_000;

/** An upload in two pieces, the second of which comes later. */
export interface BegunUpload {
  /** Sends the rest and reads the document back: whether it is what was sent. Error: a call was refused. */
  finish: () => Promise<boolean>;
}

async function accepted(answer: Response, status: number): Promise<Response> {
  if (answer.status !== status) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Begins an upload and sends its first piece. */
export async function beginUpload(person: Person): Promise<BegunUpload> {
  const code = await newProject(person);
  const pieces = [Buffer.alloc(PIECE, `prvi ${code} `), Buffer.alloc(PIECE, `drugi ${code} `)] as const;
  const begun = await accepted(
    await person.raw('POST', `projects/${code}/uploads`, undefined, {
      ...TUS,
      'upload-length': String(2 * PIECE),
      'upload-metadata': `filename ${Buffer.from('delovi.txt').toString('base64')}`,
    }),
    201,
  );
  const place = new URL(begun.headers.get('location') ?? '', begun.url).pathname.replace('/api/', '');
  const send = async (offset: number, piece: Buffer<ArrayBuffer>) =>
    accepted(
      await person.raw('PATCH', place, piece, {
        ...TUS,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      }),
      204,
    );
  await send(0, pieces[0]);
  return {
    finish: async () => {
      await send(PIECE, pieces[1]);
      const files = [{ uploadId: place.split('/').at(-1), description: 'Делови' }];
      const made = await person.call<{ id: number; revisionId: number }[]>(
        'POST',
        `projects/${code}/documents/uploaded`,
        {
          files,
        },
      );
      const [document] = made.payload ?? [];
      if (!document) throw new Error(`No document: ${made.status} ${made.name}`);
      const read = await person.raw(
        'GET',
        `projects/${code}/documents/${document.id}/revisions/${document.revisionId}/download`,
      );
      return Buffer.compare(Buffer.from(await read.arrayBuffer()), Buffer.concat(pieces)) === 0;
    },
  };
}
