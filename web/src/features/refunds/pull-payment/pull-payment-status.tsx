import type { PullPaymentPage } from '@bitquay/contract/checkout.pages'
import { ContactShop, ShopPage } from '../../../frame/shop-page/shop-page.tsx'
import { formatPrice } from '../../../lib/format-price.ts'
import { servedMode } from '../../../lib/mode.ts'
import * as t from './messages.ts'

/** How a refund stands, for a shop's plugin and anyone who has its link. Only the server draws it. */
export const PullPaymentStatus = ({ refund }: { refund: PullPaymentPage }) => {
  const { word, sentence } = describe(refund)
  return (
    <ShopPage
      shop={refund}
      about={t.refund}
      isSandbox={servedMode() === 'sandbox'}
      aside={<ContactShop shop={refund} />}
    >
      <main className="shop-page">
        <section className="story">
          <h1 className="hull">{t.refundFrom({ store: refund.storeName })}</h1>
          <p className="lead">{sentence}</p>
        </section>
        <div className="form-card">
          <dl className="sum">
            <div>
              <dt>{t.amount}</dt>
              <dd>{formatPrice(refund.amount, refund.currency)}</dd>
            </div>
            <div>
              <dt>{t.status}</dt>
              <dd>{word}</dd>
            </div>
          </dl>
          <p className="hint">{t.statusOnly}</p>
        </div>
      </main>
    </ShopPage>
  )
}

const describe = ({ status, awaitingApproval, txid }: PullPaymentPage): { word: string; sentence: string } => {
  if (status === 'offered') return { word: t.unclaimed, sentence: t.isUnclaimed }
  if (status === 'paid') return { word: t.confirmed, sentence: t.isConfirmed }
  if (status === 'called-off') return { word: t.canceled, sentence: t.isCanceled }
  if (status === 'expired') return { word: t.expired, sentence: t.isExpired }
  if (awaitingApproval) return { word: t.pending, sentence: t.awaitsApproval }
  return { word: t.pending, sentence: txid === null ? t.sentSoon : t.wasSent }
}
