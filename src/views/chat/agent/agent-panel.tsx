import { type ReactNode, useRef } from 'react';
import { CorrectChatDocument } from '#src/generated/graphql/graphql.ts';
import { Card } from '#src/views/ui/card.tsx';
import type { ChatPhoto } from '../chat-types.ts';
import { DetailsPanel } from '../details-panel.tsx';
import { messageId } from '../message.tsx';
import { Conversation } from './conversation.tsx';
import { SummaryCard } from './summary-card.tsx';
import type { ChatAtHand } from './use-agent-chat.ts';
import { useTopOf } from './use-top-of.ts';

interface AgentPanelProps {
  at: ChatAtHand;
  /** The owner of unsent drafts on this device. */
  agentId: string;
  onPhoto: (photo: ChatPhoto) => void;
  /** Shown above the known details: what can be applied to the lead. */
  beside?: ReactNode;
}

/** A conversation beside the details known from it. Below each other on a phone. */
export function AgentPanel({ at, agentId, onPhoto, beside }: AgentPanelProps) {
  const { chat, write, loadEarlier } = at;
  const panel = useRef<HTMLDivElement>(null);
  const top = useTopOf(panel);

  /** Scrolls to a message, however far back it is. */
  async function goTo(sequence: number): Promise<void> {
    const find = () => document.getElementById(messageId(sequence));
    while (!find() && (await loadEarlier())) await new Promise(requestAnimationFrame);
    find()?.scrollIntoView({ block: 'center' });
    find()?.focus({ preventScroll: true });
  }

  return (
    <div ref={panel} className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Conversation at={at} agentId={agentId} onPhoto={onPhoto} top={top} />
      <div className="min-w-0 space-y-4">
        {beside}
        <SummaryCard chat={chat} agentId={agentId} write={write} />
        <Card title="Details">
          <div className="-my-3">
            <DetailsPanel
              chat={chat}
              correct={(correction, key) => write(CorrectChatDocument, { id: chat.id, input: correction }, key)}
              onSource={(sequence) => void goTo(sequence)}
            />
          </div>
        </Card>
      </div>
    </div>
  );
}
