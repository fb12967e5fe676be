import type { ChatItem } from '#src/machines/chat/chat-details.ts';
import { NUMBER_WORDS } from './number-words.ts';

/**
 * Rooms with their usual furniture: ft³ and lb of one piece. Household goods weigh about 7 lb per ft³; heavier ones
 * list their weight.
 */
const CATALOGUE: readonly (readonly [room: string, item: string, cuft: number, names: string, lb?: number])[] = [
  ['Living room', 'Sectional sofa', 90, 'sectional(?: sofa| couch)?|l[ -]shaped (?:sofa|couch)'],
  ['Living room', 'Sofa bed', 60, 'sofa ?bed|sleeper sofa|futon', 350],
  ['Living room', 'Loveseat', 35, 'love ?seat'],
  ['Living room', 'Sofa', 50, 'sofa|couch(?:e)?'],
  ['Living room', 'Recliner', 25, 'recliner'],
  ['Living room', 'Armchair', 20, 'arm ?chair|easy chair|rocking chair|rocker'],
  ['Living room', 'Coffee table', 12, 'coffee table'],
  ['Living room', 'End table', 5, '(?:end|side) table'],
  ['Living room', 'TV stand', 15, '(?:tv|television) (?:stand|cabinet|table)|entertainment center'],
  ['Living room', 'TV', 10, 'flat ?screen(?: tv)?|television|tv'],
  ['Living room', 'Bookcase', 20, 'book ?(?:case|shel(?:f|ve))'],
  ['Living room', 'Grand piano', 80, '(?:baby )?grand piano', 700],
  ['Living room', 'Upright piano', 70, '(?:upright )?piano', 500],
  ['Living room', 'Floor lamp', 3, '(?:floor )?lamp'],
  ['Living room', 'Rug', 8, 'rug|carpet'],
  ['Living room', 'Mirror', 4, 'mirror'],
  ['Living room', 'Picture', 3, 'picture|painting'],
  ['Dining room', 'Dining table', 30, 'dining (?:room )?table|kitchen table'],
  ['Dining room', 'Dining chair', 5, '(?:dining |kitchen )?chair'],
  ['Dining room', 'China cabinet', 45, '(?:china|display) (?:cabinet|closet)|hutch|buffet|sideboard'],
  ['Bedroom', 'King bed', 70, 'king(?:[ -]size)?(?: bed| mattres(?:s|se))?'],
  ['Bedroom', 'Queen bed', 65, 'queen(?:[ -]size)?(?: bed| mattres(?:s|se))?'],
  ['Bedroom', 'Bunk bed', 70, 'bunk ?bed'],
  ['Bedroom', 'Twin bed', 40, '(?:twin|single)(?:[ -]size)? (?:bed|mattres(?:s|se))|kids? bed'],
  ['Bedroom', 'Full bed', 60, '(?:full|double)(?:[ -]size)? (?:bed|mattres(?:s|se))|bed|mattres(?:s|se)'],
  ['Bedroom', 'Crib', 10, 'crib'],
  ['Bedroom', 'Dresser', 40, 'dresser'],
  ['Bedroom', 'Chest of drawers', 25, 'chests? of drawers|chest'],
  ['Bedroom', 'Nightstand', 5, 'night ?stand|bedside table'],
  ['Bedroom', 'Wardrobe', 45, 'wardrobe(?! box)|armoire'],
  ['Office', 'Office chair', 10, '(?:office|desk) chair'],
  ['Office', 'Desk', 30, 'desk'],
  ['Office', 'File cabinet', 10, 'fil(?:e|ing) cabinet'],
  ['Office', 'Computer', 5, 'computer|printer'],
  ['Kitchen', 'Refrigerator', 45, 'refrigerator|fridge', 300],
  ['Kitchen', 'Freezer', 45, 'freezer', 300],
  ['Kitchen', 'Stove', 30, 'stove|oven|range', 200],
  ['Kitchen', 'Dishwasher', 20, 'dish ?washer'],
  ['Kitchen', 'Microwave', 5, 'microwave'],
  ['Laundry', 'Washer', 25, 'washing machine|washer', 200],
  ['Laundry', 'Dryer', 25, 'dryer', 150],
  ['Laundry', 'Vacuum cleaner', 3, 'vacuum(?: cleaner)?'],
  ['Garage', 'Bicycle', 10, 'bicycle|bike(?!r)'],
  ['Garage', 'Motorcycle', 60, 'motor(?:cycle|bike)', 500],
  ['Garage', 'Lawn mower', 15, '(?:lawn ?)?mower'],
  ['Garage', 'Tool chest', 15, 'tool (?:chest|box(?:e)?|cabinet)', 150],
  ['Garage', 'Workbench', 25, 'work ?bench'],
  ['Garage', 'Treadmill', 35, 'treadmill|elliptical|exercise bike'],
  ['Garage', 'Safe', 12, '(?:gun )?safe', 400],
  ['Patio', 'Grill', 15, 'grill|barbecue|bbq'],
  ['Patio', 'Patio table', 20, '(?:patio|outdoor|garden) table'],
  ['Patio', 'Patio chair', 6, '(?:patio|outdoor|garden) chair'],
  ['Other', 'Pool table', 50, '(?:pool|billiard) table', 700],
  ['Other', 'Aquarium', 12, 'aquarium|fish tank'],
  ['Other', 'Air conditioner', 8, 'air conditioner|ac unit'],
  ['Other', 'Plant', 4, '(?:house ?)?plant'],
  ['Boxes', 'Wardrobe box', 15, 'wardrobe box(?:e)?'],
  ['Boxes', 'Large box', 4.5, 'large box(?:e)?|big box(?:e)?'],
  ['Boxes', 'Small box', 1.5, 'small box(?:e)?|book box(?:e)?'],
  ['Boxes', 'Medium box', 3, '(?:medium |moving )?box(?! ?spring)(?:e)?|carton|bin|tote'],
  ['Boxes', 'Suitcase', 5, 'suitcase|trunk'],
];

/** By room, in the order in which lists are read. */
const ITEMS = CATALOGUE.map(([, item]) => item);
const LB_PER_CUFT = 7;
const WORDS: Record<string, number> = {
  a: 1,
  an: 1,
  the: 1,
  my: 1,
  our: 1,
  ...NUMBER_WORDS,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  couple: 2,
  few: 3,
  some: 3,
  several: 4,
  dozen: 12,
  pair: 2,
  both: 2,
};
const COUNT = `(?:(\\d{1,3})|(?:an? )?(${Object.keys(WORDS).join('|')})(?: of)?)`;
/** General names come after the specific ones that contain them: a desk chair is not a desk. */
const GENERAL = [
  'Sofa',
  'TV',
  'Upright piano',
  'Dining chair',
  'Full bed',
  'Chest of drawers',
  'Desk',
  'Medium box',
  'Wardrobe',
  'Bicycle',
  'Washer',
  'Floor lamp',
  'Safe',
  'Plant',
];
const KINDS = CATALOGUE.map(([room, item, volume_cuft, names, lb]) => ({
  room,
  item,
  volume_cuft,
  weight_lb: lb ?? Math.round(volume_cuft * LB_PER_CUFT),
  pattern: new RegExp(
    `(?:\\b${COUNT} (?:(?!and\\b|no\\b|with\\b)[a-z-]+ ){0,2}?)?\\b(?:${names})(?:s|es)?\\b(?: #(\\d{1,3})\\b)?`,
    'g',
  ),
})).toSorted((a, b) => GENERAL.indexOf(a.item) - GENERAL.indexOf(b.item));

const TENS = 'twenty|thirty|forty|fifty';
const UNITS = 'one|two|three|four|five|six|seven|eight|nine';

const SIZE_UNITS =
  'inch(?:es)?|foot|feet|ft|cm|gallon|gal|cubic f(?:oo|ee)t|cu ft|lbs?|pounds?|seat(?:er|s)?|person|piece|drawer|' +
  'shelf|door|burner|tier|panel';
/** Numbers that tell a size: `55" TV`, "4-drawer dresser", "8x10 rug". */
const SIZES = [
  /\b\d{1,3}(?:\.\d)? ?(?:x|by) ?\d{1,3}(?:\.\d)?(?: ?(?:ft|feet|foot|in|inch(?:es)?)\b|["”″'’′]+)?(?= [a-z])/g,
  /\b\d{1,3}(?:\.\d)? ?["”″'’′]+(?= ?[a-z])/g,
  /\b\d{1,3}(?:\.\d)?[ -]?in\.?[ -](?=(?:\w+ )?(?:tv|television|flat ?screen|monitor))/g,
  new RegExp(`\\b(?:\\d{1,4}(?:\\.\\d)?|${UNITS}|ten|twelve)[ -]?(?:${SIZE_UNITS})\\b[ -]`, 'g'),
];

/** Without the numbers that tell a size, which would be taken for counts. */
const withoutSizes = (text: string) => SIZES.reduce((said, size) => said.replaceAll(size, ' '), text);

/**
 * Converts counts to digits before the thing or, as "#2", after it: "2x sofa", "sofa x2", "sofas: 2", "sofas, two of
 * them".
 */
function withCounts(text: string): string {
  return text
    .replaceAll(new RegExp(`\\b(${TENS})[ -](${UNITS})\\b`, 'g'), (_, tens: string, units: string) =>
      String(WORDS[tens]! + WORDS[units]!),
    )
    .replaceAll(/\b(\d{1,3}) ?x (?=[a-z])/g, '$1 ')
    .replaceAll(/\b([a-z]+) ?(?:x ?|\( ?x? ?)(\d{1,3})\)?(?![\w-])/g, '$1 #$2')
    .replaceAll(/\b([a-z]+): ?(\d{1,3})(?=\s*(?:[,;\n]|and\b|$))/g, '$1 #$2')
    .replaceAll(
      new RegExp(`,? (\\d{1,3}|${UNITS}) of (?:them|these|those)\\b`, 'g'),
      (_, count: string) => ` #${WORDS[count] ?? count}`,
    );
}

/** How far before a thing "without the" may be. */
const HINT = 40;

/** The furniture and boxes that a text mentions, how many of each, and which of them are not moved. */
export function readFurniture(text: string): { items: ChatItem[]; without: string[] } {
  let said = withCounts(withoutSizes(text.toLowerCase())).replaceAll(/[^a-z0-9,.;!?\n#-]+/g, ' ');
  const items: ChatItem[] = [];
  const without: string[] = [];
  for (const { pattern, ...kind } of KINDS) {
    said = said.replace(
      pattern,
      (whole: string, digits?: string, word?: string, after?: string, ...rest: unknown[]) => {
        const at = rest.find((value) => typeof value === 'number');
        if (
          /(?:\b(?:no|not|without|remove|(?:got|get|getting) rid of|sold|selling|gave away|donated|donating|(?:not|won t) (?:take|taking|bring|bringing)|except|minus|forget|drop|leave|leaving|take out|don t have|do not have)\s+(?:the |my |our |a |any )?)$/.test(
            said.slice(Math.max(0, (at as number) - HINT), at as number),
          )
        ) {
          without.push(kind.item);
          return ' '.repeat(whole.length);
        }
        const quantity = Math.min(Number(after ?? digits ?? WORDS[word ?? 'a'] ?? 1), 999);
        const known = items.find(({ item }) => item === kind.item);
        if (known) known.quantity = Math.min(known.quantity + quantity, 999);
        else if (quantity > 0)
          items.push({
            room: kind.room,
            item: kind.item,
            quantity,
            volume_cuft: kind.volume_cuft,
            weight_lb: kind.weight_lb,
          });
        return ' '.repeat(whole.length);
      },
    );
  }
  return { items, without };
}

/** What a list such as "king bed, sofa, 12 boxes" names, and which parts of it are unknown. */
export function readItems(list: string): { items: ChatItem[]; unknown: string[] } {
  const parts = list.split(/[,;\n]+|\band\b/).map((part) => part.trim());
  const unknown = parts.filter((part) => part !== '' && readFurniture(part).items.length === 0);
  return { items: readFurniture(parts.filter((part) => !unknown.includes(part)).join(', ')).items, unknown };
}

/**
 * Merges newly mentioned items into the known ones: if a kind is mentioned again, its latest count applies. If another
 * room was asked about, the item is a separate one in that room: a TV in the bedrooms is not the one in the living
 * room.
 */
export function withFurniture(
  known: readonly ChatItem[],
  { items, without }: { items: readonly ChatItem[]; without: readonly string[] },
  room: string | null = null,
): ChatItem[] {
  const said = items.map((one) =>
    room && known.some(({ item, room: other }) => item === one.item && other !== room) ? { ...one, room } : one,
  );
  const kept = known.filter(
    ({ item, room: in_ }) =>
      !without.includes(item) && !said.some((one) => one.item === item && (room === null || one.room === in_)),
  );
  return [...kept, ...said].toSorted((a, b) => ITEMS.indexOf(a.item) - ITEMS.indexOf(b.item));
}

/** The total ft³ and lb. */
export function measure(inventory: readonly ChatItem[]): { cuft: number; lb: number } {
  return {
    cuft: Math.round(inventory.reduce((sum, { quantity, volume_cuft }) => sum + quantity * volume_cuft, 0)),
    lb: Math.round(inventory.reduce((sum, { quantity, weight_lb }) => sum + quantity * weight_lb, 0)),
  };
}

const UNKNOWN_CUFT = 10;

/** The usual ft³ and lb of one item by name; a medium size if the name is unknown. */
export function measureOf(name: string): { room: string; volume_cuft: number; weight_lb: number } {
  const [known] = readFurniture(name).items;
  return known ?? { room: 'Other', volume_cuft: UNKNOWN_CUFT, weight_lb: UNKNOWN_CUFT * LB_PER_CUFT };
}
