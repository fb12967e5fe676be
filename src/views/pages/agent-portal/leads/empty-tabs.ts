import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';

/** What an empty tab says, and which tab fills it. */
export const emptyTabs: Record<AgentLeadTab, { title: string; text: string; from?: AgentLeadTab }> = {
  new: { title: 'Every lead has been answered', text: 'New ones appear here at once. Press N to enter one yourself.' },
  'follow-up': {
    title: 'Nobody waits for a call',
    text: 'Leads that you set a follow-up on wait here until their day.',
    from: 'new',
  },
  'quote-sent': { title: 'No quote is out', text: 'Leads wait here once their client has a price.', from: 'new' },
  'contract-sent': {
    title: 'No contract is out',
    text: 'Leads wait here for the signature of their client.',
    from: 'quote-sent',
  },
  contracted: {
    title: 'Every signed move has a load',
    text: 'Leads come here when their client has signed.',
    from: 'contract-sent',
  },
  'award-carrier': {
    title: 'No load is on the board',
    text: 'Post a signed move, and carriers bid on it here.',
    from: 'contracted',
  },
  'open-contracts': {
    title: 'No carrier is under way',
    text: 'Award a carrier, and the move is followed here until it is done.',
    from: 'award-carrier',
  },
  'completed-contracts': {
    title: 'No move is completed yet',
    text: 'Close a contract, and its invoice and payments are kept here.',
    from: 'open-contracts',
  },
};
