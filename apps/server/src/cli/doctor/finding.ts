/** The result of a check. A note does not make the doctor fail. */
export interface Finding {
  /** A setting, or a part of the installation. */
  check: string;
  state: 'ok' | 'note' | 'wrong';
  text: string;
}

export const ok = (check: string, text: string): Finding => ({ check, state: 'ok', text });
export const note = (check: string, text: string): Finding => ({ check, state: 'note', text });
export const wrong = (check: string, text: string): Finding => ({ check, state: 'wrong', text });
