/** The answer to a request to register, `respond` of its call (specification, "Organization registration status"). */
export const REGISTRATION_ANSWER = { approve: 1, refuse: 2 } as const;
