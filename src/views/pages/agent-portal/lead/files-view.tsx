import { useActorRef } from '@xstate/react';
import { lightboxMachine } from '#src/machines/lightbox/lightbox.machine.ts';
import { FilesCard } from '#src/views/agent-lead/lead/files-card.tsx';
import { movesOf } from '#src/views/agent-lead/moves/lead-moves.ts';
import { Lightbox } from '#src/views/lightbox/lightbox.tsx';
import type { LeadActions, PageLead } from './lead-page.tsx';

export default function FilesView({ lead, actions }: { lead: PageLead; actions: LeadActions }) {
  const lightbox = useActorRef(lightboxMachine);
  const pictures = lead.attachments.flatMap(({ name, previewUrl }) =>
    previewUrl ? [{ name, url: previewUrl, thumbnailUrl: previewUrl }] : [],
  );
  const mayEdit = movesOf(lead).some((move) => move.event === 'lead.edited' && move.isAllowed);
  return (
    <>
      <FilesCard
        lead={lead}
        offBecause={mayEdit ? null : 'The lead is archived. Restore it to change its files.'}
        onChanged={actions.again}
        onLook={(index) => lightbox.send({ type: 'lightbox.opened', index, count: pictures.length })}
      />
      <Lightbox actor={lightbox} pictures={pictures} />
    </>
  );
}
