/** An address of e-mail, as far as its form can tell. No part of it can be read in two ways: it costs its length. */
export const EMAIL_PATTERN = '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$';
