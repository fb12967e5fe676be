import { MaskedInput, type MaskedInputProps } from './masked-input.tsx';

/** Five digits; the last four of a pasted ZIP+4 are dropped. */
export function ZipInput(props: Omit<MaskedInputProps, 'mask'>) {
  return <MaskedInput autoComplete="postal-code" {...props} mask="#####" />;
}
