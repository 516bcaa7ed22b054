import type { Act } from '../audit-log/index.ts'
import { type Action, actionsOn, adminScreens, type Fact, merchantScreens } from '../facts/index.ts'
import type { Email } from '../mail/index.ts'
import { getMerchant } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type About, loopOutCanceledEmail, loopOutCompletedEmail, loopOutRejectedEmail } from './emails.ts'
import type { LoopOut } from './table.ts'

const screens = merchantScreens(['loop-outs', 'balance'], ['loop-outs'])

export type OfLoopOut = { request: LoopOut; publicUrl: string }

const onLoopOut = (act: Act): Action<OfLoopOut> => ({
  act,
  entry: ({ request: { id, merchantId, lightningBalanceBtc: amountBtc } }) => ({
    subject: { kind: 'loop-out', id },
    merchantId,
    detail: { amountBtc },
  }),
  screens: ({ request }) => screens(request),
})

/** Emails the merchant how the request ended. */
const endEmail = async (tx: Tx, request: LoopOut, render: (about: About) => Email) => {
  const { storeName, email } = await getMerchant(tx, request.merchantId)
  const about = {
    storeName,
    amountBtc: request.lightningBalanceBtc,
    amountUsd: request.lightningBalanceUsd,
    address: request.onChainAddress,
    notes: request.adminNotes,
  }
  return [{ to: email, ...render(about) }]
}
const completedEmail = ({ request, publicUrl }: OfLoopOut, tx: Tx) =>
  endEmail(tx, request, (about) => loopOutCompletedEmail(publicUrl, about))

export const loopOutRequested = actionsOn('loop-out', screens)('loop-out-requested')
export const loopOutCanceled: Action<OfLoopOut & { canceledBy: string }> = {
  ...onLoopOut('loop-out-cancelled'),
  emails: ({ request, publicUrl, canceledBy }, tx) =>
    endEmail(tx, request, (about) => loopOutCanceledEmail(publicUrl, { ...about, canceledBy })),
}
export const loopOutExecuted = onLoopOut('loop-out-executed')
/** By hand, outside the platform. */
export const loopOutCompleted: Action<OfLoopOut> = { ...onLoopOut('loop-out-completed'), emails: completedEmail }
export const loopOutRejected: Action<OfLoopOut> = {
  ...onLoopOut('loop-out-rejected'),
  emails: ({ request, publicUrl }, tx) => endEmail(tx, request, (about) => loopOutRejectedEmail(publicUrl, about)),
}
/** What follows from it is announced besides. */
export const loopOutResolved = actionsOn('loop-out', adminScreens())('loop-out-resolved')
export const loopOutProgressed: Fact<{ merchantId: number }> = { screens }
/** The money of a request that the platform executed has arrived. */
export const loopOutArrived: Fact<OfLoopOut> = { emails: completedEmail }
