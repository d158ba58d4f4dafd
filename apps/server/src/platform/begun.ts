/**
 * The same parts, the first of which has come. What an answer is streamed from is begun before the answer is: what is
 * wrong with the question, or with the database, is told as such, and not by a file that breaks off.
 */
export async function begun<Part>(parts: AsyncIterable<Part> | Iterable<Part>): Promise<AsyncGenerator<Part>> {
  async function* read() {
    yield* parts;
  }
  const reading = read();
  const first = await reading.next();
  async function* all() {
    try {
      if (!first.done) yield first.value;
      yield* reading;
    } finally {
      await reading.return(undefined);
    }
  }
  return all();
}
