import { message } from '../../lib/message.ts'

// What there is to send.
export const balanceLabel = message('Available balance')
export const total = message('Total wallet balance')
export const available = message('Available for withdrawals')
export const afterFees = message('after platform fees')
export const afterFeesAndReserve = message('after platform fees of {fees} and {reserved} in reserve')
export const price = message('Bitcoin price')
export const pricing = message('Stabilized pricing')
export const pricingAge = message('Stabilized pricing, updated {ago}')
export const pricingGuess = message('Stabilized pricing, not a market price')
export const balanceFailed = message('Couldn’t load your balance. Your money is safe.')

// The form.
export const formLabel = message('Withdrawal')
export const amount = message('Customer withdrawal amount (USD)')
export const maxAction = message('Use max, {amount}')
export const atPrice = message('at {price}')
export const address = message("Customer's Bitcoin address")
export const addressHint = message('Your own wallet, an exchange, or anyone you pay.')
export const networkName = message('Bitcoin {network}')
export const validAddress = message('Valid {network} address')
export const notes = message('Notes')
export const promoCode = message('Promo code')
export const codeHint = message('From your authenticator app. A code works once.')
export const codeNeeded = message('2FA must be set up before you can withdraw.')
export const clear = message('Clear')
export const submit = message('Process Withdrawal')
export const submitting = message('Processing Withdrawal...')
// With a wallet that only the merchant has the keys of.
export const ownSign = message('You sign this payment with your own wallet.')
export const createToSign = message('Create to sign')
export const creatingToSign = message('Creating...')
export const createdToast = message('Withdrawal created')
export const signToSend = message('Sign it with your keys to send it.')

export const amountNotPositive = message('Customer withdrawal amount must be positive')
export const addressMissing = message('Bitcoin address is required')
export const insufficient = message('Insufficient balance. Need ${needed} but only ${available} available.')

// The review beside it.
export const breakdown = message('Fee breakdown')
export const receives = message('Customer receives')
export const sendTo = message('To')
export const compareAddress = message(
  'Payments to a wrong address can’t be recovered. Compare the first and last 4 characters.',
)
export const amountRow = message('Customer withdrawal amount')
export const feeRow = message('Withdrawal fee')
export const feePercentRow = message('Withdrawal fee, {percent}')
export const networkFeeRow = message('Network fee, {rate} sat/vB')
export const leaves = message('Leaves your wallet')
export const availableNow = message('Available now')
export const fromReserve = message('Network fee reserve')
export const thisWithdrawal = message('This withdrawal')
export const availableAfter = message('Available after')
export const promoSaves = message('Promo code {code} saves you {amount} in fees.')
export const quoteFailed = message('Couldn’t compute the fees. Nothing was sent.')

// How it works.
export const how = message('How this works')
export const howChecked = message('We check the address, the amount and your 2FA code.')
export const howOnce = message(
  'If anything interrupts, the same transaction is resent, so your customer is never paid twice.',
)
export const howPending = message('It shows as Pending until the first confirmation, usually within 10 minutes.')
export const howFees = message(
  'Withdrawal fee {withdrawal}, plus the network fee. Deposit fee {deposit} in total, platform {platform} and partners {partners}: a $100 payment leaves {kept} to send.',
)

// After it was sent.
export const processedToast = message('Withdrawal Processed')
export const processed = message('{amount} is on its way to your customer.')
export const acceptedToast = message('Withdrawal Accepted')
export const accepted = message('It will send automatically. Follow it below.')
export const unknownToast = message('No Response Yet')
export const unknown = message('We couldn’t confirm this. Check the list below. Retrying won’t pay twice.')
export const failedToast = message('Withdrawal Failed')
export const codeToast = message('2FA Required')
export const failed = message('Failed to process customer withdrawal.')

// One withdrawal.
export const sentLabel = message('Your withdrawal')
export const titleAccepted = message('Withdrawal accepted')
export const titleProcessed = message('Withdrawal processed')
export const titleConfirmed = message('Withdrawal confirmed')
export const titleFailed = message('Withdrawal failed')
export const titleCanceled = message('Withdrawal canceled')
export const netAmount = message('Net amount sent')
export const customerAmount = message('Customer amount')
export const networkFee = message('Network fee')
export const savedBy = message('Saved by {code}')
export const bitcoinAddress = message('Bitcoin address')
export const transactionId = message('Transaction ID')
export const explorer = message('Explorer')
export const close = message('Close')
export const cancel = message('Cancel')
export const cancelLabel = message('Cancel withdrawal {id}')
export const canceledToast = message('Withdrawal canceled')
export const staysInWallet = message('{amount} stays in your wallet.')
export const cancelFailedToast = message('Cancel failed')
export const cancelFailed = message('Couldn’t cancel the withdrawal. It may already be on its way.')

// One word per state, and what it means for the money.
export const isAccepted = message('Accepted. You can cancel until it is signed.')
export const isQueued = message('Queued. It will send automatically. You can cancel until then.')
export const isSigned = message('Signed. Sending it to the network.')
export const isBroadcast = message('On the network. Waiting for the first confirmation.')
export const isConfirmed = message('Your customer has it: {count, plural, one{# confirmation} other{# confirmations}}.')
export const hasNotPaid = message('It wasn’t paid. The money is in your wallet.')
export const isCanceled = message('Canceled before it was signed. Nothing was sent.')

// The list.
export const listTitle = message('Withdrawals')
export const listEmptyTitle = message('No withdrawals yet')
export const listEmpty = message('Your withdrawals will appear here')
export const listFailedTitle = message('Unable to load withdrawals')
export const listFailed = message('Couldn’t load this list. Your money is safe.')
export const loadingList = message('Loading withdrawals')
export const noMatch = message('No withdrawals match your filters')
export const adjustFilters = message('Try adjusting your search criteria or clearing filters')
export const searchHint = message('Address, transaction ID, notes')
export const allView = message('All')
export const sentTo = message('Sent to')
export const statusHead = message('Status')
export const dateHead = message('Requested')
export const amountHead = message('Amount')
export const totalHead = message('Total')
export const rowName = message('{amount} to {address}')
export const rowCount = message('{count, plural, one{# withdrawal} other{# withdrawals}}')
export const rowCountAtLeast = message('{count}+ withdrawals')
export const totals = message('Totals')
export const filtered = message('Filtered')
export const networkFees = message('Network fees')
export const withdrawalFees = message('Withdrawal fees')
export const totalSent = message('Total sent')
export const totalsNote = message('Totals leave out failed and canceled withdrawals.')
export const requestedByFact = message('Requested by')
export const confirmedFact = message('First confirmation')
export const promoSaved = message('Promo code saved')

// Who can’t send.
export const readOnly = message('Only the owner and admins can withdraw. You can see the balance and past withdrawals.')
export const notConfiguredTitle = message('Bitcoin payments are not configured')
export const notConfigured = message('Contact support to connect your store.')
export const contactSupport = message('Contact support')

export const underCheck = message(
  'Withdrawals are paused for a check. Your money is safe, and you can take payments as usual.',
)
