import { Type } from 'typebox';
import { PASSWORD_LENGTH, passwordProblem } from '#src/machines/account/password.ts';
import { problem } from '#src/api/http/problem.ts';
import { Strict, Token } from '#src/api/http/schemas.ts';

/** What a call answers that has nothing to tell. */
export const Nothing = Strict({});
export const TokenQuery = Strict({ token: Token });

/** As it was chosen once; no rule but a bound. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: 256 });
/** Its other rules are judged by `checkPassword`, which says them in sentences. */
export const NewPassword = Type.String({
  minLength: 1,
  maxLength: PASSWORD_LENGTH.maximum,
  description: `At least ${PASSWORD_LENGTH.minimum} characters, and not easy to guess.`,
});

/** As accounts are found by. */
export const normalized = (email: string): string => email.trim().toLowerCase();

export const wrong = (field: string, message: string, status = 422) =>
  problem(status, message, { errors: [{ field, message }] });

/** @throws Problem 422 with the reason beside `field` */
export function checkPassword(field: string, password: string, who: { email?: string; name?: string }): void {
  const reason = passwordProblem(password, who);
  if (reason) throw wrong(field, reason);
}

/**
 * Refuses names that are made to be read in a mail: a stranger's name stands in letters that go to addresses which
 * nobody has confirmed yet.
 * @throws Problem 422
 */
export function checkNames(names: Record<string, string>): void {
  for (const [field, name] of Object.entries(names)) {
    if (/[\p{Cc}\u2028\u2029<>]|:\/\/|www\.|\.(com|net|org|io|info|ru|cn)\//iu.test(name))
      throw wrong(field, 'Write a name here, without links or line breaks.');
  }
}
