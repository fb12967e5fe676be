import { NotOpenYet } from '#src/views/ui/not-open-yet.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

export default function ArchivePage() {
  useTitle('Archive');
  return (
    <>
      <PageHeader title="Archive" />
      <NotOpenYet>Leads that you set aside will be listed here.</NotOpenYet>
    </>
  );
}
