/** Constants of the product (specification, "Business constants and limits"; docs/interface.md, "Constants"). */

/** The ministry's own organization; its people approve, review and administer. */
export const ADMINISTRATION_ORGANIZATION = '00000';
/** The ministry for European integration. */
export const MEI_ORGANIZATION = '10513';

/** Largest number that the database gives to a row. */
export const MAX_ID = 2_147_483_647;

export const SESSION_MINUTES = 30;
export const SESSION_CHECK_SECONDS = 5;

export const PROJECT_STATUS = { pending: 0, finished: 1, archived: 2 } as const;
export const PROJECT_TYPES = [1, 2, 3] as const;
export const DEFAULT_PROJECT_TYPE = 3;
export const SECTORS = [1, 2, 3, 4, 5, 6] as const;

export const FORM_STATUS = { unlocked: 1, locked: 2, marked: 3, approved: 4 } as const;

export const USER_STATUS = { active: 1, inactive: 2, revoked: 3, disabled: 4 } as const;
/**
 * The status of a client's row among the users (docs/decisions/0300-clients.md). No person has it, so that no rule,
 * list or mail for people applies to the row.
 */
export const CLIENT_STATUS = 5;
/** The owner of a role: the product, the administration organization, or users of an organization. */
export const ROLE_TYPE = { system: 1, administration: 2, user: 3 } as const;
/** Roles of the system that rules name (specification, third document, section 6). */
export const ROLE = {
  localUser: 1,
  localAdmin: 2,
  localVerificationUser: 4,
  evaluator: 8,
  minister: 9,
  mei: 10,
  /** Of clients: a row needs a role, but the claims of a client are its own. */
  integration: 11,
  /** Technical: carried by refresh tokens alone. */
  refreshToken: 12,
} as const;
/** Registration of an organization (specification, "Organization registration status"). */
export const ORGANIZATION_STATUS = { pending: 1, approved: 2, cancelled: 3 } as const;

/** Corrections that may be opened in one calendar year. */
export const PLAN_CORRECTIONS_PER_YEAR = 2;
/** Times a phase may go before the commission without a yes. */
export const COMMISSION_ATTEMPTS = 3;
/** Days after the approved end of reporting within which the conclusion is due. */
export const CONCLUSION_DELAY_DAYS = 90;

export const DOCUMENT_MAX_FILES = 5;
/** Unfinished uploads of a user: enough for several tabs, too few to fill a store. */
export const UPLOADS_PER_USER = 20;
export const DOCUMENTS_PER_PROJECT = 500;
export const REVISIONS_PER_DOCUMENT = 50;
/** 0–18 are known; 1 and 2 are not offered for upload. */
export const UPLOAD_DOCUMENT_TYPES: readonly number[] = [0, ...Array.from({ length: 16 }, (_, index) => index + 3)];

/** The maximum length of comments on projects, steps and decisions. */
export const COMMENT_MAX_LENGTH = 4000;
/** Comments of a decision about an organization or an account. */
export const RESOLUTION_MAX_LENGTH = 1000;
/** Minutes in which its author may still correct a comment (ours: the specification names no comments). */
export const COMMENT_EDIT_MINUTES = 15;
/** Days after which a read notification is removed. */
export const NOTIFICATION_RETENTION_DAYS = 180;
/** The hour in Belgrade from which the digest of a working day is sent. */
export const DIGEST_HOUR = 7;

/** The maximum number of tags of a user, and of characters in a tag. */
export const USER_TAGS = 10;
export const USER_TAG_LENGTH = 32;
/** A role's name and description (specification, "Validation rules"). */
export const ROLE_NAME_LENGTH = 32;
export const ROLE_DESCRIPTION_LENGTH = 128;

/** Page sizes that a list offers; other sizes are accepted too. */
export const PAGE_SIZES: readonly number[] = [5, 10, 25, 50];
/** The longest text of a filter of a list, and of the search of a registry. */
export const FILTER_MAX = 500;
export const REGISTRY_SEARCH_MAX = 200;
/** The largest page number that a list answers. */
export const LARGEST_PAGE = 1_000_000;
