import { refundInvoice } from '@bitquay/contract/v1/refunds'
import { syncStore } from '../src/payments/sync-store.ts'
import { addApiKey } from './api-keys.ts'
import { makeInvoice } from './make-invoice.ts'
import { startMoney } from './money.ts'
import { ask } from './people.ts'
import { addOwner } from './shops.ts'

/** Shops with a key that may refund, and their paid invoices. */
export const startRefundsByKey = async () => {
  const money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })

  let count = 0
  const newShop = async (dailyRefundLimitUsd?: string) => {
    const store = await money.newStore(`key-shop-${++count}`, 5_000_000n)
    const owner = await addOwner(money.server, store.merchantId)
    const key = await addApiKey(money.server, store.merchantId, ['read', 'invoices', 'refunds'], {
      createdBy: owner.email,
      ...(dailyRefundLimitUsd === undefined ? {} : { dailyRefundLimitUsd }),
    })
    return { store, owner, key }
  }

  type Shop = Awaited<ReturnType<typeof newShop>>

  /** Invoices of $100 that were paid in full. */
  const paidInvoices = async ({ store }: Shop, emails: readonly (string | undefined)[]) => {
    const ids: string[] = []
    for (const customerEmail of emails) {
      const { invoiceId, amount } = await makeInvoice(money.deps, store.merchantId, '100.00', { customerEmail })
      await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', amountBtc: amount ?? '' })
      ids.push(invoiceId ?? '')
    }
    await money.mine(1, store)
    await money.server.advance(31)
    await syncStore(money.deps, store.id)
    return ids
  }
  const refund = ({ key }: Shop, invoiceId: string, once?: string) =>
    ask(money.server, refundInvoice, {
      token: key,
      params: { invoiceId },
      body: { kind: 'everything' },
      ...(once === undefined ? {} : { once }),
    })
  const refundsOf = ({ store }: Shop) =>
    money.deps.db.selectFrom('refunds').selectAll().where('merchantId', '=', store.merchantId).execute()
  const emailsTo = (recipient: string) =>
    money.deps.db
      .selectFrom('mailOutbox')
      .selectAll()
      .where('recipient', '=', recipient)
      .where('subject', 'like', 'Refund from%')
      .execute()

  return { money, newShop, paidInvoices, refund, refundsOf, emailsTo }
}
