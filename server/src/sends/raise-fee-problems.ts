import type { Send } from './table.ts'

export const notAccepted = 'the network hasn’t accepted it yet'
export const notRelayed = 'nobody relays it at its fee, and only the merchant can sign it again'

/** Whether a signed payment waits because the network doesn't take it. */
export const isRefusedByNetwork = ({ status, problem }: Pick<Send, 'status' | 'problem'>): boolean =>
  (status === 'signed' || status === 'broadcast') &&
  problem !== null &&
  (problem.startsWith(notAccepted) || problem === notRelayed)
