import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** Writes the headers of an answer. */
export type Tell = ReturnType<typeof helmet>;

/**
 * What browsers are told with every answer. The headers are prepared once: Fastify's own plugin of helmet prepares them for
 * each call, and ties the call to a function that V8 lays among the old values, where it remains with all that it holds
 * until these are looked through (docs/decisions/0137-old-values.md).
 */
export const browserHeaders = ({ https }: { https: boolean }): Tell =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets style attributes and its colour variables in a style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        // Previews of documents.
        frameSrc: ["'self'"],
        baseUri: ["'self'"],
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
