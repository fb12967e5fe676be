import type { ChatStanding } from '#src/machines/chat/chat.lifecycle.ts';
import type { Generated, Json } from './columns.ts';

/** A client's conversation about a move. */
export interface ChatTable {
  id: string;
  /** Null until the conversation has become a lead. */
  lead_id: string | null;
  /** The link that opens it now; an earlier one is dead. */
  link_id: string | null;
  stage: ChatStanding['stage'];
  owner: ChatStanding['owner'];
  client_zone: string;
  /** By detail: its value, who said so (client, assistant, agent), and the sequence of the message it was taken from. */
  details: Json;
  confirmed_at: string | null;
  applied_at: string | null;
  summary: string | null;
  summary_by: 'assistant' | 'agent' | null;
  /** Where the scripted interview is: what it asked last, and what it ever asked. */
  script: Json;
  /** What the assistant has written so far of the answer that is under way. */
  writing: string | null;
  /** Until then one worker is at the answer. */
  reply_until: string | null;
  /** Who took it over. */
  agent_id: string | null;
  /** The newest sequence that any agent has read. */
  agents_seen: Generated<number>;
  /** How many messages there are: the sequence of the newest one. */
  messages: Generated<number>;
  last_message_at: string | null;
  /** The day of what was spent below. */
  spent_on: string | null;
  tokens_spent: Generated<number>;
  /** How often the AI service was asked. */
  calls_spent: Generated<number>;
  history_length: Generated<number>;
  version: Generated<number>;
  model_version: number;
  created_by: string | null;
  created_at: string;
  closed_at: string | null;
}

export interface ChatMessageTable {
  id: string;
  chat_id: string;
  sequence: number;
  /** The version of the chat with which it came. */
  revision: number;
  author: 'client' | 'assistant' | 'agent';
  account_id: string | null;
  author_name: string;
  text: string;
  /** The details that the assistant took from it. */
  fills: Json;
  at: string;
}

export interface ChatPhotoTable {
  id: string;
  chat_id: string;
  message_id: string;
  file_id: string;
  name: string;
}
