import { useState } from 'react';
import { download, fileAddress } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { LoginButton, Message } from '../fields.tsx';
import type { Values } from './registration-form.ts';

export interface SubmittedRequest {
  id: string;
  token: string;
  values: Values;
  /** It was submitted before. */
  again: boolean;
}

/** The result of a submitted request: its number, the token and both papers. */
export function Submission({ request, onChange }: { request: SubmittedRequest; onChange: () => void }) {
  const text = useText();
  const { t } = text;
  const [problem, setProblem] = useState<string | null>(null);
  const print = (document: 1 | 2) => {
    setProblem(null);
    download(
      fileAddress('GET /security/organizations/:organizationId/documents/:document', {
        params: { organizationId: request.id, document },
        query: { registrationToken: request.token, ...text.paper },
      }),
      `PIMIS-${document}-${request.id}.pdf`,
    ).catch((failure: unknown) => setProblem(failureText(failure, text)));
  };
  return (
    <>
      {problem && <Message kind="error">{problem}</Message>}
      <Message kind="good">{t('registration.keepToken')}</Message>
      <p>{t('registration.next')}</p>
      <dl className="registration-result">
        <dt>{t('registration.number')}</dt>
        <dd>{request.id}</dd>
        <dt>{t('registration.token')}</dt>
        <dd>
          <code>{request.token}</code>{' '}
          <CopyButton
            text={request.token}
            label={t('registration.copy')}
            copied={t('registration.copied')}
            notCopied={t('registration.notCopied')}
          />
        </dd>
      </dl>
      <div className="registration-buttons">
        <LoginButton onClick={() => print(1)}>{t('registration.printRegistration')}</LoginButton>
        <LoginButton quiet onClick={() => print(2)}>
          {t('registration.printConfirmation')}
        </LoginButton>
        <LoginButton quiet onClick={onChange}>
          {t('registration.change')}
        </LoginButton>
      </div>
    </>
  );
}
