/**
 * The way out of the product: to the screens before the sign-in, with nothing of what was shown left behind. The start
 * of the page says what is done; a screen only says where to.
 */
let open: (address: string) => void = (address) => location.assign(address);

export function onSignOut(way: (address: string) => void): void {
  open = way;
}

/** Leaves the product for the sign-in; with `back`, signing in leads there again. */
export function leaveToSignIn(back?: string): void {
  open(back === undefined ? '/login' : `/login?redirect=${encodeURIComponent(back)}`);
}
