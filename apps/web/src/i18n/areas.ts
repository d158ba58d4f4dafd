// The messages of the interface by area: Serbian defines the keys, and the types require each of them in English.
import type { administration } from './messages/sr/administration.ts';
import type { audit } from './messages/sr/audit.ts';
import type { common } from './messages/sr/common.ts';
import type { connections } from './messages/sr/connections.ts';
import type { daily } from './messages/sr/daily.ts';
import type { dashboard } from './messages/sr/dashboard.ts';
import type { documents } from './messages/sr/documents.ts';
import type { editing } from './messages/sr/editing.ts';
import type { fiscal } from './messages/sr/fiscal.ts';
import type { forms } from './messages/sr/forms.ts';
import type { frame } from './messages/sr/frame.ts';
import type { health } from './messages/sr/health.ts';
import type { indicators } from './messages/sr/indicators.ts';
import type { links } from './messages/sr/links.ts';
import type { lists } from './messages/sr/lists.ts';
import type { login } from './messages/sr/login.ts';
import type { organizations } from './messages/sr/organizations.ts';
import type { notices } from './messages/sr/notices.ts';
import type { options } from './messages/sr/options.ts';
import type { portfolioViews } from './messages/sr/portfolioViews.ts';
import type { projects } from './messages/sr/projects.ts';
import type { publicity } from './messages/sr/publicity.ts';
import type { registration } from './messages/sr/registration.ts';
import type { registries } from './messages/sr/registries.ts';
import type { scenarios } from './messages/sr/scenarios.ts';
import type { security } from './messages/sr/security.ts';
import type { reports } from './messages/sr/reports.ts';
import type { shell } from './messages/sr/shell.ts';
import type { table } from './messages/sr/table.ts';
import type { timeline } from './messages/sr/timeline.ts';
import type { warnings } from './messages/sr/warnings.ts';

interface Areas {
  audit: typeof audit;
  common: typeof common;
  shell: typeof shell;
  login: typeof login;
  administration: typeof administration;
  notices: typeof notices;
  organizations: typeof organizations;
  registration: typeof registration;
  connections: typeof connections;
  daily: typeof daily;
  dashboard: typeof dashboard;
  documents: typeof documents;
  editing: typeof editing;
  fiscal: typeof fiscal;
  portfolioViews: typeof portfolioViews;
  scenarios: typeof scenarios;
  projects: typeof projects;
  publicity: typeof publicity;
  forms: typeof forms;
  frame: typeof frame;
  health: typeof health;
  indicators: typeof indicators;
  links: typeof links;
  lists: typeof lists;
  options: typeof options;
  registries: typeof registries;
  security: typeof security;
  reports: typeof reports;
  table: typeof table;
  timeline: typeof timeline;
  warnings: typeof warnings;
}

export type Area = keyof Areas;

/** The same keys with plain texts. */
type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export type MessagesOf<A extends Area> = Texts<Areas[A]>;
export type Messages = { [A in Area]: MessagesOf<A> };
