import { MaskedInput, type MaskedInputProps } from './masked-input.tsx';
import { bareText } from './mask.ts';
import { national } from './phone.ts';

interface PhoneInputProps extends Omit<MaskedInputProps, 'value' | 'onChange' | 'mask'> {
  /** E.164, such as +15551234567; partial while being typed. Empty is ''. */
  value: string;
  onChange: (phone: string) => void;
}

const MASK = '(###) ###-####';

/** A US number. The country code and a leading 'tel:' may be pasted, too. */
export function PhoneInput({ value, onChange, ...rest }: PhoneInputProps) {
  return (
    <MaskedInput
      autoComplete="tel"
      {...rest}
      mask={MASK}
      clean={national}
      value={value}
      onChange={(masked) => {
        const digits = bareText(MASK, masked);
        onChange(digits && `+1${digits}`);
      }}
    />
  );
}
