import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { findOpenFeeInvoice } from '../src/fee-collection/table.ts'
import { feeInvoices } from '../src/fee-collection/worker.fee-invoices.ts'
import { getPartnerFigures } from '../src/partners/queries.figures.ts'
import { syncStore } from '../src/payments/sync-store.ts'
import { makeInvoice } from './make-invoice.ts'
import type { Money } from './money.ts'
import { openOwnShop } from './own-shops.ts'
import { addPartner } from './people.ts'

/** Shops whose fees nobody can sweep, and a partner with half of the pool. Fees are 4% of each payment. */
export const startFeeDebts = async (money: Money) => {
  const { deps, engine } = money
  await engine.control.rate({ usd: '100000' })
  const partner = await addPartner(money.server, '50.00')
  let shops = 0
  const openDebtor = () => openOwnShop(money, `debtor-${++shops}`, 'wpkh')

  /** A customer pays this much, at $100,000 per bitcoin. Returns the transaction. */
  const pay = async ({ id, store }: { id: number; store: { id: number } }, usd: string): Promise<string> => {
    const { invoiceId } = await makeInvoice(deps, id, usd)
    await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
    await money.mine(1)
    await money.pass(31)
    await syncStore(deps, store.id)
    const { rows } = await sql<{ txid: string }>`
      select txid from transactions where invoice_id = ${invoiceId} and booked`.execute(deps.db)
    return rows[0]?.txid ?? expect.fail('the payment wasn’t booked')
  }
  const run = async () => {
    await feeInvoices(deps).run(new AbortController().signal)
  }
  /** The first day of the next month, when the fees of this one are asked for. */
  const nextMonth = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from (date_trunc('month', app_now() at time zone 'UTC') + interval '1 month' + interval '1 hour')
        at time zone 'UTC' - app_now())::int as seconds`.execute(deps.db)
    await money.pass(rows[0]?.seconds ?? 0)
    await run()
  }
  /** Sends this much to the address of a fee invoice. */
  const payFees = async (address: string, sats: bigint): Promise<string> => {
    const { txid } = await engine.control.faucet({ address, amountBtc: fromSats(sats) })
    await money.mine(1, money.platform)
    return txid
  }
  const open = ({ id }: { id: number }) => findOpenFeeInvoice(deps.db, id)
  const invoicesOf = async ({ id }: { id: number }) => {
    const rows = await deps.db
      .selectFrom('feeInvoices')
      .select(['status', 'amountSats'])
      .where('merchantId', '=', id)
      .orderBy('id')
      .execute()
    return rows.map(({ status, amountSats }) => [status, amountSats] as const)
  }
  const balanceOf = async ({ id }: { id: number }) => {
    const balances = await money.balances()
    return {
      owed: balances[`merchant:${id}:fees-owed`] ?? 0n,
      credit: balances[`merchant:${id}:fee-credit`] ?? 0n,
    }
  }
  const capital = async () => (await money.balances())['platform:0:capital'] ?? 0n
  /** What the partner can withdraw, which never exceeds what was collected, and what it has earned. */
  const partnerSats = async () => {
    const { availableSats, balanceSats } = await getPartnerFigures(deps.db, partner.id)
    const { rows } = await sql<{ sats: bigint }>`
      select coalesce(sum(collected_sats), 0)::bigint as sats from fee_collections`.execute(deps.db)
    expect(availableSats).toBeLessThanOrEqual(rows[0]?.sats ?? 0n)
    return { available: availableSats, earned: balanceSats }
  }
  return {
    money,
    partner,
    openDebtor,
    pay,
    run,
    nextMonth,
    payFees,
    open,
    invoicesOf,
    balanceOf,
    capital,
    partnerSats,
  }
}

export type FeeDebts = Awaited<ReturnType<typeof startFeeDebts>>
