/**
 * A number with its noun, as in `1 file` and `2 files`. `one` and `many` may go on with a verb: `counted(1, 'check
 * has', 'checks have')`.
 */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
