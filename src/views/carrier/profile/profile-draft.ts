import { docketNumber } from '#src/machines/carrier/profile.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { isWholePhone } from '#src/machines/phone/read-phone.ts';
import type { Profile } from './use-carrier-profile.ts';

/** What the company's form writes. */
export interface ProfileFields {
  legalName: string;
  docketNumber: string;
  contactName: string;
  phone: string;
  address: string;
  zip: string;
  city: string;
  state: string;
  equipment: readonly string[];
  serviceStates: readonly string[];
}

export const fieldsOf = (profile: Profile): ProfileFields => ({
  legalName: profile.legalName,
  docketNumber: profile.docketNumber ?? '',
  contactName: profile.contactName,
  phone: profile.phone ?? '',
  address: profile.address,
  zip: profile.zip,
  city: profile.city,
  state: profile.state,
  equipment: profile.equipment,
  serviceStates: profile.serviceStates,
});

/** The ids of the controls, by field; the server's names are mapped through them, too. */
export const PROFILE_IDS: Record<keyof ProfileFields, string> = {
  legalName: 'company-name',
  docketNumber: 'company-docket',
  contactName: 'company-contact',
  phone: 'company-phone',
  address: 'company-address',
  zip: 'company-zip',
  city: 'company-city',
  state: 'company-state',
  equipment: 'company-equipment',
  serviceStates: 'company-states',
};

const LABELS: Record<keyof ProfileFields, string> = {
  legalName: 'Legal name',
  docketNumber: 'Docket number',
  contactName: 'Contact',
  phone: 'Phone',
  address: 'Street address',
  zip: 'ZIP',
  city: 'City',
  state: 'State',
  equipment: 'Equipment',
  serviceStates: 'States',
};

const names = Object.keys(LABELS) as (keyof ProfileFields)[];
const written = (value: string | readonly string[]): string => (typeof value === 'string' ? value : value.join(', '));
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** From the server's field names to the ids of their controls. */
export const SERVER_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [snake(name), PROFILE_IDS[name]]),
);

/** The form's values as they are merged with what someone else saved: two additions to one list are separate. */
export type MergedFields = Omit<ProfileFields, 'equipment' | 'serviceStates'> & {
  equipment: Chosen;
  serviceStates: Chosen;
};
type Chosen = Readonly<Record<string, true | undefined>>;

const chosen = (list: readonly string[]): Chosen => Object.fromEntries(list.toSorted().map((one) => [one, true]));
const listed = (all: Chosen): string[] => Object.keys(all).filter((one) => all[one]);

export const toMerge = <F extends Partial<ProfileFields>>({
  equipment,
  serviceStates,
  ...rest
}: F): Partial<MergedFields> => ({
  ...rest,
  ...(equipment && { equipment: chosen(equipment) }),
  ...(serviceStates && { serviceStates: chosen(serviceStates) }),
});
export const fromMerge = ({ equipment, serviceStates, ...rest }: MergedFields): ProfileFields => ({
  ...rest,
  equipment: listed(equipment),
  serviceStates: listed(serviceStates),
});

/** The display name of a field, by its path. */
export const profileFieldName = (path: string): string => LABELS[path.split('.')[0] as keyof ProfileFields];

export const showProfileValue = (value: unknown, path: string): string =>
  (path === 'phone' ? showPhone(value as string) : (value as string)) || 'none';

/** The errors, by the id of the control, in the order of the form. The server requires no less. */
export function checkProfile(fields: ProfileFields): Record<string, string | false> {
  const empty = (name: keyof ProfileFields) => fields[name].length === 0 || written(fields[name]).trim() === '';
  return {
    [PROFILE_IDS.legalName]: empty('legalName') && 'Enter the legal name of your company.',
    [PROFILE_IDS.docketNumber]:
      !empty('docketNumber') &&
      docketNumber(fields.docketNumber) === null &&
      'Write the docket number like MC-123456, or leave it empty.',
    [PROFILE_IDS.contactName]: empty('contactName') && 'Enter a contact person.',
    [PROFILE_IDS.phone]: !isWholePhone(fields.phone) && 'Enter all ten digits of a phone number.',
    [PROFILE_IDS.address]: empty('address') && 'Enter the street address of your yard or office.',
    [PROFILE_IDS.zip]: !/^\d{5}$/.test(fields.zip) && 'Enter a ZIP code of five digits.',
    [PROFILE_IDS.city]: empty('city') && 'Enter the city.',
    [PROFILE_IDS.state]: empty('state') && 'Choose the state.',
    [PROFILE_IDS.equipment]: empty('equipment') && 'Choose at least one type of equipment.',
    [PROFILE_IDS.serviceStates]: empty('serviceStates') && 'Choose at least one state.',
  };
}

/** The form as the server expects it; what it omits stays unchanged. */
export function profileForm(fields: ProfileFields, version: number): FormData {
  const body = new FormData();
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') body.append(snake(name), value.trim());
    else for (const one of value) body.append(snake(name), one);
  }
  body.append('version', String(version));
  return body;
}
