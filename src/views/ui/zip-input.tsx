import { MaskedInput, type MaskedInputProps } from './masked-input.tsx';

/** Five digits; the four of ZIP+4 are let go when pasted. */
export function ZipInput(props: Omit<MaskedInputProps, 'mask'>) {
  return <MaskedInput autoComplete="postal-code" {...props} mask="#####" />;
}
