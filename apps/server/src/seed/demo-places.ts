/** The local governments of the demo projects, and the ministry that proposes these. */
export const PLACES: Readonly<
  Record<string, { organization: string; location: { id: string; name: string }; contact: string }>
> = {
  PK: { organization: '50112', location: { id: '70998', name: 'Прокупље' }, contact: 'Милена Јовић' },
  VA: { organization: '50101', location: { id: '70360', name: 'Ваљево' }, contact: 'Јелена Марковић' },
  ZA: { organization: '50103', location: { id: '70556', name: 'Зајечар' }, contact: 'Маја Ристић' },
  LE: { organization: '50107', location: { id: '70726', name: 'Лесковац' }, contact: 'Тијана Благојевић' },
  PI: { organization: '50110', location: { id: '70939', name: 'Пирот' }, contact: 'Немања Ђорђевић' },
};
export const PROPOSER = { id: '10503', name: 'Министарство заштите животне средине' };
