/** What a command of the operator is refused for; its message is the sentence that is printed. */
export class Refused extends Error {}
