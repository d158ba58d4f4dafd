/** What a check has found. A note does not fail the doctor. */
export interface Finding {
  /** A setting, or a part of the installation. */
  check: string;
  state: 'ok' | 'note' | 'wrong';
  text: string;
}

export const ok = (check: string, text: string): Finding => ({ check, state: 'ok', text });
export const note = (check: string, text: string): Finding => ({ check, state: 'note', text });
export const wrong = (check: string, text: string): Finding => ({ check, state: 'wrong', text });
