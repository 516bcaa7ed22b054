import { message } from '../../lib/message.ts'

// The owner closes the account.
export const notLoaded = message('Couldn’t load whether your account can be closed')
export const notLoadedNext = message('Nothing was changed. Try again in a moment.')
export const closeAccount = message('Close account')
export const closeExplained = message(
  'You won’t be able to create invoices, payment links or API keys. Late payments still arrive, and you can still sign in to refund and withdraw.',
)
export const closeButton = message('Close account…')
export const closePurpose = message(
  'Open invoices will tell customers not to pay. Only our support can reopen the account.',
)
export const payoutAddress = message('Pay {amount} out to')
export const payoutHint = message(
  'A Bitcoin address. Leave it empty to withdraw later. The network fee is deducted from the amount.',
)
export const closing = message('Closing...')
export const closedToast = message('Account closed')
export const closedText = message('You can still refund and withdraw.')
export const closeFailed = message('Couldn’t close the account. Nothing was changed.')
export const closingSince = message('Closed on {date}. The last payout is still on its way.')
export const closedSince = message('Closed on {date}. You can still refund and withdraw. Contact support to reopen it.')
export const setUpFirst = message('Set up two-factor authentication before you close the account.')
export const openSends = message('A withdrawal or refund is still on its way. Wait until it’s confirmed.')
export const openLoopOut = message('A loop-out is still open. Cancel it, or wait until it’s done.')
export const lightningBalance = message('You still have a Lightning balance. Request a loop-out in your wallet first.')
export const failedToast = message('Error')

// A person exports their data, and an owner erases the account.
export const yourData = message('Your data')
export const dataOfOwner = message(
  'A JSON file with what we store about you: your account, team, invoices, withdrawals, activity and emails.',
)
export const dataOfPartner = message(
  'A JSON file with what we store about you: your account, payouts, sign-ins, activity and emails.',
)
export const dataOfPerson = message(
  'A JSON file with what we store about you: your account, sign-ins, activity and emails.',
)
export const downloadData = message('Download my data')
export const dataFailed = message('Couldn’t export your data. Try again in a minute.')
export const eraseExplained = message(
  'Erasing removes names, email addresses and customer data for good. Amounts stay in the ledger, without names. Nobody can sign in afterwards.',
)
export const setUpToErase = message('Set up two-factor authentication before you erase the account.')
export const eraseButton = message('Erase account…')
export const eraseAccount = message('Erase account')
export const erasePurpose = message('This can’t be undone. Withdraw everything first.')
export const erasing = message('Erasing...')
export const erasedToast = message('Account erased')
export const erasedText = message('Nobody can sign in to it anymore.')
export const eraseFailed = message('Couldn’t erase the account. Nothing was changed.')

// What an admin does for an account.
export const exportData = message('Export personal data')
export const exportFailed = message('Couldn’t export the data. Try again in a minute.')
export const eraseNamed = message('Erase {store}')
export const eraseMerchantPurpose = message(
  'Names, email addresses and customer data are removed for good. Amounts stay in the ledger, without names. This can’t be undone.',
)
export const careMenu = message('Account')
export const reopenAccount = message('Reopen account')
export const closeNamed = message('Close {store}')
export const reopenNamed = message('Reopen {store}')
export const closeMerchantPurpose = message(
  'It can’t create anything new. Its owner can still sign in, refund and withdraw. Its owner and admins are emailed.',
)
export const reopenPurpose = message('It can create invoices, payment links and API keys again.')
export const reason = message('Reason')
export const reasonHint = message('For the audit log. The merchant doesn’t see it.')
export const reopening = message('Reopening...')
export const reopenedToast = message('Account reopened')
export const careFailed = message('Couldn’t do this. Nothing was changed.')

// A recovery and another email address, which wait.
export const recoverOwner = message('Recover owner')
export const recoverNamed = message('Recover the owner of {store}')
export const recoverPurpose = message('For an owner who lost their phone and codes')
export const identityCheck = message('How did you check who is asking?')
export const identityCheckHint = message('Such as documents and a call. It’s kept in the audit log.')
export const cancel = message('Cancel')
export const whatHappens = message('What happens')
export const recoveryTells = message('The owner and all admins of the store are emailed now. Each of them can stop it.')
export const recoveryWaitsFirst = message('Withdrawals are paused for 7 days while it waits.')
export const recoveryEnds = message('Then password and 2FA are reset, and the owner gets a link that works once.')
export const startRecovery = message('Start recovery')
export const starting = message('Starting...')
export const recoveryStarted = message('Recovery started')
export const changeEmail = message('Change owner’s email')
export const changeEmailPurpose = message(
  '{email} gets an email and can stop it. After 24 hours, the owner signs in with the new address.',
)
export const newEmail = message('New email')
export const startChange = message('Start change')
export const changeStarted = message('Email change started')
export const stopChange = message('Stop the change')
export const stopRecovery = message('Stop the recovery')
export const stopping = message('Stopping...')
export const stoppedToast = message('Stopped')
export const stopFailed = message('Couldn’t stop it. Try again.')
export const recoveryWaits = message(
  'Our support will reset the owner’s password and 2FA on {date}. Withdrawals are paused. Stop it if you don’t expect it.',
)
export const emailWaits = message(
  'Our support will change the owner’s email to {email} on {date}. Stop it if you don’t expect it.',
)
export const waiting = message('Pending changes')

// The page that the link in an email opens.
export const stopTab = message('Stop a change')
export const stopRecoveryTitle = message('Stop the account recovery?')
export const stopRecoveryText = message(
  'The password and 2FA of the owner of {store} will be reset on {date}. If you stop it, nothing changes.',
)
export const stopEmailTitle = message('Stop the email change?')
export const stopEmailText = message(
  'The owner of {store} will sign in with {email} from {date}. If you stop it, nothing changes.',
)
export const stoppedTitle = message('It’s stopped')
export const stoppedText = message('Nothing was changed. If you didn’t expect this, contact us.')
export const linkInvalidTitle = message('This link isn’t valid anymore')
export const linkInvalid = message('It was already used, or the change has ended.')
export const linkNotLoaded = message('Couldn’t load this. Try again.')
export const contact = message('Contact us')
export const returnHome = message('Return to home')
