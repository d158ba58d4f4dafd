import { Notifications, notifications } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Project } from '@pimis/contract/projects';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { ApiFailure } from '../../api/client.ts';
import { Changing } from '../../testing/Changing.tsx';
import { draw } from '../../testing/form.tsx';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { SEND } from '../../testing/step.ts';
import { ActionButtons } from './ActionButtons.tsx';
import { ActionDialog } from './ActionDialog.tsx';

const PROJECT = {
  code: 'PROBA',
  name: 'Проба',
  organizationName: 'Град',
  phase: 0,
  phaseStatus: 1,
  projectPhaseId: 7,
  pimisCommented: true,
  totalValue: '1.00',
  proposedDecision: null,
  lastChangeDate: '2026-11-20T10:00:00.000Z',
};

const now = (...people: string[]): Project['actors'] => ({
  now: [
    {
      key: 'confirm',
      label: { sr: 'Потврди', en: 'Confirm' },
      organizationId: '50112',
      organizationName: 'Град Прокупље',
      people: people.map((name) => ({ name, isCurrentUser: name === 'ја', away: null })),
    },
  ],
  next: [],
});

const answer = (payload: unknown) =>
  new Response(
    JSON.stringify({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] }),
  );

const pathOf = (asked: RequestInfo | URL) => (typeof asked === 'string' ? asked : '');

/** Data that a dialog reads besides its step: the day, and the check before sending. */
const READ = { today: '2026-11-20', forms: [], warnings: [] };

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

describe('a step', () => {
  test('keeps its comment until it is taken or given up, for the step and the status that it was typed for', async () => {
    const moved = { status: 0, postponedUntil: null, actors: now() };
    vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
      answer(pathOf(url).includes('/actions') ? moved : READ),
    );
    const close = vi.fn();
    const visit = async (project: typeof PROJECT, step = SEND) => {
      const screen = await draw(<ActionDialog project={project} actions={[step]} onClose={close} />);
      return { screen, comment: screen.getByRole('textbox', { name: 'Коментар' }) };
    };
    const first = await visit(PROJECT);
    await userEvent.fill(first.comment, 'Проверити износе');
    await first.screen.unmount();
    const other = await visit({ ...PROJECT, phaseStatus: 2 });
    await expect.element(other.comment).toHaveValue('');
    await other.screen.unmount();
    const another = await visit(PROJECT, { ...SEND, key: 'return' });
    await expect.element(another.comment).toHaveValue('');
    await another.screen.unmount();
    const taken = await visit(PROJECT);
    await expect.element(taken.comment).toHaveValue('Проверити износе');
    await taken.screen.getByRole('button', { name: 'Пошаљи на потврду' }).click();
    await expect.poll(() => close.mock.calls.length).toBe(1);
    await taken.screen.unmount();
    const again = await visit(PROJECT);
    await expect.element(again.comment).toHaveValue('');
    await userEvent.fill(again.comment, 'Одустајем');
    await again.screen.getByRole('button', { name: 'Одустани' }).click();
    await expect.poll(() => close.mock.calls.length).toBe(2);
    await again.screen.unmount();
    await expect.element((await visit(PROJECT)).comment).toHaveValue('');
  });

  test('is sent for the status that it was opened at, and its comment stays when somebody else was first', async () => {
    const refused = { code: 1, name: 'InvalidProjectAction', message: { sr: 'Није могуће.', en: 'Not possible.' } };
    const present = { ...PROJECT, status: 0, postponedUntil: null, actors: now('Милош Петровић'), nextStep: null };
    const asked = vi
      .spyOn(window, 'fetch')
      .mockImplementation(async (url) =>
        pathOf(url).includes('/actions')
          ? Response.json(
              { payload: present, additionalInformation: null, status: refused, errors: [] },
              { status: 409 },
            )
          : answer(READ),
      );
    const page = (more: object) => (
      <ActionButtons project={{ ...PROJECT, actors: now(), nextStep: null, ...more } as unknown as Project} current />
    );
    const screen = await draw(
      <>
        <Notifications />
        <Changing
          pages={[
            page({ availableActions: [SEND], mainAction: SEND.id, taskAction: SEND.id }),
            page({ phaseStatus: 2, availableActions: [], mainAction: null, taskAction: null }),
          ]}
        />
      </>,
    );
    await screen.getByRole('button', { name: SEND.label.sr }).click();
    const comment = screen.getByRole('textbox', { name: 'Коментар' });
    await userEvent.fill(comment, 'Проверити износе');
    window.dispatchEvent(new Event('moved'));
    await expect.element(comment).toHaveValue('Проверити износе');
    await screen.getByRole('dialog').getByRole('button', { name: SEND.label.sr }).click();
    const sent = () => asked.mock.calls.filter(([url]) => pathOf(url).includes('/actions'));
    await expect.poll(() => sent().length).toBe(1);
    const body = { action: 1, comment: 'Проверити износе', expected: { projectPhaseId: 7, status: 1 } };
    expect(sent()[0]?.[1]?.body).toBe(JSON.stringify(body));
    await expect
      .element(screen.getByText('Радња није могућа у тренутном стању пројекта. Сада поступа Милош Петровић.'))
      .toBeVisible();
    await expect.element(comment).toHaveValue('Проверити износе');
    // The message disappears by itself, so the dialog, which stays, shows the text as well.
    await expect
      .element(screen.getByRole('dialog').getByText('Сада поступа Милош Петровић.', { exact: true }))
      .toBeVisible();
  });

  test.each([[[]], [['ProjectNotPending']]])(
    'whose answer was lost is done when it is tried again (%j), and its dialog closes',
    async (errors) => {
      const present = { ...PROJECT, status: 0, postponedUntil: null, actors: now('Милош Петровић'), nextStep: null };
      vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
        if (!pathOf(url).includes('/actions')) return answer(READ);
        const status = { code: 4002, name: 'InvalidProjectAction' };
        const payload = { ...present, ownStep: SEND.key };
        return Response.json({ payload, additionalInformation: null, status, errors }, { status: 409 });
      });
      notifications.clean();
      const close = vi.fn();
      const screen = await draw(
        <>
          <Notifications />
          <ActionDialog project={PROJECT} actions={[SEND]} onClose={close} />
        </>,
      );
      await userEvent.fill(screen.getByRole('textbox', { name: 'Коментар' }), 'Проверити износе');
      await screen.getByRole('button', { name: SEND.label.sr }).click();
      await expect.poll(() => close.mock.calls.length).toBe(1);
      await expect.element(screen.getByText('Послато на потврду, сада поступа Милош Петровић.')).toBeVisible();
      expect(screen.getByText(/Радња није могућа/).elements()).toEqual([]);
    },
  );

  test('that is refused for a reason of its own is not followed by who acts: it would hide the reason', async () => {
    const present = { ...PROJECT, status: 0, postponedUntil: null, actors: now('Милош Петровић'), nextStep: null };
    vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
      if (!pathOf(url).includes('/actions')) return answer(READ);
      const status = { code: 4002, name: 'InvalidProjectAction' };
      const refusal = { payload: present, additionalInformation: null, status, errors: ['ProjectNotPending'] };
      return Response.json(refusal, { status: 409 });
    });
    notifications.clean();
    const screen = await draw(
      <>
        <Notifications />
        <ActionDialog project={PROJECT} actions={[SEND]} onClose={() => undefined} />
      </>,
    );
    await screen.getByRole('textbox', { name: 'Коментар' }).fill('Проверити износе');
    await screen.getByRole('button', { name: SEND.label.sr }).click();
    await expect.element(screen.getByText('Радња није могућа у тренутном стању пројекта.')).toBeVisible();
    await expect.element(screen.getByText(/Сада поступа/)).not.toBeInTheDocument();
  });

  test('of the minister is refused for an idea that was changed since, and its comment waits for the next try', async () => {
    const changed = { code: 9004, name: 'RecordConflict' };
    const asked = vi
      .spyOn(window, 'fetch')
      .mockImplementation(async (url) =>
        pathOf(url).includes('/actions')
          ? Response.json({ payload: null, additionalInformation: null, status: changed, errors: [] }, { status: 409 })
          : answer(READ),
      );
    const close = vi.fn();
    const open = () =>
      draw(<ActionDialog project={{ ...PROJECT, phaseStatus: 21 }} actions={[SEND]} onClose={close} />);
    const first = await open();
    await userEvent.fill(first.getByRole('textbox', { name: 'Коментар' }), 'Уз допуну');
    await first.getByRole('dialog').getByRole('button', { name: SEND.label.sr }).click();
    await expect.poll(() => close.mock.calls.length).toBe(1);
    const [, request] = asked.mock.calls.find(([url]) => pathOf(url).includes('/actions')) ?? [];
    const expected = { projectPhaseId: 7, status: 21, lastChangeDate: PROJECT.lastChangeDate };
    expect(request?.body).toBe(JSON.stringify({ action: 1, comment: 'Уз допуну', expected }));
    await first.unmount();
    const second = await open();
    await expect.element(second.getByRole('textbox', { name: 'Коментар' })).toHaveValue('Уз допуну');
  });

  test('takes no comment while it is sent: it would be dropped with the one that was', async () => {
    vi.spyOn(window, 'fetch').mockImplementation((url) =>
      pathOf(url).includes('/actions') ? new Promise<Response>(() => undefined) : Promise.resolve(answer(READ)),
    );
    const screen = await draw(<ActionDialog project={PROJECT} actions={[SEND]} onClose={() => undefined} />);
    const comment = screen.getByRole('textbox', { name: 'Коментар' });
    await userEvent.fill(comment, 'Проверити износе');
    await screen.getByRole('button', { name: SEND.label.sr }).click();
    await expect.poll(() => isSent(comment)).toBe(true);
  });

  test('names a day that is refused as the dialog does', async () => {
    vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
      if (!pathOf(url).includes('/actions')) return answer(READ);
      const errors = [{ field: 'postponedDate', code: 'InvalidField' }];
      const status = { code: 1004, name: 'ValidationError' };
      return Response.json({ payload: null, additionalInformation: null, status, errors }, { status: 422 });
    });
    const postpone = { ...SEND, needs: { comment: false, date: false, postponedDate: true } };
    const screen = await draw(
      <>
        <Notifications />
        <ActionDialog
          project={{ ...PROJECT, proposedDecision: { action: 1, postponedDate: '2026-11-19' } }}
          actions={[postpone]}
          onClose={() => undefined}
        />
      </>,
    );
    await screen.getByRole('dialog').getByRole('button', { name: SEND.label.sr }).click();
    await expect.element(screen.getByText(/Поље „Одлаже се до“/)).toBeVisible();
  });

  test('is not sent with a day out of its bounds, which its field names', async () => {
    const asked = vi.spyOn(window, 'fetch').mockImplementation(async () => answer(READ));
    const needs = { ...SEND.needs, date: true, postponedDate: true };
    const screen = await draw(
      <ActionDialog project={PROJECT} actions={[{ ...SEND, needs }]} onClose={() => undefined} />,
    );
    await expect.element(screen.getByRole('textbox', { name: 'Датум одлуке' })).toBeVisible();
    await screen.getByRole('textbox', { name: 'Датум одлуке' }).fill('20.11.2026.');
    await screen.getByRole('textbox', { name: 'Одлаже се до' }).fill('20.11.2026.');
    const send = screen.getByRole('button', { name: SEND.label.sr });
    await send.click();
    await expect.element(screen.getByText('Најранији дан је 21.11.2026.')).toBeVisible();
    await screen.getByRole('textbox', { name: 'Одлаже се до' }).fill('21.12.2026.');
    await screen.getByRole('textbox', { name: 'Датум одлуке' }).fill('21.11.2026.');
    await send.click();
    await expect.element(screen.getByText('Најкаснији дан је 20.11.2026.')).toBeVisible();
    expect(asked.mock.calls.filter(([url]) => pathOf(url).includes('/actions'))).toEqual([]);
  });

  test('asks for what it lacks once it is tried, and is sent with the last days that its fields take', async () => {
    const moved = { status: 0, postponedUntil: null, actors: now() };
    const asked = vi
      .spyOn(window, 'fetch')
      .mockImplementation(async (url) => answer(pathOf(url).includes('/actions') ? moved : READ));
    const sent = () => asked.mock.calls.filter(([url]) => pathOf(url).includes('/actions'));
    const needs = { comment: true, date: true, postponedDate: true };
    const screen = await draw(
      <ActionDialog project={PROJECT} actions={[{ ...SEND, needs }]} onClose={() => undefined} />,
    );
    const send = screen.getByRole('button', { name: SEND.label.sr });
    await expect.element(send).toBeVisible();
    expect(screen.container.ownerDocument.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
    await send.click();
    await expect.poll(() => screen.container.ownerDocument.querySelectorAll('[aria-invalid=true]').length).toBe(3);
    await screen.getByRole('textbox', { name: 'Коментар' }).fill('Чека се дозвола.');
    await screen.getByRole('textbox', { name: 'Датум одлуке' }).fill('20.11.2026.');
    await screen.getByRole('textbox', { name: 'Одлаже се до' }).fill('21.11.2026.');
    expect(sent()).toHaveLength(0);
    await send.click();
    await expect.poll(() => sent().length).toBe(1);
    expect(sent()[0]?.[1]?.body).toContain('"date":"2026-11-20","postponedDate":"2026-11-21"');
  });

  test('shows all words of its button, and its reason no wider than that', async () => {
    const label = { sr: 'Пошаљи квартал на потврду и одобрење', en: 'Send the quarter' };
    const disabled = { reason: { sr: 'Закључајте све обрасце овог квартала, па га пошаљите.', en: 'Lock all forms.' } };
    const project = { ...PROJECT, actors: now(), nextStep: null, availableActions: [{ ...SEND, label, disabled }] };
    const screen = await draw(<ActionButtons project={project as unknown as Project} current />);
    const button = screen.getByRole('button', { name: label.sr }).element();
    const words = button.querySelector('.mantine-Button-label');
    expect(words && words.scrollWidth - words.clientWidth).toBe(0);
    const reason = screen.getByText(disabled.reason.sr).element();
    expect(reason.getBoundingClientRect().width).toBeLessThanOrEqual(button.getBoundingClientRect().width);
  });

  test('that gives an opinion asks for it by its name', async () => {
    const needs = { ...SEND.needs, comment: true };
    const opinion = { ...SEND, key: 'giveOpinion', label: { sr: 'Дај мишљење', en: 'Give the opinion' }, needs };
    const screen = await draw(<ActionDialog project={PROJECT} actions={[opinion]} onClose={() => undefined} />);
    await screen.getByRole('button', { name: 'Дај мишљење' }).click();
    const field = screen.getByRole('textbox', { name: 'Мишљење МЕИ' });
    await expect.element(field).toHaveAccessibleDescription('Обавезно поље');
  });

  test('that decides without the opinion of the ministry says that it is missing, and promises no more', async () => {
    const undecided = { ...PROJECT, phaseStatus: PHASE_STATUS.waitingCommission, pimisCommented: false };
    const decide = { ...SEND, key: 'commissionYes', label: { sr: 'Усваја се', en: 'Accepted' } };
    const screen = await draw(<ActionDialog project={undecided} actions={[decide]} onClose={() => undefined} />);
    const warning = 'Недостаје мишљење Министарства. Одлука може да се донесе и без њега.';
    await expect.element(screen.getByText(warning, { exact: true })).toBeVisible();
  });

  test('is saved and left for the next one by one button, which sends it once', async () => {
    const moved = { status: 0, postponedUntil: null, actors: now('Милош Петровић') };
    const asked = vi
      .spyOn(window, 'fetch')
      .mockImplementation(async (url) => answer(pathOf(url).includes('/actions') ? moved : READ));
    const [next, close] = [vi.fn(), vi.fn()];
    const screen = await draw(<ActionDialog project={PROJECT} actions={[SEND]} onClose={close} onNext={next} />);
    const button = screen.getByRole('button', { name: /и пређи на следећи$/ });
    await userEvent.dblClick(button);
    await expect.poll(() => next.mock.calls.length).toBe(1);
    // A click after the response would decide on the next project, which nobody has seen yet.
    button.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }));
    expect(close).not.toHaveBeenCalled();
    const sent = asked.mock.calls.filter(([url]) => pathOf(url).includes('projects/PROBA/actions'));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.[1]?.body).toBe(JSON.stringify({ action: 1, expected: { projectPhaseId: 7, status: 1 } }));
  });

  test('for several projects names the one that it was refused for', async () => {
    vi.spyOn(window, 'fetch').mockImplementation(async () => answer(READ));
    const projects = ['PRVI', 'DRUGI'].map((code) => ({ code, name: `Пројекат ${code}`, pimisCommented: true }));
    // Messages of earlier tests would cover the button.
    notifications.clean();
    const send = vi
      .fn()
      .mockRejectedValue(
        new ApiFailure(409, 'InvalidProjectAction', [{ field: 'DRUGI', code: 'InvalidProjectAction' }]),
      );
    const screen = await draw(
      <>
        <Notifications />
        <ActionDialog project={PROJECT} actions={[SEND]} together={{ projects, send }} onClose={() => undefined} />
      </>,
    );
    await screen.getByRole('button', { name: SEND.label.sr }).click();
    const refusal = 'Пројекат DRUGI (DRUGI): Радња није могућа у тренутном стању пројекта.';
    const told = screen.getByRole('alert').filter({ hasText: refusal });
    await expect.element(told).toBeVisible();
    // Like any refusal, it links to its explanation.
    await expect.element(told.getByRole('link')).toBeVisible();
  });

  test('that is left while it is sent asks first: the comment would be lost with a refusal', async () => {
    vi.spyOn(window, 'fetch').mockImplementation((url) =>
      pathOf(url).includes('/actions') ? new Promise(() => undefined) : Promise.resolve(answer(READ)),
    );
    const onClose = vi.fn();
    const screen = await draw(<ActionDialog project={PROJECT} actions={[SEND]} onClose={onClose} />);
    await screen.getByRole('textbox', { name: 'Коментар' }).fill('Проверити износе');
    const send = screen.getByRole('button', { name: SEND.label.sr });
    await send.click();
    await expect.element(send).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('button', { name: 'Настави унос' })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });
});
