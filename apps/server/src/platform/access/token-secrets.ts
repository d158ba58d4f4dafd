import type { Config } from '../../config.ts';

/** The secrets of tokens: the first one signs, anything that one of them signed is accepted. */
export type TokenSecrets = readonly [Uint8Array, ...Uint8Array[]];

export const tokenSecretsOf = ({
  tokenSecret,
  formerTokenSecrets,
}: Pick<Config, 'tokenSecret' | 'formerTokenSecrets'>): TokenSecrets => [tokenSecret, ...formerTokenSecrets];
