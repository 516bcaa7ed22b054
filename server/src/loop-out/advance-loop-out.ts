import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { isUnderReview } from '../platform/db/restore-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { abandonFirstLeg, lockAwaiting, takeFirstLeg } from './end-first-leg.ts'
import { loopOutProgressed } from './facts.ts'
import { payFirstLeg } from './pay-first-leg.ts'
import { findLiveSendOf } from './queries.ts'
import { requestSecondLeg } from './request-second-leg.ts'
import { findLoopOut, type LoopOut, lockLoopOut, saveLoopOutProblem, saveProgress } from './table.ts'

/** Seconds until the second leg is tried again after the platform's wallet could not cover it. */
const againSeconds = 60

/** Continues an execution as far as possible now. Every step first checks what was done before, by any process. */
export const advanceLoopOut = async (deps: Deps, id: number): Promise<void> => {
  // It may have been paid after the backup, by an invoice that is unknown here.
  if (await isUnderReview(deps.db)) return
  const request = await findLoopOut(deps.db, id)
  if (request?.status === 'executing' && request.firstLeg === 'awaiting-payment') {
    const { outcome, paymentHash } = await payFirstLeg(deps, request)
    if (outcome === 'paid') await takePaid(deps, id, paymentHash)
    if (outcome === 'impossible') await giveUp(deps, id, paymentHash)
  } else if (request?.firstLeg === 'taken') {
    await sendAgain(deps, id)
  }
}

const takePaid = async (deps: Deps, id: number, paymentHash: string | null) => {
  await inTransaction(deps.db, async (tx) => {
    const request = await lockAwaiting(tx, id, paymentHash)
    if (request) await takeFirstLeg(tx, request)
  })
  await deps.reached('loop-out-taken')
  deps.wake('send-money')
}

const giveUp = (deps: Deps, id: number, paymentHash: string | null) =>
  inTransaction(deps.db, async (tx) => {
    const request = await lockAwaiting(tx, id, paymentHash)
    if (request) await abandonFirstLeg(tx, deps, request)
  })

/** A failed or canceled payment leaves the debt, which another payment settles. */
const sendAgain = async (deps: Deps, id: number) => {
  try {
    await inTransaction(deps.db, async (tx) => {
      const request = await lockLoopOut(tx, id)
      if (!request || !owes(request) || (await findLiveSendOf(tx, id))) return
      await requestSecondLeg(tx, deps, request)
      await saveProgress(tx, id, { problem: null })
      await announce(tx, loopOutProgressed, request)
    })
    deps.wake('send-money')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await saveLoopOutProblem(deps.db, id, error.message, againSeconds)
  }
}

const owes = ({ status, firstLeg }: LoopOut) =>
  firstLeg === 'taken' && (status === 'executing' || status === 'completed')
