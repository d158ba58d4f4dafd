/**
 * Signing out leads to the screens before the sign-in and removes all shown data. The start of the page registers the
 * action; screens only call it.
 */
let open: (address: string) => void = (address) => location.assign(address);

export function onSignOut(way: (address: string) => void): void {
  open = way;
}

/** Address of the sign-in that returns to `back`, with the reason when a session has ended by itself. */
export const signInAddress = (back: string, ended: boolean) =>
  `/login?${ended ? 'expired=true&' : ''}redirect=${encodeURIComponent(back)}`;

/** Leaves for the sign-in; with `back` the sign-in returns to the present screen. */
export function leaveToSignIn(back?: string, ended = false): void {
  open(back === undefined ? '/login' : signInAddress(back, ended));
}
