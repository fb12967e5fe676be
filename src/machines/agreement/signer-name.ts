/**
 * Whether a text can be the name of a person who signs: two letters of any script. Some people have only one name, so
 * a first and a last name are not required.
 */
export const isSignerName = (text: string): boolean => /\p{L}.*\p{L}/u.test(text);

/** What to do about any other text. */
export const SIGNER_NAME_NEEDED = 'Enter the full name of the person who signs, with at least two letters.';
