import type { PaymentLink } from '@bitquay/contract/payment-links'
import { formatPrice } from '../../lib/format-price.ts'
import * as t from './messages.ts'

/** A button for any page: plain HTML, no script, nothing loaded from anywhere. */
export const embedCodeOf = (link: Pick<PaymentLink, 'url' | 'amount' | 'currency'>): string => {
  const words =
    link.amount === null ? t.payWithBitcoin : t.payAmount({ price: formatPrice(link.amount, link.currency) })
  return `<a href="${escape(link.url)}" style="${style}">${escape(words)}</a>`
}

const style =
  'display:inline-block;padding:12px 20px;border-radius:4px;background:#f2561a;color:#0c2230;font:600 16px/1.25 system-ui,sans-serif;text-decoration:none'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
