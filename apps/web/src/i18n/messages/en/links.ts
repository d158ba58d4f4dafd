import type { MessagesOf } from '../../areas.ts';

export const links: MessagesOf<'links'> = {
  initialTitle: 'First sign-in',
  initialText: 'An activation link will arrive at the e-mail address of your account.',
  initialSubmit: 'Send the activation link',
  initialSent: 'The activation link has been sent.',
  resetTitle: 'Forgotten password',
  resetText: 'A link to change the password will arrive at the e-mail address of your account.',
  resetSubmit: 'Send the link',
  resetSent: 'The password link has been sent.',
  activationTitle: 'Account activation',
  newPasswordTitle: 'New password',
  forUser: 'Account: {{login}}',
  repeat: 'Repeat the password',
  rules: 'At least 8 characters with a digit, a capital letter and a special character.',
  mismatch: 'The passwords do not match.',
  setPassword: 'Set the password',
  byProvider: 'or without a password, by your account in',
  location: {
    title: 'Sign-in from a new location',
    text: 'Somebody has tried to sign in with your password. Confirm only if it was you.',
    at: 'Time: {{at}}',
    address: 'Address: {{address}}',
    device: 'Device: {{device}}',
    confirm: 'It was me',
    refuse: 'It was not me',
    confirmed: 'The location is confirmed. Sign in again.',
    refused:
      'The sign-in is refused. Somebody knows your password: set a new one at once. If you sign in with an official account, change the password of that account.',
  },
  activationMissing:
    'Open this page with the link in the activation e-mail. If it has not come, ask for another on the page “First sign-in”.',
  resetMissing:
    'Open this page with the link in the e-mail about the password. If it has not come, ask for another on the page “Forgotten password”.',
  emailChange: {
    confirmTitle: 'New e-mail address',
    newAddress: 'New address: {{email}}',
    missing: 'Open this page with the link in the e-mail about the change of the address.',
    confirmText: 'This address will count for your account. You are signed out on other devices.',
    confirmSubmit: 'Confirm the address',
    confirmDone: 'The e-mail address is changed.',
    stopTitle: 'Change of the e-mail address',
    stopText: 'If it was not you who asked for the change, stop it. You are signed out on all devices.',
    stopSubmit: 'Stop the change',
    stopDone: 'The change is stopped. Somebody knows your password: set a new one at once.',
  },
};
