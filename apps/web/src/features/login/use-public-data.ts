import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';

const QUESTIONS = {
  configuration: async () => (await call('GET /configuration')).payload,
  providers: async () => (await call('GET /login/oidc')).payload,
  notices: async () => (await call('GET /notices')).payload,
};

type Answers = { [Name in keyof typeof QUESTIONS]: Awaited<ReturnType<(typeof QUESTIONS)[Name]>> };

/** Public data, undefined until loaded. Screens must work without them. */
export function usePublicData<Name extends keyof Answers>(name: Name): Answers[Name] | undefined {
  const [answer, setAnswer] = useState<Answers[Name]>();
  useEffect(() => {
    let gone = false;
    const ask = QUESTIONS[name] as () => Promise<Answers[Name]>;
    ask().then(
      (payload) => {
        if (!gone) setAnswer(payload);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [name]);
  return answer;
}
