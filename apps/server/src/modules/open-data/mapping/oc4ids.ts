/**
 * The parts of the Open Contracting for Infrastructure Data Standard 0.9.5 that the product fills. Instants are ISO
 * 8601. Unrecorded fields are omitted; no value is null, empty or guessed.
 */
export interface Value {
  amount: number;
  currency: 'RSD';
}

export interface Period {
  startDate?: string;
  endDate?: string;
}

export interface Reference {
  id: string;
  name: string;
}

export interface Identifier {
  scheme: string;
  id: string;
  legalName?: string;
}

export interface Party extends Reference {
  identifier?: Identifier;
  additionalIdentifiers?: Identifier[];
  roles: string[];
}

export interface Observation {
  id: string;
  period: Period;
  value?: Value;
  measure?: number;
  unit?: { name: string };
  dimensions: Record<string, string>;
}

export interface Metric {
  id: string;
  title: string;
  description: string;
  observations: Observation[];
}

export interface Milestone {
  id: string;
  title: string;
  type: string;
  dueDate?: string;
  dateMet?: string;
  status: string;
  value?: Value;
}

export interface Breakdown {
  id: string;
  description: string;
  budgetBreakdown: {
    id: string;
    description?: string;
    amount: Value;
    period?: Period;
    sourceParty?: Reference;
    approvalDate?: string;
  }[];
}

export interface Oc4idsProject {
  id: string;
  updated: string;
  language: 'sr';
  identifiers: { id: string; scheme: string }[];
  publicAuthority?: Reference;
  title: string;
  description?: string;
  purpose?: string;
  status?: string;
  sector?: string[];
  additionalClassifications?: { id: string; description: string }[];
  period?: Period;
  identificationPeriod?: Period;
  preparationPeriod?: Period;
  implementationPeriod?: Period;
  completionPeriod?: Period;
  maintenancePeriod?: Period;
  locations?: {
    id: string;
    description?: string;
    address: { locality: string; region?: string; countryName: string };
    gazetteer?: { scheme: string; identifiers: string[] };
  }[];
  budget?: { amount: Value; approvalDate: string; budgetBreakdowns?: Breakdown[] };
  parties?: Party[];
  forecasts?: Metric[];
  metrics?: Metric[];
  milestones?: Milestone[];
  contractingProcesses?: {
    id: string;
    summary: {
      title: string;
      nature?: string[];
      tender: { procurementMethod?: string; procurementMethodDetails?: string; costEstimate?: Value };
      contractPeriod?: Period;
    };
  }[];
  documents?: {
    id: string;
    documentType?: string;
    title: string;
    description?: string;
    url: string;
    datePublished: string;
    format: string;
  }[];
  completion?: { endDate?: string; endDateDetails?: string; finalValue?: Value; finalValueDetails?: string };
  policyAlignment?: { description: string };
  benefits?: { beneficiaries: { description: string }[] }[];
  relatedProjects?: { id: string; scheme: 'oc4ids'; identifier: string; title: string }[];
}
