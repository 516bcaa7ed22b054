import { saveLightningAddress } from '@bitquay/contract/lightning-addresses'
import { transactions } from '../src/history/list.ts'
import { claimDueLnurlInvoices } from '../src/invoices/table.lnurl.ts'
import { watchInvoice } from '../src/lightning-addresses/watch-invoice.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { provisionStore } from '../src/stores/provision-store.ts'
import type { Money } from './money.ts'
import { addMerchant, ask, signInAs } from './people.ts'

const form = { minSats: 100, maxSats: 50_000, commentLength: 40, active: true }

/** Lightning Addresses on a platform where tests control the time. */
export const createAddressStage = (money: Money) => {
  const { deps, server } = money
  const host = new URL(deps.config.publicUrl).host

  const nameAddress = async (token: string, name: string, change: Partial<typeof form> = {}) => {
    const saved = await ask(server, saveLightningAddress, { token, body: { name, ...form, ...change } })
    if (saved.status !== 200) throw new Error(`the address was refused: ${JSON.stringify(saved.body)}`)
    return { address: `${name}@${host}`, lnurl: (saved.body.address as { lnurl: string }).lnurl }
  }
  /** A merchant with a store on the platform's server and an address. */
  const newAddress = async (name: string, change: Partial<typeof form> = {}) => {
    const merchant = await addMerchant(server)
    const store = await provisionStore(deps, { merchantId: merchant.id, name })
    const token = await signInAs(server, merchant)
    return { merchantId: merchant.id, store, token, ...(await nameAddress(token, name, change)) }
  }
  /** One run of the worker. */
  const watch = async () => {
    for (const invoice of await inTransaction(deps.db, (tx) => claimDueLnurlInvoices(tx, 100))) {
      await watchInvoice(deps, invoice)
    }
  }
  /** Somebody pays a BOLT11, and the worker finds it. */
  const pay = async (bolt11: string) => {
    await money.engine.control.lightning({ pay: { bolt11 } })
    await money.pass(2)
    await watch()
  }
  const paymentsOf = async (merchantId: number) =>
    (await transactions.show(deps.db, merchantId, {}, { limit: 25, cursor: undefined })).rows
  const invoicesOf = (merchantId: number) =>
    deps.db.selectFrom('lnurlInvoices').selectAll().where('merchantId', '=', merchantId).execute()
  return { host, nameAddress, newAddress, watch, pay, paymentsOf, invoicesOf }
}
