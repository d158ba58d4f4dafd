import type { Mail } from './mail.ts';

/*
 * The look of every mail. Mail programs read neither style sheets nor fonts, so each element has its styles, in the
 * colours of the light theme.
 */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);
}

/** The page around the content of a mail; `body` is HTML. */
export function mailPage(body: string): string {
  return `<!doctype html><html lang="sr-Cyrl"><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head><body style="margin:0;padding:0;background:#f6f5f2"><div style="max-width:640px;margin:0 auto;padding:20px;font:15px/1.5 'Source Sans 3',Arial,sans-serif;color:#1b2427"><div style="background:#0c303b;color:#fff;padding:12px 20px;border-radius:6px 6px 0 0;font-size:17px;font-weight:600;letter-spacing:.04em">ПИМИС</div><div style="background:#fff;padding:20px;border:1px solid #e5e2db;border-top:0;border-radius:0 0 6px 6px">${body}</div></div></body></html>`;
}

/** The content of a mail: paragraphs and at most one address. */
interface MailText {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  link?: { label: string; address: string };
}

/** Returns a mail as HTML and as plain text. */
export function composeMail({ to, subject, paragraphs, link }: MailText): Mail {
  const all = ['Поштовани,', ...paragraphs];
  const text = `${all.join('\n\n')}\n${link ? `\n${link.label}:\n${link.address}\n` : ''}`;
  const html = all.map((one) => `<p style="margin:0 0 14px;white-space:pre-line">${escapeHtml(one)}</p>`).join('');
  const button = link
    ? `<p style="margin:20px 0"><a href="${escapeHtml(link.address)}" style="display:inline-block;padding:10px 18px;border-radius:4px;background:#0b5568;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p><p style="margin:0;color:#5c666a;font-size:13px;overflow-wrap:anywhere">${escapeHtml(link.address)}</p>`
    : '';
  return { to, subject, text, html: mailPage(html + button) };
}
