/** What an address is written among, and several addresses are (RFC 5322, 3.2.3); a part of it needs none of these. */
const AROUND = '\\s@<>()\\[\\]:;,"\\\\\\u0000-\\u001f\\u007f';

/** An address of e-mail, as far as its form can tell. No part of it can be read in two ways: it costs its length. */
export const EMAIL_PATTERN = `^[^${AROUND}]+@[^.${AROUND}]+(\\.[^.${AROUND}]+)+$`;
