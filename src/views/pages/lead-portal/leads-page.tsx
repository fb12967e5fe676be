import { LeadsScreen } from './leads-screen.tsx';

export default function LeadsPage() {
  return <LeadsScreen isArchive={false} />;
}
