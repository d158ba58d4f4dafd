import { type FormEvent, useState } from 'react';
import { ApiFailure, call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { LoginButton, Message, TextField } from '../fields.tsx';
import { Frame } from '../Frame.tsx';
import { BackToLogin } from '../LinkPages.tsx';
import { usePublicData } from '../use-public-data.ts';
import { Submission, type SubmittedRequest } from './Submission.tsx';
import { EMPTY, type Values, valuesOf } from './registration-form.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import './registration.css';

/** A request in progress: a new one, or a submitted one with its token. */
interface Begun {
  values: Values;
  token: string | null;
}

/** An organization asks to be registered (specification, "Organization registration"). */
export function RegistrationPage() {
  const { t } = useText();
  const configuration = usePublicData('configuration');
  const [begun, setBegun] = useState<Begun>({ values: EMPTY, token: null });
  const [submitted, setSubmitted] = useState<SubmittedRequest | null>(null);
  if (configuration?.registrationAllowed === false) {
    return (
      <Frame title={t('registration.title')}>
        <Message kind="warning">{t('registration.forbidden')}</Message>
        <BackToLogin />
      </Frame>
    );
  }
  if (submitted) {
    return (
      <Frame title={t(submitted.again ? 'registration.updated' : 'registration.done')} part="submitted">
        <Submission
          request={submitted}
          onChange={() => {
            setBegun({ values: submitted.values, token: submitted.token });
            setSubmitted(null);
          }}
        />
        <BackToLogin />
      </Frame>
    );
  }
  return (
    <Frame title={t('registration.title')} intro={t('registration.intro')} wide part={begun.token ?? ''}>
      {begun.token === null ? (
        <LoadRequest onLoaded={setBegun} />
      ) : (
        <Message kind="good">{t('registration.loaded')}</Message>
      )}
      <RegistrationForm
        key={begun.token ?? 'new'}
        start={begun.values}
        token={begun.token}
        onDone={(token, values) => {
          setSubmitted({ id: values.id, token, values, again: begun.token !== null });
          window.scrollTo(0, 0);
        }}
      />
      <BackToLogin />
    </Frame>
  );
}

/** Loads a submitted request by its token. */
function LoadRequest({ onLoaded }: { onLoaded: (begun: Begun) => void }) {
  const text = useText();
  const { t } = text;
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const load = async (event: FormEvent) => {
    event.preventDefault();
    const registrationToken = token.trim();
    if (busy) return;
    if (registrationToken === '') {
      setProblem(t('common.required'));
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const { payload } = await call('POST /security/organizations/retrieve', { body: { registrationToken } });
      onLoaded({ values: valuesOf(payload), token: registrationToken });
    } catch (failure) {
      const malformed = failure instanceof ApiFailure && failure.name === 'ValidationError';
      setProblem(malformed ? text.status('InvalidRegistrationToken') : failureText(failure, text));
    } finally {
      setBusy(false);
    }
  };
  return (
    <details className="registration-token">
      <summary>{t('registration.existing')}</summary>
      <form onSubmit={(event) => void load(event)} noValidate>
        <TextField
          label={t('registration.token')}
          value={token}
          onChange={setToken}
          error={problem ?? undefined}
          autoComplete="off"
        />
        <LoginButton quiet type="submit" busy={busy}>
          {t('registration.load')}
        </LoginButton>
      </form>
    </details>
  );
}
