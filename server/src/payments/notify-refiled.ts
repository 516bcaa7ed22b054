import { type Email, type Fact, queueEmail, renderEmail, shortenCustomerText, usd } from '../mail/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { claimRefiled } from '../transactions/index.ts'

/** Tells the owner of a store, in one email, which payments were assigned after they had been booked. */
export const notifyRefiled = async (tx: Tx, publicUrl: string, merchantId: number) => {
  const rows = await claimRefiled(tx, merchantId)
  const [first] = rows
  if (!first) return
  const payments = rows
    .toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime())
    .map((row) => ({
      at: row.seenAt,
      amountUsd: row.amountUsd ?? '0.00',
      feeUsd: `${(row.feeCents ?? 0n) / 100n}.${String((row.feeCents ?? 0n) % 100n).padStart(2, '0')}`,
      about: row.description ?? row.invoiceId,
    }))
  await queueEmail(tx, { to: first.email, ...paymentsRefiledEmail(publicUrl, first.storeName, payments) })
}

type Refiled = { at: Date; amountUsd: string; feeUsd: string; about: string | null }

/** The rest is in the list of transactions. */
const mostListed = 100

/** Sent to the owner when payments that were saved as deposits turn out to be customers'. */
export const paymentsRefiledEmail = (publicUrl: string, storeName: string, payments: readonly Refiled[]): Email =>
  renderEmail((minute) => ({
    subject: payments.length === 1 ? 'We corrected a payment' : `We corrected ${payments.length} payments`,
    paragraphs: [
      `${storeName} received these payments. Our records didn’t say what they were for, because BTCPay reported that late. Now they do, and their fees are those of the day they arrived.`,
    ],
    facts: payments.slice(0, mostListed).map(({ at, amountUsd, feeUsd, about }): Fact => {
      const what = about === null ? 'Deposit' : shortenCustomerText(about)
      return [minute(at), `${usd(amountUsd)}, ${what}, fee ${usd(feeUsd)}`]
    }),
    ...(payments.length > mostListed
      ? { closing: [`${payments.length - mostListed} more are in your transactions.`] }
      : {}),
    action: { label: 'View transactions', url: `${publicUrl}/merchant/transactions` },
    reasons: ['You’re getting this because it changes what you owe. These emails can’t be turned off.'],
    publicUrl,
  }))
