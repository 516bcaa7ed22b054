import { message } from '../../../lib/message.ts'

export const title = message('Payments nobody asked for')
export const paused = message(
  '{waiting, plural, =0{The platform wallet pays nothing} one{# payment of the platform wallet waits} other{# payments of the platform wallet wait}} until you say what each of these was. Merchants’ wallets aren’t affected.',
)
export const stolen = message(
  'If no admin did it, the wallet’s keys may be stolen. Move what is left to a new wallet before you answer.',
)
export const left = message('{amount} left the platform wallet, {date}')
export const explain = message('Explain')
export const explainNamed = message('Explain {txid}')

export const explainTitle = message('What was this payment?')
export const explainPurpose = message('{amount} left the platform wallet on {date}, and no record explains it.')
export const what = message('What it was')
export const choose = message('Choose one')
export const asSend = message('{kind, select, payout{Payout} other{Loop-out payment}} #{id} of {owner}')
export const asPayout = message('A payout to a partner')
export const asOwn = message('Spent by the admins')
export const asReview = message('Unknown: records are missing')
export const partner = message('Partner')
export const ownHint = message('It is booked as the operator’s own money.')
export const sendHint = message('The payment is marked as paid by this transaction and isn’t sent again.')
export const payoutHint = message('It is taken from the partner’s earnings.')
export const reviewHint = message(
  'This starts the review of a restore. All payouts stop and everybody is signed out, you too. Then run “npm run restore -- --new-code” on the server for the code to sign in with.',
)
export const save = message('Save')
export const saving = message('Saving...')
export const startReview = message('Start the review')
export const savedToast = message('Payment explained')
export const failedToast = message('Error')
export const saveFailed = message('Couldn’t save what this payment was')
