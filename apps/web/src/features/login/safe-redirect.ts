/** Only an address of the product itself is a way back. */
export function safeRedirect(redirect: string | null): string {
  return redirect?.startsWith('/') && !redirect.startsWith('//') && !redirect.includes('\\') ? redirect : '/dashboard';
}
