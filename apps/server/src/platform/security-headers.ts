import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** Writes the headers of an answer. */
export type Tell = ReturnType<typeof helmet>;

/** The security headers of every answer, prepared once; Fastify's plugin prepares them at each call. */
export const browserHeaders = ({ https }: { https: boolean }): Tell =>
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

export function tellBrowsers(app: FastifyInstance, tell: Tell): void {
  app.addHook('onRequest', (request, reply, next) => {
    tell(request.raw, reply.raw, (error) => next(error as Error | undefined));
  });
}
