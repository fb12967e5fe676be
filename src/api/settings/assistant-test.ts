import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AiConfiguration } from '#src/api/configuration/configuration.ts';

const LONGEST = 64 * 1024;
const SHOWN = 200;

const Answer = Compile(
  Type.Object({
    choices: Type.Array(Type.Object({ message: Type.Object({ content: Type.Union([Type.String(), Type.Null()]) }) }), {
      minItems: 1,
    }),
  }),
);
const Refusal = Compile(Type.Object({ error: Type.Object({ message: Type.String() }) }));

/**
 * Sends the service one short prompt. Only what the protocol defines is repeated from its response: anything else at
 * that address is not revealed.
 */
export async function testAssistant(ai: AiConfiguration | null): Promise<{ is_right: boolean; says: string }> {
  if (!ai) return { is_right: false, says: 'No AI service is set: the scripted assistant answers.' };
  const began = performance.now();
  try {
    const response = await fetch(`${ai.url}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(ai.key ? { authorization: `Bearer ${ai.key}` } : {}) },
      body: JSON.stringify({
        model: ai.model,
        max_tokens: 20,
        messages: [{ role: 'user', content: 'Answer with the one word: ready' }],
      }),
      signal: AbortSignal.timeout(ai.timeoutSeconds * 1000),
    });
    const answer = parsed(await head(response));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (!response.ok) {
      const because = Refusal.Check(answer) ? `: ${answer.error.message.slice(0, SHOWN)}` : '.';
      return { is_right: false, says: `The service refused with status ${response.status}${because}` };
    }
    if (!Answer.Check(answer))
      return { is_right: false, says: 'Something answers at this address, but not by the OpenAI protocol.' };
    const text = answer.choices[0]!.message.content?.trim().slice(0, SHOWN) ?? '';
    return { is_right: true, says: `${ai.model} answered "${text}" in ${seconds} seconds.` };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return {
      is_right: false,
      says: isLate
        ? `The service did not answer within ${ai.timeoutSeconds} seconds.`
        : 'The service cannot be reached at this address.',
    };
  }
}

async function head(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    if (text.length > LONGEST) break;
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
