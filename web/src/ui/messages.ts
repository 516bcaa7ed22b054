import { message } from '../lib/message.ts'

// Buttons and dialogs.
export const cancel = message('Cancel')
export const close = message('Close')
export const copyLabel = message('Copy {label}')
export const copiedToast = message('Copied')
export const copied = message('{label} copied to clipboard')
export const copyFailedToast = message('Copy failed')
export const copyFailed = message('Couldn’t copy {label}. Select it and copy it yourself.')
export const tryAgain = message('Try Again')
export const loadMore = message('Load more')
export const signOut = message('Sign Out')
export const menu = message('Menu')
export const closeMenu = message('Close menu')
export const notification = message('Notification')
export const notifications = message('Notifications ({hotkey})')
export const dismiss = message('Dismiss')

// Fields.
export const optional = message('optional')
export const hidePassword = message('Hide password')
export const showPassword = message('Show password')
export const stepOf = message('Step {step} of {count}')

// Figures and lists.
export const notKnown = message('not known')
export const sats = message('sats')
export const about = message('about {amount}')
export const loading = message('Loading')
export const ownServer = message('Reported by the merchant’s server')

// Withdrawals that aren’t possible yet.
export const closedForNewAccount = message(
  'New accounts can withdraw after 24 hours, for your protection. You can withdraw starting {date}.',
)
export const closedAfterChange = message(
  'Withdrawals are paused for 24 hours after a password or 2FA change. You can withdraw starting {date}.',
)

// Words in the drawings.
export const harbour = message(
  'A crane lowers the newest block onto a stack of confirmed blocks. A ship is moored alongside.',
)
export const threeOfThree = message('3 OF 3')
export const paid = message('Paid')
export const next = message('NEXT')
export const block = message('block')
export const your = message('YOUR')
export const berth = message('BERTH')
export const genesis = message('GENESIS')
