import type { Answer } from '@bitquay/contract/call'
import { feeInvoiceNumber, type getFeeInvoice } from '@bitquay/contract/fee-collection'
import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import { findBalance } from '../ledger/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { findPrice } from '../prices/index.ts'
import { readPauseOf } from './follow-pause.ts'
import { readListedSats } from './queries.fee-invoices.ts'
import { findOpenFeeInvoice } from './table.ts'

/** What a merchant is asked to pay now. */
export const presentFeeInvoice = async (db: Db, merchantId: number): Promise<Answer<typeof getFeeInvoice>> => {
  const { cents } = await findPrice(db)
  const toMoney = (sats: bigint) => ({ btc: fromSats(sats), usd: fromCents(centsOfSats(sats, cents)) })
  const credit = toMoney(await findBalance(db, { kind: 'merchant', id: merchantId }, 'fee-credit'))
  const invoice = await findOpenFeeInvoice(db, merchantId)
  if (!invoice) return { invoice: null, credit }
  const { id, amountSats, address, createdAt, owedSince } = invoice
  return {
    invoice: {
      number: feeInvoiceNumber(id),
      amount: toMoney(amountSats),
      due: toMoney(await readListedSats(db, merchantId)),
      address,
      createdAt: createdAt.toISOString(),
      owedSince: owedSince.toISOString(),
      ...(await readPauseOf(db, invoice)),
    },
    credit,
  }
}
