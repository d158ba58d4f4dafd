import { useEffect, useRef } from 'react';
import type { LinkedDocument, SecuredLink } from '@pimis/contract/documents';
import { call, fileAddress } from '../../api/client.ts';
import { initSession } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { failureText } from '../../ui/failure-text.ts';
import { Message } from './fields.tsx';
import { Frame } from './Frame.tsx';
import { BackToLogin, tokenInAddress, useResolvedToken } from './LinkPages.tsx';

const resolve = async (downloadToken: string) => {
  // A signed-in user sees the target of a secured link. If the server is unreachable, the next call reports it.
  await initSession().catch(() => undefined);
  return (await call('GET /projects/documents/:downloadToken/security', { params: { downloadToken } })).payload;
};

/**
 * The URL at which a secured document is opened (specification, "Document download landing page"); signing in comes
 * before it.
 */
function addressOf(linked: LinkedDocument | SecuredLink): string {
  if (!('projectCode' in linked)) return `/login?redirect=${encodeURIComponent(location.pathname + location.search)}`;
  const { projectCode, documentId, id } = linked;
  return `/projects/${encodeURIComponent(projectCode)}/documents/${documentId}/revisions/${id}?automaticDownload=true`;
}

/** The landing page of a link: a public document is saved at once; a secured one requires a sign-in. */
export function DownloadPage() {
  const text = useText();
  const { t, data, size } = text;
  const { answer: linked, failure } = useResolvedToken(resolve);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!linked) return;
    if (linked.secureLink) location.replace(addressOf(linked));
    else link.current?.click();
  }, [linked]);
  const open = linked && 'title' in linked && !linked.secureLink ? linked : undefined;
  return (
    <Frame title={t('login.downloadTitle')}>
      {failure !== undefined && <Message kind="error">{failureText(failure, text)}</Message>}
      {linked?.secureLink === true && <Message kind="warning">{t('login.downloadSecured')}</Message>}
      {open && (
        <>
          <Message kind="good">{t('login.downloadReady')}</Message>
          <p style={{ marginTop: 16, overflowWrap: 'anywhere' }}>
            <a
              ref={link}
              href={`/api/${fileAddress('GET /projects/documents/:downloadToken/anonymous', { params: { downloadToken: tokenInAddress() } })}`}
              download
            >
              {t('login.downloadNow', { name: `${data(open.title)}.${open.extension}`, size: size(open.size) })}
            </a>
          </p>
        </>
      )}
      <BackToLogin />
    </Frame>
  );
}
