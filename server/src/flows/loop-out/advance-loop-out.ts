import type { Deps } from '../../deps.ts'
import { noteLoopOutProblem, saveProgress } from '../../modules/loop-out/progress.ts'
import { findLoopOut, type LoopOut, lockLoopOut } from '../../modules/loop-out/request.ts'
import { findLiveSendOf } from '../../modules/sends/of-loop-out.ts'
import { setDue } from '../../modules/sends/progress.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { cancelSend } from '../sends/end-send.ts'
import { askSecondLeg } from './ask-second-leg.ts'
import { payFirstLeg } from './pay-first-leg.ts'
import { takeLightning } from './postings.ts'
import { tellLoopOut } from './tell-loop-out.ts'

/** Seconds until the platform's wallet is asked again for what it could not cover. */
const againSeconds = 60

/** Takes an execution as far as it goes now. Every step looks first at what was done before, by whichever process. */
export const advanceLoopOut = async (deps: Deps, id: number): Promise<void> => {
  const request = await findLoopOut(deps.db, id)
  if (request?.status === 'executing' && request.firstLeg === 'awaiting-payment') {
    const outcome = await payFirstLeg(deps, request)
    if (outcome === 'paid') await take(deps, id)
    if (outcome === 'impossible') await giveUp(deps, id)
  } else if (request?.firstLeg === 'taken') {
    await sendAgain(deps, id)
  }
}

/** The money is here: it is owed on-chain from now on, and the payment that was held may go. */
const take = async (deps: Deps, id: number) => {
  await inTransaction(deps.db, async (tx) => {
    const request = await lockLoopOut(tx, id)
    if (request?.firstLeg !== 'awaiting-payment') return
    await takeLightning(tx, request)
    await saveProgress(tx, id, { firstLeg: 'taken', problem: null })
    const send = await findLiveSendOf(tx, id)
    if (send) await setDue(tx, send.id, 0)
    await tellLoopOut(tx, request.merchantId)
  })
  await deps.reached('loop-out-taken')
  deps.wake('send-money')
}

/** The first leg will never be paid: the held coins are free again, and the request waits for an admin as before. */
const giveUp = (deps: Deps, id: number) =>
  inTransaction(deps.db, async (tx) => {
    const request = await lockLoopOut(tx, id)
    if (request?.firstLeg !== 'awaiting-payment') return
    const send = await findLiveSendOf(tx, id)
    if (send) await cancelSend(tx, send.id)
    await saveProgress(tx, id, {
      status: 'pending',
      firstLeg: null,
      invoiceId: null,
      bolt11: null,
      paymentHash: null,
      problem: 'The merchant’s Lightning node did not pay. Nothing was moved.',
    })
    await tellLoopOut(tx, request.merchantId)
  })

/** A payment that failed for good, or was called off, leaves the debt: it is paid by another. */
const sendAgain = async (deps: Deps, id: number) => {
  try {
    await inTransaction(deps.db, async (tx) => {
      const request = await lockLoopOut(tx, id)
      if (!request || !owes(request) || (await findLiveSendOf(tx, id))) return
      await askSecondLeg(tx, deps, request)
      await saveProgress(tx, id, { problem: null })
      await tellLoopOut(tx, request.merchantId)
    })
    deps.wake('send-money')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await noteLoopOutProblem(deps.db, id, error.message, againSeconds)
  }
}

const owes = ({ status, firstLeg }: LoopOut) =>
  firstLeg === 'taken' && (status === 'executing' || status === 'completed')
