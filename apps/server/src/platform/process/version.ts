/** The version of the product. */
export const VERSION = '1.0.0';
