/** What each sandbox tool does. Names as in the contract: a missing one doesn't compile. */
import type { levers } from '@bitquay/contract/sandbox'
import type { Command } from './guide.ts'

export const leverSamples: Record<keyof typeof levers, { does: string; body: string }> = {
  pay: {
    does: 'Pays an invoice: the amount due, or amountBtc. With replaceable false, the payment doesn’t signal replacement, which zero confirmations need, and satPerVb sets its fee rate. In a hosted sandbox, send a test key with the scope invoices to pay your own invoices.',
    body: '{"invoiceId": "…", "method": "onchain"}',
  },
  lightning: {
    does: 'Pays a BOLT11, such as one of a Lightning Address.',
    body: '{"pay": {"bolt11": "lnbcrt…"}}',
  },
  mine: { does: 'Mines blocks, which confirms the payments in them.', body: '{"blocks": 1}' },
  automine: { does: 'Mines a block every few seconds. 0 stops it.', body: '{"seconds": 30}' },
  clock: { does: 'Advances the clock: invoices expire and retries come due.', body: '{"advanceSeconds": 3600}' },
  reorg: { does: 'Replaces the last blocks, so payments may lose their confirmations.', body: '{"depth": 1}' },
  replace: { does: 'Cancels an unconfirmed payment (replace by fee).', body: '{"txid": "…"}' },
  evict: { does: 'Drops a transaction from the mempool.', body: '{"txid": "…"}' },
  faucet: { does: 'Sends coins to any address.', body: '{"address": "bcrt1…", "amountBtc": "0.5"}' },
  address: { does: 'Creates a test address to withdraw to.', body: '{}' },
  rate: { does: 'Fixes the bitcoin price. null lets it move again.', body: '{"usd": "90000"}' },
  engine: { does: 'Takes the payment server down or brings it back.', body: '{"down": true}' },
  fail: { does: 'Makes the next calls to the payment server fail.', body: '{"calls": 3, "mode": "500"}' },
  webhooks: { does: 'Drops, duplicates or reorders the payment server’s webhooks.', body: '{"drop": true}' },
  device: {
    does: 'Exports an account of the test signing device, to connect as a wallet of your own.',
    body: '{"script": "wpkh"}',
  },
  sign: {
    does: 'Signs a PSBT with that device. cheat makes it change something, such as changed-output.',
    body: '{"psbt": "…"}',
  },
  late: { does: 'Lets coins or labels appear later than their transaction.', body: '{"coins": true, "labels": true}' },
}

export const sampleLever: Command = {
  id: 'sample-lever',
  language: 'Advance one hour',
  syntax: 'bash',
  text: `curl -sS "$BITQUAY_URL/api/sandbox/clock" \\
  -H "Content-Type: application/json" \\
  -d '{"advanceSeconds": 3600}'`,
}
