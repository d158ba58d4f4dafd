/** The errors of RFC 6749, 5.2. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** A refused request for a token. The description is for the people who build the client. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly description: string;

  constructor(code: OAuthErrorCode, description: string, cause?: unknown) {
    super(`${code}: ${description}`, { cause });
    this.name = 'OAuthError';
    this.code = code;
    this.description = description;
  }

  /** A client that could not be authenticated gets 401, everything else 400. */
  get httpStatus(): 400 | 401 {
    return this.code === 'invalid_client' ? 401 : 400;
  }
}
