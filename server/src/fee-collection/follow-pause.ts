import { centsOfSats, toCents } from '@bitquay/contract/money'
import { announce } from '../facts/index.ts'
import { type FeePause, findFeePause, liftPause, savePause } from '../fees/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice } from '../prices/index.ts'
import { feesReminded, pauseAnnounced, paymentsPaused } from './facts.ts'
import { readListedSats } from './queries.fee-invoices.ts'
import { type FeeInvoice, findOpenFeeInvoice, saveReminders } from './table.ts'

const dayMs = 24 * 3_600_000
/** After so many days the merchant is reminded. */
const reminderDays = [7, 14]
const noticeDays = 3

const after = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)

/** When new invoices pause if nothing is paid: after some days, or a notice after too much is owed. */
export const computePauseAt = (
  { owedSince, extendedUntil }: Pick<FeeInvoice, 'owedSince' | 'extendedUntil'>,
  { afterDays, aboveSince }: Pick<FeePause, 'afterDays' | 'aboveSince'>,
): Date => {
  const times = [after(owedSince, afterDays), ...(aboveSince ? [after(aboveSince, noticeDays)] : [])]
  const first = new Date(Math.min(...times.map((time) => time.getTime())))
  return extendedUntil && extendedUntil > first ? extendedUntil : first
}

/** Reminds of an unpaid fee invoice, and pauses new invoices of its merchant, or lets them go on. */
export const followPause = async (tx: Tx, merchantId: number, publicUrl: string) => {
  const invoice = await findOpenFeeInvoice(tx, merchantId)
  if (!invoice) {
    await liftPause(tx, merchantId)
    return
  }
  const before = await findFeePause(tx, merchantId)
  const pause = { ...before, aboveSince: (await owesTooMuch(tx, before)) ? (before.aboveSince ?? tx.now) : null }
  const pausesAt = computePauseAt(invoice, pause)
  const pausedAt = pausesAt <= tx.now ? (before.pausedAt ?? tx.now) : null
  const about = { ...invoice, dueSats: await readListedSats(tx, merchantId), pausesAt, publicUrl }
  if (isOther(pause.aboveSince, before.aboveSince) || isOther(pausedAt, before.pausedAt)) {
    await savePause(tx, merchantId, { aboveSince: pause.aboveSince, pausedAt })
  }
  if (pausedAt && !before.pausedAt) await announce(tx, paymentsPaused, about)
  else if (pause.aboveSince && !before.aboveSince && !pausedAt) await announce(tx, pauseAnnounced, about)
  await remind(tx, about)
}

const isOther = (one: Date | null, other: Date | null) => one?.getTime() !== other?.getTime()

const owesTooMuch = async (tx: Tx, { merchantId, aboveUsd }: FeePause): Promise<boolean> => {
  const { cents } = await findPrice(tx)
  return centsOfSats(await readListedSats(tx, merchantId), cents) > toCents(aboveUsd)
}

type About = FeeInvoice & { dueSats: bigint; pausesAt: Date; publicUrl: string }

/** Who was late for both gets one. Nobody is reminded while there is more time. */
const remind = async (tx: Tx, about: About) => {
  if (about.extendedUntil && about.extendedUntil > tx.now) return
  const due = reminderDays.filter((days) => after(about.owedSince, days) <= tx.now).length
  if (due <= about.reminders) return
  await saveReminders(tx, about.id, due)
  await announce(tx, feesReminded, about)
}

/** What a merchant is told: since when new invoices are paused, or when they will be. */
export const readPauseOf = async (db: Db, invoice: FeeInvoice) => {
  const pause = await findFeePause(db, invoice.merchantId)
  return {
    pausedAt: pause.pausedAt?.toISOString() ?? null,
    pausesAt: pause.pausedAt ? null : computePauseAt(invoice, pause).toISOString(),
  }
}
