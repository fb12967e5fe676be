/** What the people, places and reasons of the demo are called. Nobody here is real; e-mail domains are reserved. */
export const FIRST_NAMES = [
  'Amara', 'Andrew', 'Angela', 'Anthony', 'Beatriz', 'Benjamin', 'Brian', 'Camille', 'Carlos', 'Caroline', 'Charles', 'Chloe', 'Daniel', 'David',
  'Diego', 'Elena', 'Emily', 'Eric', 'Fatima', 'George', 'Grace', 'Hannah', 'Hiroshi', 'Isabel', 'Jacob', 'James', 'Jasmine', 'Jennifer', 'Jerome',
  'Jonathan', 'Julia', 'Karen', 'Kevin', 'Laura', 'Leila', 'Linda', 'Lucas', 'Malik', 'Maria', 'Mark', 'Matthew', 'Megan', 'Michelle', 'Nadia',
  'Naomi', 'Nathan', 'Nicole', 'Oliver', 'Olivia', 'Patricia', 'Paul', 'Peter', 'Rachel', 'Rebecca', 'Robert', 'Samuel', 'Sandra', 'Sarah',
  'Sofía', 'Stephen', 'Susan', 'Tamika', 'Teresa', 'Thomas', 'Vanessa', 'Victor', 'Wei', 'William', 'Zoë',
] as const;

export const LAST_NAMES = [
  'Abrams', 'Adeyemi', 'Alvarez', 'Anderson', 'Baker', 'Barnes', 'Bauer', 'Bennett', 'Brooks', 'Brown', 'Campbell', 'Carter', 'Chen', 'Clarke',
  'Coleman', 'Cooper', 'Cruz', 'Davis', 'Delgado', 'Diaz', 'Edwards', 'Ellis', 'Evans', 'Fischer', 'Fitzgerald', 'Flores', 'Foster', 'García',
  'Gomez', 'Gray', 'Green', 'Gupta', 'Hall', 'Harris', 'Hayes', 'Henderson', 'Hernández', 'Hoffman', 'Howard', 'Hughes', 'Ibrahim', 'Jackson',
  'Jenkins', 'Johnson', 'Kaminski', 'Kelly', 'Khan', 'Kim', 'Kowalski', 'Lee', 'Lewis', 'Lindqvist', 'Lopez', 'Martin', 'Meyer', 'Miller', 'Mitchell',
  'Moore', 'Morgan', 'Muñoz', 'Murphy', 'Nakamura', 'Nguyen', 'Novak', 'O’Connor', 'Okafor', 'Ortiz', 'Park', 'Parker', 'Patel', 'Perez', 'Powell',
  'Ramírez', 'Reed', 'Reyes', 'Rivera', 'Roberts', 'Robinson', 'Rossi', 'Russell', 'Sanders', 'Schmidt', 'Scott', 'Shah', 'Silva', 'Simmons', 'Smith',
  'Stewart', 'Sullivan', 'Taylor', 'Thompson', 'Torres', 'Tran', 'Turner', 'Walker', 'Ward', 'Watson', 'White', 'Williams', 'Wilson', 'Wood', 'Wright', 'Young',
] as const;

export const STREETS = [
  'Maple Avenue', 'Oak Street', 'Cedar Lane', 'Hillcrest Road', 'Lakeview Drive', 'Park Place', 'Willow Court', 'Chestnut Street', 'Birch Road',
  'Sunset Boulevard', 'Ridge Road', 'Meadow Lane', 'River Road', 'Prospect Street', 'Highland Avenue', 'Franklin Street', 'Garden Way', 'Mill Road',
  'Orchard Drive', 'Spring Street', 'Elm Street', 'Harbor View', 'Stonegate Circle', 'Juniper Way',
] as const;

/** Where people live: ZIP codes of cities all over the country. */
export const HOME_ZIPS = [
  '43215', '43085', '44113', '45202', '60614', '60540', '48201', '48104', '46204', '53202', '55408', '63103', '64111', '68102', '50309',
  '10025', '11215', '14202', '12207', '07030', '08540', '19103', '15213', '02139', '02116', '06103', '02903', '03801', '04101', '05401',
  '20009', '21201', '22203', '23220', '27601', '28203', '29401', '30307', '31401', '32801', '33131', '33602', '32204', '35203', '37203', '38103', '40202',
  '70115', '72201', '73102', '75204', '77006', '78704', '78205', '79901', '80202', '80302', '84101', '87102', '85004', '85701', '89101', '89501', '83702', '59801',
  '90026', '92101', '94110', '95814', '93101', '94301', '97202', '98103', '99201', '58102', '57104', '82001', '25301', '39201', 
] as const;

/** Area codes of the places above, by state; elsewhere the first. */
export const AREA_CODES: Record<string, string> = {
  OH: '614', IL: '312', MI: '313', IN: '317', WI: '414', MN: '612', MO: '314', NE: '402', IA: '515', NY: '212', NJ: '201', PA: '215', MA: '617', CT: '860',
  RI: '401', NH: '603', ME: '207', VT: '802', DC: '202', MD: '410', VA: '804', NC: '919', SC: '843', GA: '404', FL: '407', AL: '205', TN: '615', KY: '502',
  LA: '504', AR: '501', OK: '405', TX: '512', CO: '303', UT: '801', NM: '505', AZ: '602', NV: '702', ID: '208', MT: '406', CA: '415', OR: '503', WA: '206',
  ND: '701', SD: '605', WY: '307', WV: '304', MS: '601', HI: '808', KS: '913',
};

const CENTRAL = ['IL', 'WI', 'MN', 'MO', 'NE', 'IA', 'AL', 'TN', 'LA', 'AR', 'OK', 'TX', 'ND', 'SD', 'MS', 'KS'];
const MOUNTAIN = ['CO', 'UT', 'NM', 'ID', 'MT', 'WY'];
const PACIFIC = ['CA', 'OR', 'WA', 'NV'];

/** The zone in which most people of a state live. */
export function zoneOfState(state: string): string {
  if (CENTRAL.includes(state)) return 'America/Chicago';
  if (MOUNTAIN.includes(state)) return 'America/Denver';
  if (PACIFIC.includes(state)) return 'America/Los_Angeles';
  if (state === 'AZ') return 'America/Phoenix';
  return 'America/New_York';
}

export const SOURCES = ['Website', 'Website', 'Phone', 'Referral', 'Returning client', 'Partner', 'Agent'] as const;

export const FOLLOW_UP_REASONS = [
  'Asked us to call after the house closing',
  'Waits for the landlord’s answer',
  'Wants to compare with another offer',
  'Will send the inventory of the garage',
  'Asked for a call in the evening',
  'Needs the dates from the new employer',
  'Left a voice message, no answer yet',
  'Partner decides at the weekend',
  'Wants storage for a month, asks for the price',
] as const;

export const DECLINE_REASONS = ['We want to move a week later', 'The deposit is too high for us', 'Please take the piano out of the price'] as const;

export const ARCHIVE_REASONS = ['Moved with somebody else', 'The move was called off', 'Not reachable after four calls', 'Duplicate of another lead', 'Out of our area'] as const;

export const NOTES = [
  'Prefers text messages. Two cats that travel with the family.',
  'Parking permit needed for the truck; the city wants five days’ notice.',
  'The building allows moves on weekdays from 9 to 4 only.',
  'Very flexible on dates if it lowers the price.',
  'Moves for a new job; the employer pays up to $8,000 and wants an invoice.',
  'Has moved with us before and asked for the same crew.',
] as const;

export const SPECIAL_ITEMS = ['Upright piano', 'Gun safe, 450 lb', 'Pool table, slate', 'Grandfather clock', 'Aquarium, 90 gallons', 'Two e-bikes', 'Treadmill'] as const;

export const BID_NOTES = [
  'We have a truck coming back empty on that day.',
  'Crew of four, two of them packers.',
  'Price includes the shuttle at delivery.',
  'Direct haul, no transfer.',
  null,
  null,
  null,
] as const;
