import { useState } from 'react';
import { national } from '#src/machines/phone/phone.ts';
import { splitExtension } from '#src/machines/phone/read-phone.ts';
import { bareText, fillMask } from './mask.ts';
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx';

interface PhoneInputProps extends Omit<MaskedInputProps, 'value' | 'onChange' | 'mask' | 'refusal'> {
  /** E.164, such as +15551234567; partial while being typed. Empty is ''. */
  value: string;
  onChange: (phone: string) => void;
  /** Where the form has room for an extension: "the notes". */
  extensionIn?: string;
}

const MASK = '(###) ###-####';
const LONGEST_FOREIGN = 15;

const plain = (text: string): string => text.trim().replace(/^tel:\s*/, '');
const isForeign = (phone: string): boolean => /^\+(?!\s*1)/.test(phone);

/** Of more than one number, or of a number with an extension, no part is dropped. */
function fits(text: string): boolean {
  const phone = plain(text);
  const most = isForeign(phone) ? LONGEST_FOREIGN : 10;
  return (
    !/[^\d\s().+-]/.test(phone) && (isForeign(phone) ? phone.replaceAll(/\D/g, '') : national(phone)).length <= most
  );
}

/** A US number, or, with a plus and the code of another country, that number as it is: "+442079460958". */
function formatted(text: string): string {
  if (!fits(text)) return text;
  const phone = plain(text);
  return isForeign(phone) ? `+${phone.replaceAll(/\D/g, '')}` : fillMask(MASK, national(phone));
}

function valueOf(text: string): string {
  if (!fits(text)) return '';
  const shown = formatted(text);
  const digits = bareText(MASK, shown);
  return shown.startsWith('+') ? shown : digits && `+1${digits}`;
}

/** A US number, whose country code may be pasted, too, or that of another country. */
export function PhoneInput({ value, onChange, extensionIn, ...rest }: PhoneInputProps) {
  const [text, setText] = useState(value);
  // A refused text stays for the person to correct.
  const shown = valueOf(text) === value ? text : value;
  const hasExtension = splitExtension(shown).extension !== null;
  const refusal = hasExtension
    ? `Enter the number without its extension.${extensionIn ? ` Put the extension in ${extensionIn}.` : ''}`
    : 'Enter one phone number, such as (614) 555-0100.';
  return (
    <MaskedInput
      autoComplete="tel"
      {...rest}
      mask={formatted}
      refusal={fits(shown) ? null : refusal}
      value={shown}
      onChange={(masked) => {
        setText(masked);
        onChange(valueOf(masked));
      }}
    />
  );
}
