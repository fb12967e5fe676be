import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useState } from 'react';
import {
  CheckMailDomainDocument,
  TestAssistantDocument,
  TestMailDocument,
  TestPaymentsDocument,
} from '#src/generated/graphql/graphql.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';

interface Said {
  isRight: boolean;
  says: string;
}

const asking =
  <Name extends string>(document: TypedDocumentNode<Record<Name, Said>, Record<string, never>>, name: Name) =>
  async () =>
    (await ask(document, {}))[name];

/** Sends an email to the person who requests the test. */
export const testMail = asking(TestMailDocument, 'testMail');
/** Queries DNS. */
export const checkMailDomain = asking(CheckMailDomainDocument, 'checkMailDomain');
export const testPayments = asking(TestPaymentsDocument, 'testPayments');
export const testAssistant = asking(TestAssistantDocument, 'testAssistant');

/** Tests a service with `test`, and keeps the result until the next test. */
export function useServiceTest(test: () => Promise<Said>) {
  const { busy, write } = useWrite();
  const [said, setSaid] = useState<Said | null>(null);
  function run(): void {
    setSaid(null);
    void write({ send: test, done: setSaid, failed: 'The test couldn’t run. Try again.' });
  }
  return { busy: busy !== null, said, run };
}

/** A button that tests a service, and the result. */
export function ServiceTest({ verb, test, disabled }: { verb: string; test: () => Promise<Said>; disabled?: boolean }) {
  const { busy, said, run } = useServiceTest(test);
  return (
    <div className="max-w-160 space-y-4">
      {said && (
        <Callout
          color={said.isRight ? 'green' : 'amber'}
          role="status"
          title={<span className="whitespace-pre-line">{said.says}</span>}
        />
      )}
      <Button busy={busy} disabled={disabled} onClick={run}>
        {verb}
      </Button>
    </div>
  );
}
