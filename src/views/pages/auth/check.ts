import { isWholePhone } from '#src/machines/phone/read-phone.ts';

/** The error of a field before anything is sent; null if there is none. */

export function emailProblem(email: string): string | null {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : 'Enter an email address, such as name@company.com.';
}

/** `phone` in E.164, possibly incomplete. */
export function phoneProblem(phone: string): string | null {
  return isWholePhone(phone) ? null : 'Enter all ten digits of the phone number.';
}

export function usdotProblem(usdot: string): string | null {
  return /^\d{1,8}$/.test(usdot) ? null : 'Enter your USDOT number: up to eight digits.';
}

export function missing(text: string, sentence: string): string | null {
  return text.trim() === '' ? sentence : null;
}
