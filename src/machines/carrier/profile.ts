/** The parts of a carrier's profile needed for the broker-carrier agreement. Empty texts and null mean "not given". */
export interface ProfileFacts {
  legalName: string;
  usdot: string;
  contactName: string;
  phone: string | null;
  address: string;
  city: string;
  state: string;
  zip: string;
  equipment: readonly string[];
  serviceStates: readonly string[];
}

/** What the profile still lacks for the agreement, as phrases ready to display; empty if it is complete. */
export function missingInProfile(profile: ProfileFacts): string[] {
  const needed: [isThere: boolean, phrase: string][] = [
    [profile.legalName.trim() !== '', 'the legal name'],
    [/^\d{1,8}$/.test(profile.usdot), 'the USDOT number'],
    [profile.contactName.trim() !== '', 'a contact person'],
    [Boolean(profile.phone), 'a phone number'],
    [profile.address.trim() !== '', 'the street address'],
    [profile.city.trim() !== '' && profile.state !== '' && profile.zip !== '', 'city, state and ZIP'],
    [profile.equipment.length > 0, 'the equipment that you run'],
    [profile.serviceStates.length > 0, 'the states that you serve'],
  ];
  return needed.filter(([isThere]) => !isThere).map(([, phrase]) => phrase);
}

/** Normalizes an FMCSA docket number to "MC-123456"; null if it is not one. */
export function docketNumber(typed: string): string | null {
  const found = /^(MC|MX|FF)?[\s#-]*(\d{1,8})$/.exec(typed.trim().toUpperCase());
  return found ? `${found[1] ?? 'MC'}-${found[2]}` : null;
}
