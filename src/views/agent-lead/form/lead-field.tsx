import type { ReactNode } from 'react';
import { type ControllerRenderProps, type FieldPath, useController, useFormContext } from 'react-hook-form';
import { cx } from '#src/views/ui/class-names.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import type { LeadDraft } from './lead-draft.ts';

export type LeadPath = FieldPath<LeadDraft>;

/** The id of a field's control, which the error summary links to. */
export const controlId = (path: string) => `lead-${path.replaceAll('.', '-')}`;

interface LeadFieldProps<P extends LeadPath> {
  name: P;
  label: string;
  help?: ReactNode;
  optional?: boolean;
  className?: string;
  /** In a row whose header names the columns. */
  labelHidden?: boolean;
  /** A short error in a word or two, beside a narrow field. The error summary has it in full. */
  brief?: (value: ControllerRenderProps<LeadDraft, P>['value']) => string;
  children: (field: ControllerRenderProps<LeadDraft, P>) => ReactNode;
}

/** A field of the lead by its path: its label, error, and value. */
export function LeadField<P extends LeadPath>({
  name,
  children,
  labelHidden,
  brief,
  className,
  ...field
}: LeadFieldProps<P>) {
  const { control } = useFormContext<LeadDraft>();
  const { field: controlled, fieldState } = useController({ control, name });
  return (
    <Field
      {...field}
      id={controlId(name)}
      error={fieldState.error && (brief?.(controlled.value) ?? fieldState.error.message)}
      className={cx(className, labelHidden && '[&>div:first-child]:sr-only')}
    >
      {children(controlled)}
    </Field>
  );
}

interface TextProps extends Omit<LeadFieldProps<LeadPath>, 'brief' | 'children'> {
  maxLength: number;
  placeholder?: string;
  type?: string;
  list?: string;
  /** It is focused when the form opens. */
  isFirst?: boolean;
}

export function LeadText({ maxLength, placeholder, type, list, isFirst, ...field }: TextProps) {
  return (
    <LeadField {...field}>
      {({ value, onChange, onBlur }) => (
        <Input
          type={type}
          list={list}
          autoComplete="off"
          maxLength={maxLength}
          placeholder={placeholder}
          data-autofocus={isFirst || undefined}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    </LeadField>
  );
}
