/** The refusal of an operator's command; its message is printed. */
export class Refused extends Error {}
