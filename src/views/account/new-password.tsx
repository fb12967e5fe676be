import { PASSWORD_LENGTH, passwordProblem, passwordStrength } from '#src/machines/account/password.ts';
import { Field } from '#src/views/ui/field.tsx';
import { PasswordInput } from '#src/views/ui/password-input.tsx';

interface NewPasswordProps {
  id: string;
  value: string;
  onChange: (password: string) => void;
  error?: string;
  label?: string;
  /** Whose it is going to be: it should not be too close to that. */
  who?: { email?: string; name?: string };
}

const words = ['', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/** A password that is being chosen: what it must be, and how good it is so far, in words. */
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
      {/* Without a maximum: one that is too long is refused with a sentence, where a field would cut it and say nothing. */}
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
