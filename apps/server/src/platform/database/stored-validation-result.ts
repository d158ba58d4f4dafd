import type { ValidationItemSchema, ValidationSchema } from '@pimis/contract/forms';
import type { Static } from 'typebox';

/** A validation result as revisions store it, which is what calls return (specification, "Revision entry"). */
export type StoredValidationResult = Static<typeof ValidationSchema>;

/** An error or a warning of it. */
export type StoredValidationItem = Static<typeof ValidationItemSchema>;
