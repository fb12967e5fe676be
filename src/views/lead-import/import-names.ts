import type { ReactNode } from 'react';
import type { CheckLeadImportMutation, ImportFactsFragment, ImportField } from '#src/generated/graphql/graphql.ts';

export type LeadImport = ImportFactsFragment;
/** The field of each column, in order; a null column is skipped. */
export type Mapping = (ImportField | null)[];
export type Findings = Omit<CheckLeadImportMutation['checkLeadImport'], '__typename'>;

/** Draws a lead that the brokerage has; the leads belong to another noun. */
export type ShowLead = (lead: Findings['duplicates'][number]['lead']) => ReactNode;

export const FIELD_NAMES: Record<ImportField, string> = {
  name: 'Client name',
  email: 'Email',
  phone: 'Phone',
  from_address: 'From: street',
  from_zip: 'From: ZIP code',
  from_city: 'From: city',
  from_state: 'From: state',
  to_address: 'To: street',
  to_zip: 'To: ZIP code',
  to_city: 'To: city',
  to_state: 'To: state',
  move_date: 'Move date',
  move_date_last: 'Latest move date',
  move_size: 'Move size',
  special_items: 'Special items',
  notes: 'Notes',
};

/** Why the columns cannot be imported with this mapping; null if they can. */
export function mappingProblem(mapping: Mapping): string | null {
  const used = mapping.filter((field) => field !== null);
  const twice = used.find((field, at) => used.indexOf(field) !== at);
  if (twice) return `“${FIELD_NAMES[twice]}” is chosen for two columns.`;
  if (!used.includes('name')) return 'Choose the column with the client’s name.';
  if (!used.includes('phone') && !used.includes('email'))
    return 'Choose a column with a phone number or an email address.';
  return null;
}
