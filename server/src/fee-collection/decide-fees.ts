import { writeOffDays } from '@bitquay/contract/fee-collection'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { assignCollections, forgiveFees, liftPause, savePauseRules, unlistFees } from '../fees/index.ts'
import { getMerchant } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { takeBackPaid, useCredit } from './book-fee-payment.ts'
import { feesExtended, feesForgiven, feesWrittenOff, pauseRulesChanged } from './facts.ts'
import { followPause } from './follow-pause.ts'
import { lockWallets } from './make-fee-invoice.ts'
import { findOpenSweeps } from './queries.fee-invoices.ts'
import { readCoveredFees } from './queries.ts'
import { endFeeInvoice, extendFeeInvoice, type FeeInvoice, findFeeInvoice } from './table.ts'

type Decision = { reason: string; twoFactorToken?: string | undefined }

/** An admin gives a merchant more time to pay. */
export const extendFees = async (
  deps: Deps,
  admin: Admin,
  id: number,
  { days, reason, twoFactorToken }: Decision & { days: number },
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    const invoice = await lockOpen(tx, id)
    const until = new Date(tx.now.getTime() + days * 24 * 3_600_000)
    await extendFeeInvoice(tx, id, until)
    await followPause(tx, invoice.merchantId, deps.config.publicUrl)
    await announce(tx, feesExtended, { ...invoice, reason, until }, { actor: admin, source })
  })
}

/** When new invoices of a merchant pause is set for this merchant. */
export const setPauseRules = async (
  deps: Deps,
  admin: Admin,
  id: number,
  { afterDays, aboveUsd, reason, twoFactorToken }: Decision & { afterDays: number; aboveUsd: string },
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    const invoice = await lockOpen(tx, id)
    await savePauseRules(tx, invoice.merchantId, { afterDays, aboveUsd })
    await followPause(tx, invoice.merchantId, deps.config.publicUrl)
    await announce(tx, pauseRulesChanged, { ...invoice, reason, afterDays, aboveUsd }, { actor: admin, source })
  })
}

/** An admin forgives what is left of a fee invoice. The partners’ pending shares end with it, and they are told. */
export const forgiveInvoice = async (
  deps: Deps,
  admin: Admin,
  id: number,
  { reason, twoFactorToken }: Decision,
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source, { afterWaiting: true })
  await inTransaction(deps.db, async (tx) => {
    const ended = await endUnpaid(tx, await lockOpen(tx, id), 'forgiven')
    const about = { ...ended, reason, publicUrl: deps.config.publicUrl }
    await announce(tx, feesForgiven, about, { actor: admin, source })
  })
}

/** The same for a merchant whose account was closed long ago and who won't pay anymore. */
export const writeOffInvoice = async (
  deps: Deps,
  admin: Admin,
  id: number,
  { reason, twoFactorToken }: Decision,
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source, { afterWaiting: true })
  await inTransaction(deps.db, async (tx) => {
    const invoice = await lockOpen(tx, id)
    const { closingSince } = await getMerchant(tx, invoice.merchantId)
    if (!closingSince || tx.now.getTime() - closingSince.getTime() < writeOffDays * 24 * 3_600_000) throw tooEarly()
    const ended = await endUnpaid(tx, invoice, 'written-off')
    const about = { ...ended, reason, publicUrl: deps.config.publicUrl }
    await announce(tx, feesWrittenOff, about, { actor: admin, source })
  })
}

/** What is left of an invoice is no longer owed. */
const endUnpaid = async (tx: Tx, invoice: FeeInvoice, as: 'forgiven' | 'written-off') => {
  const { id, merchantId } = invoice
  // What a sweep collects pays the oldest fees first, so these may be among them.
  if ((await findOpenSweeps(tx, merchantId)).length > 0) throw sweepOnItsWay()
  await freePartlyPaid(tx, merchantId)
  const isFirstKept = (await readCoveredFees(tx, merchantId)) > 0n
  const forgiven = await forgiveFees(tx, merchantId, id, { isFirstKept, account: as })
  if (forgiven.sats === 0n) throw nothingToForgive()
  await unlistFees(tx, id)
  await endFeeInvoice(tx, id, as)
  await liftPause(tx, merchantId)
  await assignCollections(tx, merchantId)
  await useCredit(tx, merchantId)
  return { ...invoice, ...forgiven }
}

/** Money that pays a part of the next fee becomes credit. Only what sweeps collected stays with its fee. */
const freePartlyPaid = async (tx: Tx, merchantId: number) => {
  const partlySats = await readCoveredFees(tx, merchantId)
  if (partlySats > 0n) await takeBackPaid(tx, merchantId, partlySats)
}

const lockOpen = async (tx: Tx, id: number): Promise<FeeInvoice> => {
  const found = await findFeeInvoice(tx, id)
  if (!found) throw new ApiError('not-found')
  await lockWallets(tx, found.merchantId)
  const invoice = await findFeeInvoice(tx, id)
  if (invoice?.status !== 'open') throw ended()
  return invoice
}

const ended = () => new ApiError('conflict', { message: 'This fee invoice isn’t open anymore. Reload the page.' })
const sweepOnItsWay = () =>
  new ApiError('conflict', {
    message: 'Fees of this merchant are being collected right now. Nothing was forgiven. Try again when that’s done.',
  })
const tooEarly = () =>
  new ApiError('conflict', {
    message: `Fees can be written off ${writeOffDays} days after the account was closed. Nothing was changed.`,
  })
const nothingToForgive = () =>
  new ApiError('conflict', { message: 'Nothing of this fee invoice can be forgiven. Nothing was changed.' })
