import { sql } from 'kysely'
import { syncStore } from '../src/payments/sync-store.ts'
import { addApiKey } from './api-keys.ts'
import { makeInvoice } from './make-invoice.ts'
import type { Money } from './money.ts'
import { openShop } from './shops.ts'

type Paid = {
  amountsBtc?: string[]
  currency?: string
  price?: string
  customerEmail?: string | undefined
  method?: 'onchain' | 'lightning'
}

export type RefundShop = Awaited<ReturnType<ReturnType<typeof refundShops>['newShop']>>

/** Stores with an owner who has 2FA and a key that may refund, and invoices whose payments have confirmed. */
export const refundShops = (money: Money) => {
  const { db } = money.deps
  let count = 0

  const newShop = async ({ coins = [5_000_000n], dailyRefundLimitUsd = '100000.00' } = {}) => {
    const { store, owner, token, secret } = await openShop(money, `refunds-${++count}`, ...coins)
    const key = await addApiKey(money.server, store.merchantId, ['read', 'invoices', 'refunds'], {
      createdBy: owner.email,
      dailyRefundLimitUsd,
    })
    return { store, owner, token, secret, key }
  }

  /** Reads what the engine knows of a store. */
  const look = async ({ store }: { store: { id: number } }) => {
    await money.server.advance(31)
    await syncStore(money.deps, store.id)
  }

  /** An invoice over $100 that was paid with these amounts, one after the other, each in a block of its own. */
  const paidInvoice = async (
    shop: { store: { id: number; merchantId: number } },
    {
      amountsBtc = ['0.00100000'],
      currency = 'USD',
      price = '100.00',
      customerEmail = 'payer@example.test',
      method = 'onchain',
    }: Paid = {},
  ) => {
    const { invoiceId } = await makeInvoice(money.deps, shop.store.merchantId, price, { currency, customerEmail })
    if (invoiceId === null) throw new Error('the invoice was not created')
    const txids: string[] = []
    for (const amountBtc of amountsBtc) {
      const paid = await money.engine.control.pay({
        invoiceId,
        method,
        ...(method === 'onchain' ? { amountBtc } : {}),
      })
      txids.push(String((paid as { txid?: string }).txid))
      await money.engine.control.mine({ blocks: 1 })
      await look(shop)
    }
    await look(shop)
    return { invoiceId, txids }
  }

  const sumRefunds = async (invoiceId: string, ...statuses: string[]) => {
    const { rows } = await sql<{ sats: bigint }>`
      select coalesce(sum(amount_sats), 0)::bigint as sats from refunds
      where invoice_id = ${invoiceId} and status = any(${statuses}::text[])`.execute(db)
    return rows[0]?.sats ?? 0n
  }
  return { newShop, look, paidInvoice, sumRefunds }
}
