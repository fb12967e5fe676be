import type { BidEvent, BidState } from '#src/machines/bid/bid.lifecycle.ts';
import { standingBid } from '../api-gestures.ts';
import { boardPage } from '../board-page.ts';
import type { BoardPage } from '../board-page.ts';
import { bid } from '../models/bid.model.ts';
import { awardOther, beginLoad, driver as api, elsewhere } from './bid.api.ts';
import type { BidStage } from './bid.api.ts';
import { screenDriver } from './screen-driver.ts';

interface Stage extends BidStage {
  board: BoardPage;
}

/** The life of a bid on its carrier's phone: what others do appears on the open screen by itself. */
export const driver = screenDriver<Stage, BidEvent['type']>({
  model: bid,
  environment: {},
  async begin(world) {
    const stage = await beginLoad(world);
    const board = boardPage(await world.page('carrier'), world.url);
    await board.placeBid(stage.lead.id, '2500');
    return { ...stage, bid: await standingBid(stage), board };
  },
  gestures: {
    'bid.revised': ({ board, lead }) => board.reviseBid(lead.id, '2400'),
    'bid.countered': async (stage, step) => {
      await api.act(stage, step);
      await stage.board.seeCounter('$2,300.00');
    },
    'bid.withdrawn': ({ board, lead }) => board.withdrawBid(lead.id),
    'bid.lost': awardOther,
    'bid.awarded': (stage, step) => api.act(stage, step),
    'bid.award-declined': async ({ board, lead }) => {
      await board.declineJob(lead.id, 'Truck broke down');
      await board.openLoad(lead.id);
    },
    'bid.award-withdrawn': (stage, step) => api.act(stage, step),
    'bid.reopened': (stage) => elsewhere(stage, 'award.withdrawn'),
  },
  async see(stage, step) {
    await stage.board.seeOwnBid(step.to as BidState);
    await api.see(stage, step);
  },
});
