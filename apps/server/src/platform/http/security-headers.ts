import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** Writes the headers of an answer. */
export type WriteHeaders = ReturnType<typeof helmet>;

/** The security headers of every answer, prepared once; Fastify's plugin prepares them at each call. */
export const browserHeaders = ({ https }: { https: boolean }): WriteHeaders =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets style attributes and writes its colour variables in a style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        // Previews of documents.
        frameSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https,
  });

export function sendBrowserHeaders(app: FastifyInstance, writeHeaders: WriteHeaders): void {
  app.addHook('onRequest', (request, reply, next) => {
    writeHeaders(request.raw, reply.raw, (error) => next(error as Error | undefined));
  });
}
