import { Type } from 'typebox';
import { PASSWORD_LENGTH, passwordProblem } from '#src/machines/account/password.ts';
import { problem } from '#src/api/http/problem.ts';
import { Strict, Token } from '#src/api/http/schemas.ts';

/** The response of a call that returns no data. */
export const Nothing = Strict({});
export const TokenQuery = Strict({ token: Token });

/** An existing password: only its length is limited, since the rules may have changed since it was chosen. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: 256 });
/** The other rules are checked by `checkPassword`, which explains them in sentences. */
export const NewPassword = Type.String({
  minLength: 1,
  maxLength: PASSWORD_LENGTH.maximum,
  description: `At least ${PASSWORD_LENGTH.minimum} characters, and not easy to guess.`,
});

/** The form by which accounts are looked up. */
export const normalized = (email: string): string => email.trim().toLowerCase();

export const wrong = (field: string, message: string, status = 422) =>
  problem(status, message, { errors: [{ field, message }] });

/** @throws Problem 422 with the reason beside `field` */
export function checkPassword(field: string, password: string, who: { email?: string; name?: string }): void {
  const reason = passwordProblem(password, who);
  if (reason) throw wrong(field, reason);
}

/**
 * Rejects names that are crafted as messages: a stranger's name appears in mails to addresses that nobody has confirmed
 * yet.
 * @throws Problem 422
 */
export function checkNames(names: Record<string, string>): void {
  for (const [field, name] of Object.entries(names)) {
    if (/[\p{Cc}\u2028\u2029<>]|:\/\/|www\.|\.(com|net|org|io|info|ru|cn)\//iu.test(name))
      throw wrong(field, 'Write a name here, without links or line breaks.');
  }
}
