/** Suffixes that are nothing but a street's. */
const SUFFIX =
  'street|str|avenue|ave|road|rd|boulevard|blvd|lane|ln|terrace|parkway|pkwy|highway|hwy|trail|circle|cir|drive|dr|court|ct|square|place|pl|way|st';
/** What is counted, and is no name of a street: "2 days either way", "a 3 bedroom place". */
const COUNTED =
  /^\d+ (?:days?|weeks?|months?|hours?|minutes?|mins?|miles?|more|big|small|large|bed\w*|br|bath\w*|story|stories|rooms?|people|boxes|flights?|steps|stairs|floors?|of|or|to|and)\b/i;
const ADDRESS = new RegExp(
  `(?<![\\d/.$-])\\b\\d{1,5} (?:[nsew]\\.? |north |south |east |west )?(?:[a-z0-9][a-z0-9'’-]{0,20} ){1,3}(?:${SUFFIX})\\b\\.?(?:,? ?(?:(?:apt|apartment|unit|suite|ste)\\.? |# ?)[a-z0-9-]{1,8}\\b)?`,
  'gi',
);

/** Streets with their numbers, with the words around each. */
export function addressesIn(text: string): { address: string; before: string; after: string }[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: found, index }) =>
    COUNTED.test(found) || /\b(?:to|and|from|in|on|with|is|are)\b/i.test(found)
      ? []
      : [
          {
            address: found,
            before: text.slice(0, index),
            after: text.slice(index + found.length).split(/\bto\b|[.\n]/)[0]!,
          },
        ],
  );
}

/** Without them: a number of a house is neither a ZIP code nor a day. */
export const withoutAddresses = (text: string): string =>
  addressesIn(text).reduce((rest, { address }) => rest.replace(address, ' '), text);
