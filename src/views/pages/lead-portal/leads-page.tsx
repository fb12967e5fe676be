import { NotOpenYet } from '#src/views/ui/not-open-yet.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

export default function LeadsPage() {
  useTitle('Leads');
  return (
    <>
      <PageHeader title="Leads" />
      <NotOpenYet>Leads of your cities will be listed here.</NotOpenYet>
    </>
  );
}
