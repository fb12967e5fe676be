import type { FormEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import type { Platform } from '#src/machines/session/session.user.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { TermsNote } from './terms-note.tsx';

interface SignUpFormProps {
  title: string;
  platform: Platform;
  form: {
    busy: boolean;
    attempt: number;
    errors: Readonly<Record<string, string>>;
    problem: string | null;
    submit: (event: FormEvent) => Promise<void>;
  };
  /** The fields. */
  children: ReactNode;
}

/** What all sign-up forms have around their fields. */
export function SignUpForm({
  title,
  platform,
  form: { busy, attempt, errors, problem, submit },
  children,
}: SignUpFormProps) {
  useTitle(title);
  return (
    <HeroLayout
      title={title}
      below={
        <>
          Already have an account?{' '}
          <Link href={hrefs.login(platform)} className="link">
            Sign in
          </Link>
        </>
      }
    >
      <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        <FormErrors errors={errors} attempt={attempt} />
        {children}
        <TermsNote action="Sign up" />
        <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
          Sign up
        </Button>
      </form>
    </HeroLayout>
  );
}
