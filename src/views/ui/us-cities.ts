/** Cities for orientation: the largest by the 2020 census, then the largest of each region. */
const CITIES =
  'New York,NY,40.76,-73.98;Los Angeles,CA,34.03,-118.28;Chicago,IL,41.85,-87.68;Houston,TX,29.80,-95.42;' +
  'Phoenix,AZ,33.49,-112.08;Philadelphia,PA,39.99,-75.14;San Antonio,TX,29.46,-98.50;' +
  'San Diego,CA,32.76,-117.15;Dallas,TX,32.79,-96.79;Jacksonville,FL,30.31,-81.65;Austin,TX,30.31,-97.76;' +
  'San Jose,CA,37.32,-121.88;Columbus,OH,39.99,-82.99;Charlotte,NC,35.23,-80.82;' +
  'Indianapolis,IN,39.80,-86.14;San Francisco,CA,37.77,-122.42;Seattle,WA,47.60,-122.33;' +
  'Denver,CO,39.74,-104.98;Oklahoma City,OK,35.49,-97.49;Nashville,TN,36.17,-86.79;' +
  'Washington,DC,38.90,-77.02;El Paso,TX,31.72,-106.34;Las Vegas,NV,36.16,-115.19;Boston,MA,42.35,-71.04;' +
  'Detroit,MI,42.33,-83.10;Portland,OR,45.52,-122.66;Louisville,KY,38.21,-85.70;Memphis,TN,35.16,-89.97;' +
  'Baltimore,MD,39.30,-76.62;Milwaukee,WI,43.05,-87.95;Albuquerque,NM,35.08,-106.64;Tucson,AZ,32.23,-110.94;' +
  'Fresno,CA,36.76,-119.69;Sacramento,CA,38.58,-121.47;Atlanta,GA,33.82,-84.38;Kansas City,MO,39.12,-94.57;' +
  'Raleigh,NC,35.81,-78.63;Miami,FL,25.77,-80.26;Omaha,NE,41.26,-96.01;Minneapolis,MN,44.98,-93.30;' +
  'Tampa,FL,27.94,-82.46;New Orleans,LA,29.96,-90.07;Wichita,KS,37.69,-97.34;Cleveland,OH,41.52,-81.66;' +
  'Bakersfield,CA,35.33,-118.99;Honolulu,HI,21.31,-157.84;Orlando,FL,28.52,-81.31;' +
  'Cincinnati,OH,39.17,-84.50;Pittsburgh,PA,40.44,-80.00;St. Louis,MO,38.64,-90.29;' +
  'Anchorage,AK,61.17,-149.85;Lexington,KY,38.03,-84.48;Lincoln,NE,40.82,-96.69;Boise,ID,43.54,-116.23;' +
  'Buffalo,NY,42.87,-78.85;Richmond,VA,37.53,-77.47;Spokane,WA,47.66,-117.40;Des Moines,IA,41.65,-93.59;' +
  'Salt Lake City,UT,40.71,-111.89;Birmingham,AL,33.52,-86.84;Rochester,NY,43.20,-77.64;' +
  'Mobile,AL,30.68,-88.12;Little Rock,AR,34.76,-92.34;Knoxville,TN,35.97,-83.96;Providence,RI,41.82,-71.42;' +
  'Sioux Falls,SD,43.59,-96.75;Jackson,MS,32.31,-90.18;Shreveport,LA,32.55,-93.76;' +
  'Chattanooga,TN,35.04,-85.28;Fargo,ND,46.87,-96.80;Billings,MT,45.80,-108.52;Charleston,SC,32.83,-79.93;' +
  'Savannah,GA,32.02,-81.09;Reno,NV,39.54,-119.81;Cheyenne,WY,41.15,-104.79;Albany,NY,42.66,-73.76;' +
  'Portland,ME,43.67,-70.26;Burlington,VT,44.46,-73.14;Hartford,CT,41.78,-72.70;Norfolk,VA,36.90,-76.26;' +
  'Columbia,SC,34.02,-81.01;Greensboro,NC,36.08,-79.80;Charleston,WV,38.34,-81.61;' +
  'Grand Rapids,MI,42.98,-85.61;Green Bay,WI,44.49,-88.03;Madison,WI,43.07,-89.40;Duluth,MN,46.79,-92.13;' +
  'Springfield,MO,37.22,-93.30;Tulsa,OK,36.14,-95.97;Amarillo,TX,35.25,-101.87;Lubbock,TX,33.57,-101.87;' +
  'Corpus Christi,TX,27.76,-97.43;Laredo,TX,27.52,-99.46;Midland,TX,31.94,-102.07;' +
  'Baton Rouge,LA,30.48,-91.11;Montgomery,AL,32.30,-86.24;Tallahassee,FL,30.45,-84.28;' +
  'Fort Myers,FL,26.56,-81.85;Toledo,OH,41.68,-83.53;Fort Wayne,IN,41.09,-85.10;Evansville,IN,38.00,-87.57;' +
  'Peoria,IL,40.73,-89.64;Davenport,IA,41.57,-90.59;Cedar Rapids,IA,42.04,-91.64;Topeka,KS,39.04,-95.71;' +
  'Colorado Springs,CO,38.84,-104.77;Grand Junction,CO,39.06,-108.53;Santa Fe,NM,35.63,-105.96;' +
  'Flagstaff,AZ,35.19,-111.64;Bismarck,ND,46.81,-100.75;Rapid City,SD,44.07,-103.26;Casper,WY,42.85,-106.33;' +
  'Missoula,MT,46.88,-114.03;Great Falls,MT,47.53,-111.28;Helena,MT,46.62,-112.02;' +
  'Idaho Falls,ID,43.48,-112.00;Twin Falls,ID,42.56,-114.47;Eugene,OR,44.07,-123.10;' +
  'Medford,OR,42.31,-122.87;Bend,OR,44.03,-121.37;Tacoma,WA,47.23,-122.45;Yakima,WA,46.59,-120.61;' +
  'Santa Rosa,CA,38.44,-122.71;Redding,CA,40.63,-122.36;Stockton,CA,37.97,-121.30;' +
  'Long Beach,CA,33.79,-118.20;Riverside,CA,33.95,-117.40;Santa Barbara,CA,34.43,-119.72;' +
  'San Luis Obispo,CA,35.28,-120.63;Elko,NV,40.86,-115.69;Provo,UT,40.24,-111.64;' +
  'St. George,UT,37.10,-113.58;Pueblo,CO,38.23,-104.60;Syracuse,NY,43.05,-76.16;Manchester,NH,42.99,-71.45;' +
  'Bangor,ME,44.81,-68.78;Worcester,MA,42.28,-71.82;New Haven,CT,41.31,-72.93;Newark,NJ,40.75,-74.20;' +
  'Trenton,NJ,40.25,-74.72;Harrisburg,PA,40.28,-76.86;Scranton,PA,41.41,-75.66;Erie,PA,42.13,-80.07;' +
  'Akron,OH,41.08,-81.53;Dayton,OH,39.75,-84.20;Roanoke,VA,37.28,-79.95;Asheville,NC,35.60,-82.54;' +
  'Wilmington,NC,34.20,-77.89;Greenville,SC,34.86,-82.41;Augusta,GA,33.43,-82.08;Macon,GA,32.82,-83.67;' +
  'Gainesville,FL,29.67,-82.35;Pensacola,FL,30.44,-87.25;Sarasota,FL,27.32,-82.50;' +
  'West Palm Beach,FL,26.71,-80.10;Huntsville,AL,34.72,-86.58;Tupelo,MS,34.24,-88.73;' +
  'Fort Smith,AR,35.37,-94.40;Texarkana,TX,33.44,-94.08;Waco,TX,31.55,-97.16;Fort Worth,TX,32.76,-97.31;' +
  'Brownsville,TX,25.94,-97.49;Abilene,TX,32.45,-99.74;Salina,KS,38.83,-97.63;North Platte,NE,41.09,-100.76;' +
  'Sioux City,IA,42.48,-96.39;Rochester,MN,44.03,-92.46;Eau Claire,WI,44.81,-91.50;Lansing,MI,42.72,-84.57;' +
  'Traverse City,MI,44.77,-85.61;South Bend,IN,41.66,-86.26;Springfield,IL,39.78,-89.62;' +
  'Bowling Green,KY,36.96,-86.42;Paducah,KY,37.06,-88.66;Johnson City,TN,36.30,-82.44;' +
  'Fairbanks,AK,64.86,-147.76;Hilo,HI,19.72,-155.09';

export interface KnownCity {
  city: string;
  state: string;
  lat: number;
  lng: number;
}

/** The most important first. */
export const knownCities: readonly KnownCity[] = CITIES.split(';').map((line) => {
  const [city, state, lat, lng] = line.split(',') as [string, string, string, string];
  return { city, state, lat: Number(lat), lng: Number(lng) };
});
