import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { agents } from '#src/api/http/principal.ts';
import { agentChatLeadRoutes } from './agent-chat.lead.routes.ts';
import { agentChatReadingRoutes } from './agent-chat.reading.routes.ts';
import { agentChatRoutes } from './agent-chat.routes.ts';
import { replyInChat } from './chat.reply.ts';
import { endWait } from './chat.wait.ts';
import { clientChatRoutes } from './client-chat.routes.ts';
import { chatRecord } from './chat.repository.ts';

/** The chat of a client with the assistant and with agents. */
export const chat: Noun = {
  records: [chatRecord],
  calls: [
    { for: 'anyone', add: clientChatRoutes },
    { for: agents, add: agentChatReadingRoutes },
    { for: agents, add: agentChatRoutes },
    { for: agents, add: agentChatLeadRoutes },
  ],
  jobs: [
    job<{ chatId: string }>('chat.reply', (parts, { data, signal }) => replyInChat(parts, data, signal), {
      concurrency: 4,
    }),
    job<{ chatId: string; sequence: number }>('chat.wait', (parts, { data }) => endWait(parts, data)),
  ],
};
