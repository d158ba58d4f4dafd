/** Calls of one network per minute: with pages of 100, a harvester reads 12,000 projects in a minute. */
export const OPEN_DATA_LIMIT = { name: 'openData', perMinute: 120, inMemory: true } as const;

/** Files are large; clients that have one send its ETag. */
export const OPEN_DATA_FILE_LIMIT = { name: 'openDataFiles', perMinute: 30, inMemory: true } as const;

/**
 * Open data and the portal share a part of the database's connections (docs/decisions/0191-answers-of-open-data.md).
 */
export const OPEN_DATA_SHARE = 'openData';
