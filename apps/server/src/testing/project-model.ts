import { COMMISSION_ATTEMPTS, FORM_STATUS, PLAN_CORRECTIONS_PER_YEAR, PROJECT_STATUS } from '@pimis/domain/constants';
import { nextQuarter, type Quarter, quarterOf, quarterStart } from '@pimis/domain/dates/dates';
import type { ActingUser } from '@pimis/domain/workflow/actors';
import { type ActionInput, type Decision, decide, declaredTransitions } from '@pimis/domain/workflow/decisions';
import { IMPORTANT_PENDING, LISTS } from '@pimis/domain/workflow/lists';
import { formOfPhase, PHASE, reachesFormsLimit, ROUND_PHASES, startPhase } from '@pimis/domain/workflow/phases';
import type { FormFacts, ProjectFacts } from '@pimis/domain/workflow/project-facts';
import { SEND_KEYS } from '@pimis/domain/workflow/returns';
import { LIST_STATUSES, PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { Effect } from '@pimis/domain/workflow/transition-types';

/** Steps whose taker may not approve afterwards. */
const CONFIRMATIONS = new Set(['confirm', 'confirmQuarter', 'approveAmendment']);

export interface ModelledKind {
  type: number;
  important: boolean;
  /** The answer of its first form about foreign funds. */
  foreignFunds: boolean;
  organizationId: string;
  proposerOrganizationId: string;
  /** First and last day of the realization. */
  period: { start: string; end: string };
}

interface ModelledForm {
  status: number;
  quarter?: Quarter;
}

/**
 * A model of a project by the transition table, without a database: a test compares the product with it after each
 * step. The effects are implemented here a second time on purpose.
 */
export class ProjectModel {
  readonly kind: ModelledKind;
  status: number = PROJECT_STATUS.pending;
  phase: number;
  phaseStatus: number = PHASE_STATUS.entry;
  statusBefore: number | null = null;
  sentBy: number | null = null;
  confirmedBy: number | null = null;
  postponedUntil: string | null = null;
  foreignFunds = false;
  private chosenList: number | null = null;
  private meiAsked = false;
  private fundsSettled = false;
  private readonly forms = new Map<number, ModelledForm[]>();
  private readonly attempts = new Map<number, number>();
  private readonly corrections = new Map<string, number>();

  constructor(kind: ModelledKind) {
    this.kind = kind;
    this.phase = startPhase(kind);
    this.open(this.phase);
  }

  /** The facts of a day (YYYY-MM-DD), as the rules take them. */
  facts(today: string): ProjectFacts {
    const { kind, phase } = this;
    const own = this.forms.get(phase) ?? [];
    const reports = this.forms.get(PHASE.reporting) ?? [];
    const newest = reports.at(-1)?.quarter;
    return {
      organizationId: kind.organizationId,
      proposerOrganizationId: kind.proposerOrganizationId,
      type: kind.type,
      important: kind.important,
      migrated: false,
      projectStatus: this.status,
      foreignFunds: this.foreignFunds,
      phase,
      phaseStatus: this.phaseStatus,
      statusBefore: this.statusBefore,
      sentBy: this.sentBy,
      confirmedBy: this.confirmedBy,
      forms: own.map(
        ({ status }, index): FormFacts => ({
          id: index + 1,
          code: formOfPhase(phase, kind),
          status,
          mandatory: true,
          evaluatorOrganizationId: null,
        }),
      ),
      formsLimitReached: reachesFormsLimit(phase, own.length),
      planCorrectionReached: (this.corrections.get(today.slice(0, 4)) ?? 0) >= PLAN_CORRECTIONS_PER_YEAR,
      sendingToCommissionReached: (this.attempts.get(phase) ?? 0) >= COMMISSION_ATTEMPTS,
      chosenList: this.chosenList,
      postponedUntil: this.postponedUntil,
      // Each quarter is reported as it was planned, so that nothing is fulfilled before the end of the plan.
      quarterReachesEnd: newest !== undefined && kind.period.end < quarterStart(nextQuarter(newest)),
      newestQuarterFrom: newest === undefined ? null : quarterStart(newest),
      quarterHasBegun: newest !== undefined && quarterStart(nextQuarter(newest)) <= today,
      closedQuarterExists: reports.some(({ status }) => status === FORM_STATUS.approved),
      today,
    };
  }

  decide(user: ActingUser, input: ActionInput, today: string): Decision {
    return decide(this.facts(today), user, input);
  }

  /** The forms of the present round. */
  round(): ModelledForm[] {
    const own = this.forms.get(this.phase) ?? [];
    return ROUND_PHASES.includes(this.phase) ? own.slice(-1) : own;
  }

  lock(): void {
    for (const form of this.round()) form.status = FORM_STATUS.locked;
  }

  unlock(): void {
    for (const form of this.round()) form.status = FORM_STATUS.unlocked;
  }

  /** Whether a list of this type takes the project up. */
  waitsFor(listType: number): boolean {
    const important = this.phase === IMPORTANT_PENDING.phase && this.chosenList === listType;
    const pending = important ? IMPORTANT_PENDING : LISTS.find(({ type }) => type === listType)?.pending;
    return this.mayGoOn() && pending?.phase === this.phase && pending.status === this.phaseStatus;
  }

  /** An important project waits until somebody chooses its list. */
  waitsForChoice(): boolean {
    const { phase, status } = IMPORTANT_PENDING;
    return this.phase === phase && this.phaseStatus === status && this.chosenList === null && this.mayGoOn();
  }

  choose(listType: number): void {
    this.chosenList = listType;
  }

  private mayGoOn(): boolean {
    return this.status === PROJECT_STATUS.pending && (this.attempts.get(this.phase) ?? 0) < COMMISSION_ATTEMPTS;
  }

  list(): void {
    this.statusBefore = this.phaseStatus;
    this.phaseStatus = PHASE_STATUS.waitingCommission;
  }

  /** Carries out a step that was decided; `userId` is null for the system. */
  take(decided: Extract<Decision, { ok: true }>, userId: number | null, input: ActionInput, today: string): void {
    const { transition, status, effects } = decided;
    const { key, needs } = transition;
    this.phaseStatus = status;
    this.postponedUntil = needs.postponedDate ? (input.postponedDate ?? null) : null;
    if (userId !== null && SEND_KEYS.has(key)) this.sentBy = userId;
    if (userId !== null && CONFIRMATIONS.has(key)) this.confirmedBy = userId;
    else if (status === PHASE_STATUS.entry) this.confirmedBy = null;
    if (LIST_STATUSES.includes(transition.status) && status === PHASE_STATUS.waitingCommission) {
      this.statusBefore = transition.status;
    }
    if (key === 'sendToMei') this.meiAsked = true;
    if (key === 'openCorrection') {
      const year = today.slice(0, 4);
      this.corrections.set(year, (this.corrections.get(year) ?? 0) + 1);
    }
    const attempted = this.phase;
    for (const effect of effects) this.apply(effect, attempted);
  }

  private apply(effect: Effect, attempted: number): void {
    switch (effect.kind) {
      case 'unlockForms':
        return this.unlock();
      case 'approveForms':
        for (const form of this.round()) form.status = FORM_STATUS.approved;
        return;
      case 'openPhase':
        return this.open(effect.phase);
      case 'returnToReporting':
        return this.enter(PHASE.reporting);
      case 'finishProject':
        this.status = PROJECT_STATUS.finished;
        return;
      case 'countCommissionAttempt':
        this.attempts.set(attempted, (this.attempts.get(attempted) ?? 0) + 1);
        return;
      case 'commissionYes':
      case 'resetCommissionCount':
        this.attempts.set(attempted, 0);
        return;
      case 'settleForeignFunds':
        if (!this.fundsSettled || (attempted === PHASE.idea && !this.meiAsked)) {
          this.foreignFunds = this.kind.foreignFunds;
          this.fundsSettled = true;
        }
        return;
      case 'addQuarter': {
        const reports = this.forms.get(PHASE.reporting) ?? [];
        const last = reports.at(-1)?.quarter;
        if (!last) throw new Error('No report has a quarter');
        reports.push({ status: FORM_STATUS.unlocked, quarter: nextQuarter(last) });
        return;
      }
      case 'clearImportantList':
        this.chosenList = null;
        return;
      case 'keepMeiOpinion':
      case 'freezeInitialPlan':
      case 'planTakesEffect':
      case 'recordIndicators':
      case 'endReporting':
        return;
    }
  }

  private open(phase: number): void {
    const form: ModelledForm = { status: FORM_STATUS.unlocked };
    if (phase === PHASE.reporting) form.quarter = quarterOf(this.kind.period.start);
    this.forms.set(phase, [...(this.forms.get(phase) ?? []), form]);
    this.enter(phase);
  }

  private enter(phase: number): void {
    this.phase = phase;
    this.phaseStatus = PHASE_STATUS.entry;
    this.statusBefore = null;
    this.sentBy = null;
    this.confirmedBy = null;
  }

  /** Whether no step is due: the quarter to report has not ended, or the project was postponed to a later day. */
  rests(today: string): boolean {
    if (this.postponedUntil !== null) return this.postponedUntil > today;
    if (this.phase !== PHASE.reporting || this.phaseStatus !== PHASE_STATUS.entry) return false;
    const newest = this.forms.get(PHASE.reporting)?.at(-1);
    if (!newest?.quarter || newest.status === FORM_STATUS.approved) return false;
    return quarterStart(nextQuarter(newest.quarter)) > today;
  }

  /** Actions that the table declares for the present state. */
  declared(today: string): number[] {
    return declaredTransitions(this.facts(today)).map(({ action }) => action);
  }
}
