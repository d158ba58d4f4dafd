import { SMTPServer } from 'smtp-server';

/**
 * A mail server on a port of this machine that takes every mail; `received` gets their texts. Returns how to stop it.
 */
export async function receiveMails(port: number, received: string[]): Promise<() => Promise<void>> {
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        received.push(text);
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((ready) => {
    server.listen(port, '127.0.0.1', () => ready());
  });
  return () => new Promise<void>((done) => server.close(() => done()));
}
