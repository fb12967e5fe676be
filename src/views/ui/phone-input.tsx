import { bareText, fillMask } from './mask.ts';
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx';
import { national } from './phone.ts';

interface PhoneInputProps extends Omit<MaskedInputProps, 'value' | 'onChange' | 'mask'> {
  /** E.164, such as +15551234567; partial while being typed. Empty is ''. */
  value: string;
  onChange: (phone: string) => void;
}

const MASK = '(###) ###-####';
const LONGEST_FOREIGN = 15;

/** A US number, or, with a plus and the code of another country, that number as it is: "+442079460958". */
function formatted(text: string): string {
  const phone = text.trim().replace(/^tel:\s*/, '');
  if (/^\+(?!\s*1)/.test(phone)) return `+${phone.replaceAll(/\D/g, '').slice(0, LONGEST_FOREIGN)}`;
  return fillMask(MASK, national(phone));
}

/** A US number, whose country code may be pasted, too, or that of another country. */
export function PhoneInput({ value, onChange, ...rest }: PhoneInputProps) {
  return (
    <MaskedInput
      autoComplete="tel"
      {...rest}
      mask={formatted}
      value={value}
      onChange={(masked) => {
        const digits = bareText(MASK, masked);
        onChange(masked.startsWith('+') ? masked : digits && `+1${digits}`);
      }}
    />
  );
}
