import { useEffect, useRef } from 'react';
import type { LinkedDocument } from '@pimis/contract/documents';
import { call, fileAddress } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { failureText } from '../../ui/failure-text.ts';
import { sizeText } from '../../ui/size-text.ts';
import { Message } from './fields.tsx';
import { Frame } from './Frame.tsx';
import { BackToLogin, tokenInAddress, useResolvedToken } from './LinkPages.tsx';

const resolve = async (downloadToken: string) =>
  (await call('GET /projects/documents/:downloadToken/security', { params: { downloadToken } })).payload;

/** Where a secured document is opened after the sign-in (specification, "Document download landing page"). */
const addressOf = ({ projectCode, documentId, id }: LinkedDocument) =>
  `/projects/${encodeURIComponent(projectCode)}/documents/${documentId}/revisions/${id}?automaticDownload=true`;

/** The landing page of a link: a public document is saved at once, a secured one leads behind the sign-in. */
export function DownloadPage() {
  const text = useText();
  const { t, data } = text;
  const { answer: linked, failure } = useResolvedToken(resolve);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!linked) return;
    if (linked.secureLink) location.replace(addressOf(linked));
    else link.current?.click();
  }, [linked]);
  const name = linked ? `${data(linked.title)}.${linked.extension}` : '';
  return (
    <Frame title={t('login.downloadTitle')}>
      {failure !== undefined && <Message kind="error">{failureText(failure, text)}</Message>}
      {linked?.secureLink === true && <Message kind="warning">{t('login.downloadSecured')}</Message>}
      {linked?.secureLink === false && (
        <>
          <Message kind="good">{t('login.downloadReady')}</Message>
          <p style={{ marginTop: 16, overflowWrap: 'anywhere' }}>
            <a
              ref={link}
              href={`/api/${fileAddress('GET /projects/documents/:downloadToken/anonymous', { params: { downloadToken: tokenInAddress() } })}`}
              download
            >
              {t('login.downloadNow', { name, size: sizeText(linked.size) })}
            </a>
          </p>
        </>
      )}
      <BackToLogin />
    </Frame>
  );
}
