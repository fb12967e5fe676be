import { PASSWORD_LENGTH, passwordProblem, passwordStrength } from '#src/machines/account/password.ts';
import { Field } from '#src/views/ui/field.tsx';
import { PasswordInput } from '#src/views/ui/password-input.tsx';

interface NewPasswordProps {
  id: string;
  value: string;
  onChange: (password: string) => void;
  error?: string;
  label?: string;
  /** Its future owner: the password should not resemble these. */
  who?: { email?: string; name?: string };
}

const words = ['', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/** A new password, with its requirements and its current strength in words. */
export function NewPassword({ id, value, onChange, error, label = 'New password', who }: NewPasswordProps) {
  const strength = passwordStrength(value, who);
  const hint = value === '' ? '' : (passwordProblem(value, who) ?? words[strength]);
  return (
    <Field
      label={label}
      id={id}
      error={error}
      help={`At least ${PASSWORD_LENGTH.minimum} characters; a few unrelated words work best.`}
    >
      {/* Without a maximum length: a password that is too long is refused with a message, whereas the field would
          truncate it silently. */}
      <PasswordInput
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className="mt-1.5 flex gap-1" aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={`h-1 flex-1 rounded-full ${step <= strength ? 'bg-primary-600' : 'bg-gray-200'}`}
          />
        ))}
      </div>
      <p role="status" className="min-h-5 text-gray-600">
        {error ? '' : hint}
      </p>
    </Field>
  );
}
