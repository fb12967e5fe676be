import type { ChatStanding } from '#src/machines/chat/chat.lifecycle.ts';
import { chat } from './models/chat.model.ts';
import { stepFrom } from './models/path-model.ts';
import { tourOf } from './tool/tour.ts';

export interface ChatStep {
  /** One of the model's events. */
  event: string;
  from: ChatStanding;
  to: ChatStanding;
}

/** Where a tour is: what a reopened chat returns to depends on what is known. */
interface Place {
  standing: ChatStanding;
  isMissing: boolean;
}

const keyOf = ({ standing, isMissing }: Place): string => `${chat.keyOf(standing)} ${isMissing}`;

/** Which transitions of the law a step is: of the stage, of the owner, or of neither. */
export function transitionsOf({ event, from, to }: ChatStep): string[] {
  const type = event.split(' ')[0]!;
  const regions = (['stage', 'owner'] as const).filter((region) => from[region] !== to[region]).map((region) => `${type}: ${from[region]} to ${to[region]}`);
  if (regions.length > 0) return regions;
  // What moves nothing is told by the stage it is about, or by who may answer.
  return [type === 'details.changed' ? `${type} in ${from.stage}` : type === 'answer.given' ? `${type} by ${from.owner}` : type];
}

function stepsFrom({ standing, isMissing }: Place): { step: ChatStep; to: Place }[] {
  return Object.keys(chat.events).flatMap((event) => {
    if (event.startsWith('chat.reopened') && event.endsWith('with gaps') !== isMissing) return [];
    const found = stepFrom(chat, standing, event);
    if (!found) return [];
    const step = { event, from: standing, to: found.to as ChatStanding };
    return [{ step, to: { standing: step.to, isMissing: event.startsWith('details.changed') ? event.endsWith('forgetting') : isMissing } }];
  });
}

/** One walk from a new chat, in which something is still missing, through every transition of the law. */
export function chatTour(): ChatStep[] {
  const start: Place = { standing: chat.start as ChatStanding, isMissing: true };
  return tourOf({ start, keyOf, stepsFrom, takes: transitionsOf })[0]!;
}
