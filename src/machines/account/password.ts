/**
 * Password rules, shared by the server that enforces them and the form that shows them while typing: length, and a
 * check for common passwords; no rules about kinds of characters (NIST SP 800-63B, section 3.1.1.2).
 */
export const PASSWORD_LENGTH = { minimum: 10, maximum: 200 } as const;

/** The most common leaked passwords of ten or more characters, and words related to this site. */
const COMMON = new Set(
  `1234567890 12345678910 0123456789 0987654321 9876543210 1q2w3e4r5t 1qaz2wsx3edc qwertyuiop qwertyuiop123 qwerty12345 qwerty123456
  asdfghjkl123 zaqxswcde password123 password1234 password12345 password1! passw0rd123 p4ssword123 mypassword mypassword1 passwordpassword
  iloveyou123 iloveyou12 iloveyouforever letmein123 letmein1234 welcome123 welcome1234 welcome2024 welcome2025 welcome2026 changeme123
  changemenow administrator administrator1 admin12345 admin123456 adminadmin sunshine123 princess123 football123 baseball123 basketball
  superman123 batman12345 dragon12345 monkey12345 shadow12345 master12345 michael123 jennifer123 trustno1trustno1 whatever123 starwars123
  computer123 internet123 liverpool123 chocolate1 butterfly1 abcdefghij abcd123456 abc1234567 abc123abc123 test123456 testtest123
  secret12345 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 moving12345
  movingcompany loadboard123 leadportal123`.split(/\s+/),
);

/** How many characters a password must have besides the name and email address that it contains. */
const OWN_CHARACTERS = 5;

/**
 * Why this password is not acceptable, as a sentence for the field; null if it is. `email` and `name` are those of the
 * account, if known.
 */
export function passwordProblem(
  password: string,
  { email, name }: { email?: string; name?: string } = {},
): string | null {
  const length = lengthOf(password);
  if (length < PASSWORD_LENGTH.minimum) return `Use at least ${PASSWORD_LENGTH.minimum} characters.`;
  if (length > PASSWORD_LENGTH.maximum) return `Use at most ${PASSWORD_LENGTH.maximum} characters.`;
  if (isPredictable(password)) return 'This password is too common. Choose another one.';
  if (remainder(password, email, name) < OWN_CHARACTERS)
    return 'This is too similar to your name or email. Choose another one.';
  return null;
}

/** From 0 (not acceptable) and 1 (barely acceptable) to 4, by length and number of different characters. */
export function passwordStrength(password: string, who: { email?: string; name?: string } = {}): 0 | 1 | 2 | 3 | 4 {
  if (passwordProblem(password, who) !== null) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  const score = Math.min(lengthOf(password), new Set(password).size * 2) + (kinds - 1) * 2;
  if (score >= 20) return 4;
  if (score >= 16) return 3;
  return score >= 13 ? 2 : 1;
}

/** Counts characters as people do, not UTF-16 code units. */
const lengthOf = (password: string): number => [...password.normalize('NFKC')].length;

function isPredictable(password: string): boolean {
  const typed = password.normalize('NFKC').toLowerCase();
  if (COMMON.has(typed) || COMMON.has(typed.replaceAll(/[^\p{L}\p{N}]/gu, ''))) return true;
  // "aaaaaaaaaa", "abababababab", "xyzxyzxyzxyz".
  if (/^(.{1,4}?)\1{2,}.{0,3}$/u.test(typed)) return true;
  return isRun(typed);
}

/** Each character follows the one before it, as in "abcdefghijk" or "9876543210". */
function isRun(typed: string): boolean {
  const codes = [...typed].map((character) => character.codePointAt(0)!);
  const step = codes[1]! - codes[0]!;
  return Math.abs(step) === 1 && codes.every((code, index) => index === 0 || code - codes[index - 1]! === step);
}

/** How many letters and digits remain without the words of the name and the email address. */
function remainder(password: string, email = '', name = ''): number {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const [local = '', domain = ''] = email.split('@', 2);
  const words = [
    plain(email),
    plain(name),
    plain(local),
    ...`${name} ${local.replaceAll(/\W/g, ' ')} ${domain.split('.')[0]}`.split(/\s+/).map(plain),
  ];
  const longestFirst = words.filter((word) => word.length >= 4).sort((a, b) => b.length - a.length);
  if (longestFirst.every((word) => !plain(password).includes(word))) return Infinity;
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), plain(password)).length;
}
