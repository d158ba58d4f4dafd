/**
 * The reader of the output may stop, as `head -1` does: the rest is discarded, and the command goes on to its end.
 * Error: any other failure of an output.
 */
export function outliveReaders(outputs: readonly NodeJS.WritableStream[]): void {
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
