import { LeadsScreen } from './leads-screen.tsx';

export default function ArchivePage() {
  return <LeadsScreen isArchive />;
}
