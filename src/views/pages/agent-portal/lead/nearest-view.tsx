import { NearestCarriers } from '#src/views/carrier/nearest-carriers.tsx';
import type { PageLead } from './lead-page-lead.ts';

export default function NearestView({ lead }: { lead: PageLead }) {
  return <NearestCarriers leadId={lead.id} />;
}
