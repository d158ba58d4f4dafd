/** A registration request of a new organization; the id is one of the test's budget users. */
export const REGISTRATION = {
  id: '50104',
  companyNumber: '39722925',
  taxIdNumber: '199067752',
  name: 'Град Крагујевац – Градска управа',
  address: 'Трг слободе 3',
  adminName: 'Љубица Ђурић',
  adminIdentityNumber: '012345678',
  adminEmail: 'ljubica@example.rs',
  adminPhoneNumber: '+381 (34) 306 000',
  supportEmails: ['podrska@example.rs'],
  supportPhoneNumbers: ['034/306-000'],
};

/** The result of a registration. */
export interface Registered {
  organization: { id: string; registrationToken: string };
}
