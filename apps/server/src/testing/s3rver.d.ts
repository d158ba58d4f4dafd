/** The S3 server of the tests, as far as they use it; it brings no types. */
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

  export interface KoaContext {
    method: string;
    path: string;
    get: (header: string) => string;
    query: Record<string, string>;
    type: string;
    body: unknown;
    status: number;
  }
  export type KoaMiddleware = (context: KoaContext, next: () => Promise<void>) => Promise<void>;

  export default class S3rver {
    constructor(options: {
      address?: string;
      port?: number;
      silent?: boolean;
      allowMismatchedSignatures?: boolean;
      directory: string;
      resetOnClose?: boolean;
      configureBuckets?: { name: string; configs: string[] }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
    httpServer: Server;
    middleware: KoaMiddleware[];
  }
}
