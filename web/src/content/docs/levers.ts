/** What the sandbox can do at a word. Names as in the contract: a lever that is missing here does not compile. */
import type { levers } from '@bitquay/contract/sandbox'

export const leverSamples: Record<keyof typeof levers, { does: string; body: string }> = {
  pay: {
    does: 'A customer pays an invoice: what is due, or amountBtc.',
    body: '{"invoiceId": "…", "method": "onchain"}',
  },
  mine: { does: 'Blocks are mined; the payments in them confirm.', body: '{"blocks": 1}' },
  automine: { does: 'A block comes every so many seconds; 0 stops it.', body: '{"seconds": 30}' },
  clock: { does: 'Time goes on: invoices expire, retries fall due.', body: '{"advanceSeconds": 3600}' },
  reorg: { does: 'The last blocks are replaced: a payment may lose its confirmation.', body: '{"depth": 1}' },
  replace: { does: 'A customer takes an unconfirmed payment back (replace by fee).', body: '{"txid": "…"}' },
  evict: { does: 'A transaction falls out of the mempool.', body: '{"txid": "…"}' },
  faucet: { does: 'Coins for any address.', body: '{"address": "bcrt1…", "amountBtc": "0.5"}' },
  address: { does: 'A fresh address of the public, to withdraw to.', body: '{}' },
  rate: { does: 'The price of one bitcoin is held; null lets it move again.', body: '{"usd": "90000"}' },
  engine: { does: 'The payment server goes away, or comes back.', body: '{"down": true}' },
  fail: { does: 'The next calls to the payment server fail.', body: '{"calls": 3, "mode": "500"}' },
  webhooks: { does: 'Messages from the payment server are dropped, doubled or shuffled.', body: '{"drop": true}' },
}
