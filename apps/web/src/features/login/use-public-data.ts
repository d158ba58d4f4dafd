import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';

const QUESTIONS = {
  configuration: async () => (await call('GET /configuration')).payload,
  notices: async () => (await call('GET /notices')).payload,
};

type Answers = { [Name in keyof typeof QUESTIONS]: Awaited<ReturnType<(typeof QUESTIONS)[Name]>> };

/** What anybody may ask, undefined until it has come. A screen that shows it is whole without it. */
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
