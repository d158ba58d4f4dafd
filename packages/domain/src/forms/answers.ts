/** Answers as forms store them: the Serbian word. */
export const YES = 'Да';
export const NO = 'Не';
export const NOT_NEEDED = 'Није потребно';
