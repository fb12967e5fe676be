import { showPhone } from '#src/machines/phone/phone.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Problem } from '#src/api/http/problem.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { ASSISTANT, askForReply } from './chat.reply.ts';
import { moveChat } from './chat.repository.ts';

/** A client asked for a person and nobody came: the assistant continues, and says how to reach someone. */
export async function endWait(
  parts: ApiParts,
  { chatId, sequence }: { chatId: string; sequence: number },
): Promise<void> {
  try {
    await inTransaction(parts.database, async (tx) => {
      const asked = await tx
        .selectFrom('history')
        .select('sequence')
        .where('lifecycle', '=', 'chat')
        .where('record_id', '=', chatId)
        .where('event', '=', 'person.requested')
        .orderBy('sequence', 'desc')
        .executeTakeFirst();
      // The client asked again since, which started a new wait.
      if (asked?.sequence !== sequence) return;
      await moveChat(tx, parts, { chatId, actor: ASSISTANT, event: { type: 'wait.ended', by: 'system' } });
      const { messages } = await tx
        .selectFrom('chat')
        .select('messages')
        .where('id', '=', chatId)
        .executeTakeFirstOrThrow();
      const open = await tx
        .selectFrom('chat_message')
        .select('author')
        .where('chat_id', '=', chatId)
        .where('sequence', '=', messages)
        .executeTakeFirst();
      // A client who wrote meanwhile gets an answer to that; any other is informed.
      if (open?.author === 'client') await askForReply(tx, parts, chatId);
      else {
        const text = `No one is free right now. An agent will read this chat. To talk to someone now, call ${showPhone(parts.brokerage.phone)}. Meanwhile, I can keep going.`;
        await moveChat(tx, parts, {
          chatId,
          actor: ASSISTANT,
          event: { type: 'answer.given', by: 'system', seen: messages },
          message: { author: 'assistant', text },
        });
      }
    });
  } catch (error) {
    // Someone came in time, or the chat was closed.
    if (!(error instanceof Problem && [403, 404, 409].includes(error.status))) throw error;
  }
}
