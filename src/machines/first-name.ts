const TITLE = /^(?:mr|mrs|ms|mx|miss|dr|prof|rev)\.?$/i;
/** What may follow a comma without being a given name. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|esq|md|phd|inc|llc|ltd|corp|co)\b/i;

/**
 * What to call a person in a message: the given name of "Jörg Müller", "Müller, Jörg", and "Dr. Jörg Müller". A title
 * with a single name stays: "Dr. Müller". Empty for an empty name.
 */
export function firstName(name: string): string {
  const [family = '', given = ''] = name.split(',', 2).map((part) => part.trim());
  const words = (given === '' || SUFFIX.test(given) ? family : given).split(/\s+/);
  if (!TITLE.test(words[0]!)) return words[0]!;
  return words.length > 2 ? words[1]! : words.join(' ');
}
