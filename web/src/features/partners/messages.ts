import { message } from '../../lib/message.ts'

// On several cards.
export const withdraw = message('Withdraw')
export const withdrawals = message('Withdrawals')
export const transactions = message('Transactions')
export const close = message('Close')
export const cancel = message('Cancel')
export const confirmed = message('Confirmed')
export const pending = message('Pending')
export const failed = message('Failed')
export const canceled = message('Canceled')
export const lightning = message('Lightning')
export const platform = message('Platform')
export const partnersName = message('Partners')
export const transactionId = message('Transaction ID')
export const onceConfirmed = message('once confirmed')
export const failedToast = message('Error')
export const moneySafe = message('Your money is safe. Try again in a minute.')
export const withdrawalCount = message('{count, plural, =0{No withdrawals yet} one{# withdrawal} other{# withdrawals}}')
export const ofPool = message('Of the partner pool')

// Fees by type.
export const depositFees = message('Deposit fees')
export const withdrawalFees = message('Withdrawal fees')
export const lightningFees = message('Lightning fees')
export const feeRate = message('{type, select, withdrawal{{rate} per withdrawal} other{{rate} per payment}}')
export const feeCount = message(
  '{type, select, withdrawal{{count, plural, =0{None} one{# withdrawal} other{# withdrawals}}} other{{count, plural, =0{None} one{# payment} other{# payments}}}}',
)
export const feeRateAndCount = message('{rate} · {count}')

// The partner’s dashboard.
export const welcome = message('Welcome back, {name}')
export const lead = message('Your share of platform fees')
export const share = message('{share} share')
export const dashboardNotLoaded = message('Unable to load dashboard')
export const availableBalance = message('Available Balance')
export const totals = message('Totals')
export const totalEarned = message('Total Earned')
export const totalWithdrawn = message('Total Withdrawn')
export const revenueShare = message('Revenue Share')
export const since = message('Since {date}')
export const withdrawBitcoin = message('Withdraw Bitcoin')
export const earnedInBitcoin = message('Earned in bitcoin at the time of each payment. Minimum withdrawal {minimum}.')
export const negativeBalance = message(
  'Some payments you earned from were reversed after you withdrew. New earnings cover that first.',
)
export const pendingWithdrawals = message('Plus {amount} in pending withdrawals')
export const uncollected = message(
  'Not collected yet: {amount}. You can withdraw it once the merchants’ fees reach the platform wallet.',
)

// Where the earnings come from.
export const revenueBreakdown = message('Revenue breakdown')
export const breakdownNote = message('Click to view transactions')
export const breakdownSummary = message(
  '{count, plural, one{# transaction} other{# transactions}}, {revenue} for you. Your rate now: {rate}.',
)
export const breakdownNotLoadedTitle = message('Failed to load transactions')
export const breakdownNotLoaded = message('Please check your connection and try again')
export const retry = message('Retry')
export const breakdownEmpty = message('No transactions found for this fee type')
export const ofAmount = message('of {amount}')

// The platform, and how sharing works.
export const platformOverview = message('Platform revenue overview')
export const totalPlatformRevenue = message('Total platform revenue')
export const totalPartnerBalances = message('Total partner balances')
export const yourShareOfPool = message('Your share of the pool')
export const you = message('You')
export const otherPartners = message('{count, plural, =1{One other partner} other{Other partners}}')
export const sharingTitle = message('How revenue sharing works')
export const customerPays = message('A customer pays a merchant')
export const goesToPool = message('{percent} goes to the partner pool')
export const yourPart = message('{share} of the pool is yours, credited instantly in sats')
export const sharingFree = message(
  'On-chain and Lightning payments both count. Your share is fixed in sats at the first confirmation. Withdrawals are free. The network fee is deducted from the amount.',
)
export const sharingCharged = message(
  'On-chain and Lightning payments both count. Your share is fixed in sats at the first confirmation. A withdrawal costs {percent}. The network fee is deducted from the amount.',
)

// The wallet.
export const yourBalance = message('Your balance')
export const walletNotLoaded = message('Failed to load wallet data')
export const figuresFrom = message('Figures from {time}')
export const walletNotConfigured = message('Platform wallet not configured. Contact admin for setup.')
export const heldByPlatform = message(
  'Earned in bitcoin at the time of each payment. The platform holds it until you withdraw.',
)
export const howYouEarn = message('How you earn')
export const howThisWorks = message('How this works')
export const poolPerPayment = message('Partner pool per payment')
export const ratePerPayment = message('Your rate per payment')
export const free = message('Free (0%)')
export const minimumWithdrawal = message('Minimum withdrawal')
export const processingTime = message('Processing time')
export const aboutTenMinutes = message('About 10 minutes')
export const stepCheck = message('We check your 2FA code, address and balance, and put the amount on hold.')
export const stepSend = message(
  'The platform’s wallet sends one transaction. If anything interrupts, the same transaction is resent, so you’re paid exactly once.',
)
export const stepConfirm = message(
  'It’s pending until the first confirmation. If it fails, the amount returns to your balance.',
)
export const statement = message('Statement (CSV)')
export const statementFailed = message('Couldn’t create the statement')

// Withdrawing.
export const available = message('Available: {amount}')
export const withdrawTitle = message('Withdraw to a Bitcoin address')
export const dialogPurpose = message('Available: {amount}. Processing takes about 10 minutes.')
export const processing = message('Processing...')
export const amountUsd = message('Amount (USD)')
export const conversion = message('About {btc} at {price}')
export const feeHint = message('About {fee} network fee is deducted.')
export const convertedFeeHint = message('{conversion}. About {fee} network fee is deducted.')
export const maxAction = message('Use Max')
export const bitcoinAddress = message('Bitcoin address')
export const codeHint = message('From your authenticator app. Each code works once.')
export const codeNeeded = message('2FA must be set up before you can withdraw.')
export const sent = message('Withdrawal successful! Transaction ID: {txid}')
export const copy = message('Copy')
export const stillProcessing = message(
  'Processing your {amount} withdrawal. It’s only sent once. Follow it under Withdrawals.',
)
export const pageFailed = message('Withdrawal failed. Please try again.')
export const dialogFailed = message('Withdrawal failed')
export const dialogUnknown = message('An error occurred during withdrawal')
export const belowMinimum = message('Minimum withdrawal amount is $1.00 (Bitcoin dust threshold)')
export const insufficient = message('Insufficient balance. Available: {amount}')
export const invalidAddress = message('Please enter a valid Bitcoin address')
export const invalidAmount = message('Please enter a valid amount')
export const aboveBalance = message('Amount exceeds available balance of {amount}')
export const addressNeeded = message('Please enter a Bitcoin address')

// Past withdrawals.
export const withdrawalsNotLoaded = message('Couldn’t load your withdrawals')
export const noWithdrawalsTitle = message('No withdrawals yet')
export const noWithdrawals = message('Your withdrawals will appear here')
export const confirmations = message('{count, plural, one{# confirmation} other{# confirmations}}')
export const toAddress = message('To {address}')
export const address = message('Address')
export const inTransaction = message('Transaction {txid}')
export const networkFee = message('Network fee {amount}, deducted')
export const failedNote = message('Not sent. The amount is back in your balance.')
export const canceledNote = message('The amount is back in your balance.')

// The admins’ list.
export const addPartner = message('Add Partner')
export const feeModel = message('How the fee model works')
export const totalPartners = message('Total Partners')
export const activeCount = message('{count, plural, other{# active}}')
export const totalBalances = message('Total Balances')
export const totalBalancesNote = message('Owed, at today’s price')
export const totalEarnings = message('Total Earnings')
export const totalWithdrawals = message('Total Withdrawals')
export const atTimeOfPayment = message('USD at time of payment')
export const atTimeOfWithdrawal = message('USD at time of withdrawal')
export const emptyTitle = message('No partners found')
export const empty = message('Any unallocated share goes to the platform')
export const listNotLoadedTitle = message('Unable to load partners')
export const noMoneyAffected = message('No money is affected. Try again in a minute.')
export const partner = message('Partner')
export const email = message('Email')
export const sharePercent = message('Share %')
export const currentBalance = message('Current Balance')
export const status = message('Status')
export const joined = message('Joined')
export const details = message('Details')
export const viewDetails = message('View Details')
export const viewDetailsOf = message('View Details of {name}')
export const active = message('Active')
export const inactive = message('Inactive')
export const invited = message('Invited')

// The fee model.
export const platformPerPayment = message('Platform fee per payment')
export const customerWithdrawals = message('Customer withdrawals')
export const partnerWithdrawals = message('Partner withdrawals')
export const unallocatedPool = message(
  '{pool} of every payment goes to the partner pool. No partner has a share, so all of it goes to the platform.',
)
export const sharedPool = message(
  '{pool} of every payment goes to the partner pool, split by share. {partners, plural, one{# partner earns {each}} other{# partners earn {each} each on average}}, credited in sats. Any unallocated share goes to the platform.',
)
export const feesNotLoaded = message('Couldn’t load the fees. Try again in a minute.')

// One partner.
export const back = message('Back to Partners')
export const edit = message('Edit')
export const activate = message('Activate')
export const deactivate = message('Deactivate')
export const notFound = message('Partner Not Found')
export const notLoadedTitle = message('Unable to load this partner')
export const feeSharing = message('How fees are shared')
export const feeShare = message('Fee Share')
export const information = message('Partner information')
export const resendInvitation = message('Send invitation again')
export const resetTwoFactor = message('Reset 2FA')
export const partnerId = message('Partner ID')
export const twoFactor = message('Two-factor authentication')
export const on = message('On')
export const off = message('Off')
export const revenueDetails = message('Revenue details')
export const lastEarned = message('Last earned {date}')
export const noEarnings = message('No earnings yet')
export const total = message('Total earned')
export const deactivatePurpose = message('They’re signed out and stop earning. What they’ve earned stays owed to them.')
export const activatePurpose = message('They can sign in and earn their share of new payments.')
export const deactivatedToast = message('Partner deactivated')
export const activatedToast = message('Partner activated')
export const updateFailed = message('Couldn’t update the partner')

// The dialogs for partners.
export const createPurpose = message('We’ll email an invitation. Unallocated in the pool: {percent}.')
export const poolAllocated = message('The partner pool is fully allocated. Lower another share first.')
export const createPartner = message('Create Partner')
export const creating = message('Creating...')
export const createdToast = message('Partner created')
export const invitedAt = message('We invited {name} at {email}.')
export const creationFailedToast = message('Creation Failed')
export const createFailed = message('Couldn’t create the partner')
export const editPartner = message('Edit Partner')
export const editPurpose = message('A new share applies to new payments. Past earnings stay the same.')
export const saveChanges = message('Save Changes')
export const saving = message('Saving...')
export const updatedToast = message('Partner updated')
export const name = message('Name')
export const shareOfPool = message('Share of the pool (%)')

export const underCheck = message('Withdrawals are paused for a check. Your money is safe. Try again later.')
