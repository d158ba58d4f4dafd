/**
 * Signing out leads to the screens before the sign-in and removes all shown data. The start of the page registers the
 * action; screens only call it.
 */
let open: (address: string) => void = (address) => location.assign(address);

export function onSignOut(way: (address: string) => void): void {
  open = way;
}

/** Leaves for the sign-in; with `back` the sign-in returns to the present screen. */
export function leaveToSignIn(back?: string): void {
  open(back === undefined ? '/login' : `/login?redirect=${encodeURIComponent(back)}`);
}
