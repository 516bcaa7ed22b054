import { createHash } from 'node:crypto'
import type { Refund } from '@bitquay/contract/refunds'
import { readShop } from '../brands/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { contentSecurityPolicyWithStyle } from '../platform/http/headers.ts'
import type { PullPayment } from '../refunds/index.ts'

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0;font:16px/1.5 system-ui,sans-serif}',
  'main{max-width:32rem;margin:0 auto;padding:3rem 1.25rem}',
  'h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}',
  'dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1.5rem}',
  'dd{margin:0;overflow-wrap:anywhere}',
].join('')
const policy = contentSecurityPolicyWithStyle(`sha256-${createHash('sha256').update(style).digest('base64')}`)

const notice = 'This page shows the status only. The link to claim the refund was emailed to the address of the order.'

/** A refund for anyone who has the link that the shop was given. It claims nothing and names no address. */
export const drawPullPayment = async (db: Db, { refund, merchantId }: PullPayment) => {
  const { storeName } = await readShop(db, merchantId)
  const title = escape(`Refund from ${storeName}`)
  const { word, sentence } = describe(refund)
  const amount = refund.currency === 'BTC' ? `${refund.amountBtc} BTC` : `${refund.amount} ${refund.currency}`
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>`,
    `<dl><dt>Amount</dt><dd>${escape(amount)}</dd><dt>Status</dt><dd>${word}</dd></dl>`,
    `<p>${sentence}</p><p>${notice}</p></main></body></html>`,
  ].join('')
  return { html, policy }
}

const describe = ({ status, awaitingApproval, txid }: Refund): { word: string; sentence: string } => {
  if (status === 'offered') return { word: 'Unclaimed', sentence: 'The customer hasn’t claimed it yet.' }
  if (status === 'paid') return { word: 'Confirmed', sentence: 'It was sent and has its first confirmation.' }
  if (status === 'called-off') return { word: 'Canceled', sentence: 'The store canceled it.' }
  if (status === 'expired') return { word: 'Expired', sentence: 'It wasn’t claimed in time.' }
  if (awaitingApproval) return { word: 'Pending', sentence: 'It was claimed and waits for the store’s approval.' }
  return { word: 'Pending', sentence: txid === null ? 'It was claimed and will be sent soon.' : 'It was sent.' }
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
