/** Copies to the clipboard; false if that is not allowed, or not at a secure address: browsers offer it only there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
