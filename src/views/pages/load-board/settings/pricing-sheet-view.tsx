import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Section } from '#src/views/ui/card.tsx';

const TEXT = 'Your pricing sheet cannot be edited here yet. The broker keeps it for you; each load shows the price that it gives, with its working, and you bid what you like.';

export function PricingSheetView() {
  return (
    <Section title="This part is not set up yet" description={TEXT}>
      <LinkButton href={hrefs.board.leads('available')}>See available loads</LinkButton>
    </Section>
  );
}
