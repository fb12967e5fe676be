/** Suffixes that only occur in street names. */
const SUFFIX =
  'street|str|avenue|ave|road|rd|boulevard|blvd|lane|ln|terrace|parkway|pkwy|highway|hwy|trail|circle|cir|drive|dr|court|ct|square|place|pl|way|st';
/** Counts that look like a house number and street: "2 days either way", "a 3 bedroom place". */
const COUNTED =
  /^\d+ (?:days?|weeks?|months?|hours?|minutes?|mins?|miles?|more|big|small|large|bed\w*|br|bath\w*|story|stories|rooms?|people|boxes|flights?|steps|stairs|floors?|of|or|to|and)\b/i;
const ADDRESS = new RegExp(
  `(?<![\\d/.$-])\\b\\d{1,5} (?:[nsew]\\.? |north |south |east |west )?(?:[a-z0-9][a-z0-9'’-]{0,20} ){1,3}(?:${SUFFIX})\\b\\.?(?:,? ?(?:(?:apt|apartment|unit|suite|ste)\\.? |# ?)[a-z0-9-]{1,8}\\b)?`,
  'gi',
);

/** Street addresses with house numbers, and the words around each. */
export function addressesIn(text: string): { address: string; before: string; after: string }[] {
  const found = [...text.matchAll(ADDRESS)].filter(
    ({ 0: words }) => !COUNTED.test(words) && !/\b(?:to|and|from|in|on|with|is|are)\b/i.test(words),
  );
  return found.map(({ 0: address, index }, at) => {
    const end = index + address.length;
    const [next] = found.slice(at + 1);
    // "412 Oak St, and in Austin 900 Congress Ave": what follows the comma belongs to the next address.
    const own = next ? text.slice(end, next.index).split(/[,;]|\band\b/)[0]! : text.slice(end);
    return { address, before: text.slice(0, index), after: own.split(/\bto\b|[.\n]/)[0]! };
  });
}

/** The text without addresses: a house number is neither a ZIP code nor a date. */
export const withoutAddresses = (text: string): string =>
  addressesIn(text).reduce((rest, { address }) => rest.replace(address, ' '), text);
