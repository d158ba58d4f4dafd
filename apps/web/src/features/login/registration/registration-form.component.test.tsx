import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../../testing/form.tsx';
import { pastePage } from '../../../testing/paste.ts';
import { EMPTY } from './registration-form.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import { RegistrationPage } from './RegistrationPage.tsx';
import { Submission } from './Submission.tsx';

const FILLED = {
  ...EMPTY,
  id: '50112',
  companyNumber: '07186345',
  taxIdNumber: '101886345',
  name: 'Општина Проба',
  address: 'Трг 1',
  adminName: 'Ана Анић',
  adminIdentityNumber: '123456789',
  adminEmail: 'ana@example.rs',
  adminPhoneNumber: '(11) 555 4557',
};

/** Whether the browser asks before a reload. */
function isAsked(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('the browser asks before a reload drops a request that is being written', async () => {
  const screen = await draw(<RegistrationForm start={EMPTY} token={null} onDone={() => undefined} />);
  expect(isAsked()).toBe(false);
  const address = screen.container.querySelector('input[name="address"]') ?? document.body;
  await userEvent.fill(address, 'Трг 1');
  await expect.poll(isAsked).toBe(true);
  await userEvent.fill(address, '');
  await expect.poll(isAsked).toBe(false);
  await screen.unmount();
});

test('numbers of support are taken with spaces, as they are written, and only whole', async () => {
  const screen = await draw(<RegistrationForm start={EMPTY} token={null} onDone={() => undefined} />);
  const phones = screen.getByRole('textbox', { name: 'Телефони подршке' });
  await phones.fill('+381 27 555-4557, 064 123 4567');
  await screen.getByRole('button', { name: 'Поднеси захтев' }).click();
  await expect.element(screen.getByText(/Адреса: /)).toBeVisible();
  await expect.element(phones).not.toHaveAccessibleDescription(/целa? броја/);
  await phones.fill('+381 27 555-4557, 064 12');
  await expect.element(phones).toHaveAccessibleDescription(/раздвојено зарезом.*три цела броја/);
});

test('a phone is one number, whatever its notation, and a foreign one stays foreign', async () => {
  const sent = vi.spyOn(window, 'fetch').mockImplementation(() => new Promise<Response>(() => undefined));
  const screen = await draw(<RegistrationForm start={FILLED} token={null} onDone={() => undefined} />);
  const [office, admin] = [
    screen.getByRole('textbox', { name: 'Телефон (+381)' }),
    screen.getByRole('textbox', { name: 'Телефон администратора (+381)' }),
  ];
  await admin.fill('+381 (0)11 3061-500');
  await expect.element(admin).toHaveValue('(11) 306 1500');
  await admin.fill('');
  await userEvent.type(admin.element(), '+381641234567');
  await expect.element(admin).toHaveValue('(64) 123 4567');
  await office.fill('+385 1 4567-890');
  await expect.element(office).toHaveValue('+385 1 4567 890');
  await screen.getByRole('button', { name: 'Поднеси захтев' }).click();
  await expect.poll(() => sent.mock.calls.length).toBe(1);
  const body = sent.mock.calls[0]?.[1]?.body;
  expect(JSON.parse(typeof body === 'string' ? body : '{}')).toMatchObject({
    phoneNumber: '+385 1 4567 890',
    adminPhoneNumber: '+381 (64) 123 4567',
  });
  vi.restoreAllMocks();
  await screen.unmount();
});

test('a request cannot be changed while it is sent: the change would not be in it', async () => {
  const sent = vi.spyOn(window, 'fetch').mockImplementation(() => new Promise<Response>(() => undefined));
  const screen = await draw(<RegistrationForm start={FILLED} token={null} onDone={() => undefined} />);
  await screen.getByRole('textbox', { name: 'Адреса' }).fill('Трг 2');
  await screen.getByRole('button', { name: 'Поднеси захтев' }).click();
  await expect.poll(() => sent.mock.calls.length).toBe(1);
  await expect.poll(() => screen.container.querySelectorAll('input:read-write')).toHaveLength(0);
  // Otherwise the input would be lost if the server refused the request.
  expect(isAsked()).toBe(true);
  vi.restoreAllMocks();
  await screen.unmount();
});

test('fields beside each other stand at one height, whatever is said of them', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise<Response>(() => undefined));
  await page.viewport(1280, 800);
  const screen = await draw(<RegistrationPage />);
  const topOf = (name: string) => screen.getByRole('textbox', { name }).element().getBoundingClientRect().top;
  expect(topOf('Е-пошта подршке')).toBe(topOf('Телефони подршке'));
  vi.restoreAllMocks();
});

test('the token that is shown once is copied by a button, as recovery codes are', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  const request = { id: '50112', token: 'oznaka-zahteva', values: EMPTY, again: false };
  const screen = await draw(<Submission request={request} onChange={() => undefined} />);
  await screen.getByRole('button', { name: 'Копирај' }).click();
  expect(written).toHaveBeenCalledWith('oznaka-zahteva');
  await expect.element(screen.getByText('Копирано.')).toBeVisible();
  written.mockRestore();
});

const listed = () =>
  [...document.querySelectorAll('.registration-problem')].map((one) => one.textContent.split(': ')[0]);
test('errors are listed in the order of the fields', async () => {
  const start = { ...FILLED, id: '', name: '', adminName: '', email: 'a', supportEmails: 'b' };
  const screen = await draw(<RegistrationForm start={start} token={null} onDone={() => undefined} />);
  await screen.getByRole('button', { name: 'Поднеси захтев' }).click();
  await expect
    .poll(listed)
    .toEqual([
      'Корисник буџета (ЈБКЈС или назив)',
      'Назив',
      'Е-пошта',
      'Е-пошта подршке',
      'Име и презиме администратора',
    ]);
  await screen.unmount();
});

test('errors of the server are listed in the order of the fields, too', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json(
      {
        payload: null,
        additionalInformation: null,
        status: { code: 1004, name: 'ValidationError' },
        errors: ['adminEmail', 'name', 'taxIdNumber'].map((field) => ({ field, code: 'InvalidField' })),
      },
      { status: 422 },
    ),
  );
  const screen = await draw(<RegistrationForm start={FILLED} token={null} onDone={() => undefined} />);
  await screen.getByRole('button', { name: 'Поднеси захтев' }).click();
  await expect.poll(listed).toEqual(['Назив', 'ПИБ', 'Е-пошта администратора']);
  vi.restoreAllMocks();
  await screen.unmount();
});

test('a paste of Word comes without its deleted text, and the page says so', async () => {
  const screen = await draw(<RegistrationForm start={EMPTY} token={null} onDone={() => undefined} />);
  const address = screen.getByRole('textbox', { name: 'Адреса' });
  const html =
    '<html xmlns:w="urn:schemas-microsoft-com:office:word"><p class=MsoNormal>Трг <del>9</del><ins>1</ins></p></html>';
  expect(pastePage(address, html, 'Трг 91')).toBe(false);
  await expect.element(address).toHaveValue('Трг 1');
  const said = screen.getByText('Из налепљеног текста је изостављено: обрисан текст.');
  await expect.element(said).toBeVisible();
  // The next paste has nothing to say.
  pastePage(screen.getByRole('textbox', { name: 'Назив' }), '', 'Општина');
  await expect.element(said).not.toBeInTheDocument();
  await screen.unmount();
});
