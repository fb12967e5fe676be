import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Section } from '#src/views/ui/card.tsx';
import { Facts } from '#src/views/ui/facts.tsx';

const TEXT = 'Your name, e-mail and password cannot be changed here yet. Call or write to the broker to have them changed.';

export default function AccountView() {
  const user = useUser();
  return (
    <>
      <Section title="Signed in as">
        <Facts
          facts={[
            { name: 'Name', value: user.name },
            { name: 'E-mail', value: user.email },
          ]}
        />
      </Section>
      <Section title="This part is not set up yet" description={TEXT}>
        <LinkButton href={hrefs.board.leads('available')}>See available loads</LinkButton>
      </Section>
    </>
  );
}
