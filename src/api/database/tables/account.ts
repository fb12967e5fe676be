import type { AgentRight } from '#src/machines/account/agent-rights.ts';
import type { Generated } from './columns.ts';

export interface AccountTable {
  id: string;
  role: 'mover' | 'assistant' | 'agent' | 'carrier';
  email: string;
  password_hash: string;
  name: string;
  phone: string | null;
  avatar_file_id: string | null;
  email_verified_at: string | null;
  sessions_valid_from: Generated<string>;
  disabled_at: string | null;
  /** Of movers and assistants, and of nobody else. */
  business_id: string | null;
  email_on_new_lead: Generated<boolean>;
  email_on_subscription_cancellation: Generated<boolean>;
  /** Of agents, and of nobody else: what they may over and above being one. */
  rights: Generated<AgentRight[]>;
  version: Generated<number>;
  created_at: Generated<string>;
}

export interface RefreshTokenTable {
  id: string;
  account_id: string;
  family_id: string;
  token_hash: string;
  successor_id: string | null;
  created_at: Generated<string>;
  expires_at: string;
  replaced_at: string | null;
  revoked_at: string | null;
  /** Of the request that asked for it. */
  user_agent: string | null;
  address: string | null;
}

export interface SignInAttemptTable {
  id: Generated<number>;
  key: string;
  at: Generated<string>;
}

export interface BusinessTable {
  id: string;
  name: string;
  /** E.164; the company's, which the settings call `company_phone`. */
  phone: string | null;
  used_trial: Generated<boolean>;
  card_added: Generated<boolean>;
  /** As written; a trial that has run out still says `trialing` here (see `machines/subscription`). */
  subscription: Generated<'inactive' | 'trialing' | 'active'>;
  trial_ends_at: string | null;
  top_cities_chosen_at: string | null;
  /** Its id at the payment provider, once it has needed one. */
  stripe_customer_id: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
}

export interface TopCityTable {
  business_id: string;
  city: string;
  state: string;
  lat: number;
  lng: number;
  radius_miles: number;
}

/** A state all of which the business works in. */
export interface TopStateTable {
  business_id: string;
  state: string;
}

export interface InvitationTable {
  id: string;
  business_id: string;
  email: string;
  name: string;
  invited_by: string;
  created_at: string;
  sent_at: string;
  expires_at: string;
  accepted_at: string | null;
  withdrawn_at: string | null;
  /** The assistant's, once accepted. */
  account_id: string | null;
}
