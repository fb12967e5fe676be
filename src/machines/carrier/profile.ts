/** What of a carrier's profile the broker-carrier agreement is drawn up from. Empty texts and null stand for "not given". */
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

/** What the profile still lacks before the agreement can be drawn up, each a phrase fit to show a person; empty for a complete one. */
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

/** A docket number of the FMCSA as it is written down, "MC-123456", from however it was typed; null where it is none. */
export function docketNumber(typed: string): string | null {
  const found = /^(MC|MX|FF)?[\s#-]*(\d{1,8})$/.exec(typed.trim().toUpperCase());
  return found ? `${found[1] ?? 'MC'}-${found[2]}` : null;
}
