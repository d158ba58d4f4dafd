/**
 * The same items, after the first of them has been read. A streamed answer reads its first item before its headers are
 * sent: a wrong query or a failing database gives an error answer, not a file that breaks off. Errors: those of the
 * items.
 */
export async function prefetchFirst<Item>(items: AsyncIterable<Item> | Iterable<Item>): Promise<AsyncGenerator<Item>> {
  async function* read() {
    yield* items;
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
