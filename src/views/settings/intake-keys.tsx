import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  type IntakeKeyFragment,
  IntakeKeysDocument,
  MakeIntakeKeyDocument,
  RevokeIntakeKeyDocument,
} from '#src/generated/graphql/graphql.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

const NAME = 'intake-key-name';

/** Keys with which lead providers submit leads: created, shown once, revoked. */
export function IntakeKeys() {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(IntakeKeysDocument, { fetchPolicy: 'cache-and-network' });
  const readAgain = () => void refetch().catch(() => {});
  const [name, setName] = useState('');
  const [made, setMade] = useState<{ name: string; key: string } | null>(null);
  const [asked, setAsked] = useState<IntakeKeyFragment | null>(null);
  const { busy, write } = useWrite();
  const key = useSendKey({ name, count: data?.intakeKeys.length ?? 0 });
  const form = useSubmit({
    errors: { [NAME]: name.trim() === '' && 'Give the name of the lead provider.' },
    names: { name: NAME },
    send: () => mutate({ client, key }, MakeIntakeKeyDocument, { name: name.trim() }, 'no-cache'),
    done(answer) {
      const { makeIntakeKey } = answer.data as { makeIntakeKey: { key: string } };
      setMade({ name: name.trim(), key: makeIntakeKey.key });
      setName('');
      readAgain();
    },
    fallback: 'Couldn’t create the key. Try again.',
  });

  const revoke = ({ id, name: whose }: IntakeKeyFragment) =>
    write({
      send: () => client.mutate({ mutation: RevokeIntakeKeyDocument, variables: { id } }),
      done: `The key of ${whose} is revoked`,
      failed: 'Couldn’t revoke the key. Try again.',
    }).then(() => {
      readAgain();
      setAsked(null);
    });

  const keys = data?.intakeKeys;
  return (
    <div className="max-w-160 space-y-4">
      {made && (
        <Callout
          color="green"
          role="status"
          title={`The key of ${made.name}. Copy it now; it won’t be shown again`}
          action={
            <Button size="sm" onClick={() => setMade(null)}>
              Done
            </Button>
          }
        >
          <code className="block py-1 wrap-anywhere select-all">{made.key}</code>
          <Button
            size="sm"
            onClick={() =>
              void navigator.clipboard.writeText(made.key).then(
                () => notify.done('Key copied'),
                () => {},
              )
            }
          >
            Copy key
          </Button>
        </Callout>
      )}
      {error && !keys && <FailedState title="The keys could not be loaded" onRetry={readAgain} />}
      {!error && !keys && (
        <Loading label="Loading the keys…">
          <TextBones lines={2} />
        </Loading>
      )}
      {keys?.length === 0 && <p className="text-gray-600">No keys yet.</p>}
      {keys && keys.length > 0 && (
        <ul className="divide-y divide-gray-100 rounded-lg border border-gray-200">
          {keys.map((one) => (
            <li key={one.id} className="flex items-center gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
                  {one.name} {one.revokedAt && <Badge tone="gray">Revoked</Badge>}
                </p>
                <p className="text-gray-600">
                  Created <RelativeTime instant={one.createdAt} />
                  {one.madeBy && ` by ${one.madeBy}`}
                  {one.lastUsedAt ? (
                    <>
                      , last used <RelativeTime instant={one.lastUsedAt} />
                    </>
                  ) : (
                    ', never used'
                  )}
                  {one.revokedAt && (
                    <>
                      , revoked <RelativeTime instant={one.revokedAt} />
                      {one.revokedBy && ` by ${one.revokedBy}`}
                    </>
                  )}
                </p>
              </div>
              {!one.revokedAt && (
                <Button size="sm" aria-label={`Revoke the key of ${one.name}`} onClick={() => setAsked(one)}>
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <form noValidate className="space-y-3" onSubmit={(event) => void form.submit(event)}>
        {form.problem && <Callout color="red" title={form.problem} />}
        <Field label="Lead provider" id={NAME} error={form.errors[NAME]} help="The key is shown once, here.">
          <Input
            maxLength={80}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" busy={form.busy}>
          Create key
        </Button>
      </form>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Revoke the key of ${asked?.name ?? ''}?`}
        confirm="Revoke key"
        busy={busy !== null}
        onConfirm={() => asked && void revoke(asked)}
      >
        Leads sent with it are refused from then on. A revoked key can’t be used again.
      </ConfirmDialog>
    </div>
  );
}
