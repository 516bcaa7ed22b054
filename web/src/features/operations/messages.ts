import { message } from '../../lib/message.ts'

// The page.
export const doctor = message('Doctor')
export const incidents = message('Incidents')
export const notLive = message('Not live. Figures from {time}')
export const notLoadedTitle = message('Unable to load system health')
export const notLoaded = message('No money is affected. Try again in a minute.')
export const failedToast = message('Error')
export const never = message('Never')
export const none = message('None')
export const status = message('Status')

// Alerts.
export const alerts = message('Alerts')
export const alertCount = message('{count, plural, =0{None} other{# open}}')
export const noAction = message('No action needed')

// What works.
export const healthyCount = message('{count, plural, one{# area, open for details} other{# areas, open for details}}')
export const auditLine = message(
  'Balanced. {count, plural, one{# check} other{# checks}} passed{acknowledged, plural, =0{} other{, # acknowledged}}, {date}',
)
export const serverLine = message('Synced at block {height}, responds in {latency}')
export const databaseLine = message('PostgreSQL {version}, {size}, {connections} connections')
export const workersRun = message('{count, plural, one{# worker runs} other{# workers run}}')

// Queues.
export const queueChart = message('{queue} in the last 60 minutes, at most {most}')
export const hourAgo = message('1 h ago')
export const now = message('now')
export const queuedWebhooks = message('Queued webhooks')
export const webhookNote = message(
  '{hasOldest, select, yes{{dropped, plural, =0{Oldest {seconds} s} other{Oldest {seconds} s · # dropped}}} other{{dropped, plural, =0{} other{# dropped}}}}',
)
export const queuedEmails = message('Queued emails')
export const failedEmails = message('Failed emails')
export const payoutsInProgress = message('Payouts in progress')
export const requestedCount = message('{count} requested')
export const signedCount = message('{count} signed')
export const broadcastCount = message('{count} broadcast')

// Payouts that don’t proceed.
export const stuckPayouts = message('Stuck payouts')
export const fundsOnHold = message('Funds on hold')
export const withdrawal = message('Withdrawal #{id}')
export const refund = message('Refund #{id}')
export const partnerPayout = message('Partner payout #{id}')
export const feeSweep = message('Fee sweep #{id}')
export const loopOut = message('Loop-out #{id}')
export const feeBump = message('Fee bump #{id}')
export const cancellation = message('Cancellation #{id}')
export const payoutStatus = message(
  '{status, select, requested{Requested} signed{Signed} broadcast{Broadcast} confirmed{Confirmed} failed{Failed} other{Canceled}}',
)
export const payoutDetails = message('{owner} · since {date} · {attempts, plural, one{# attempt} other{# attempts}}')
export const retryNow = message('Retry now')
export const retryingPayout = message('Retrying payout')
export const retryPayoutFailed = message('Couldn’t retry the payout')
export const cancelPayout = message('Cancel payout')
export const cancelPayoutTitle = message('Cancel payout #{id}?')
export const cancelPayoutPurpose = message('Nothing was signed, so nothing was sent. The amount returns to {owner}.')
export const keepPayout = message('Keep payout')
export const payoutCanceled = message('Payout canceled')
export const cancelPayoutFailed = message('Couldn’t cancel the payout')
export const resolve = message('Resolve')
export const resolveTitle = message('Resolve payout #{id}')
export const resolvePurpose = message(
  'If another transaction spent the coins, enter it here. We’ll check it against the wallet before anything changes.',
)
export const txid = message('TXID')
export const txidHint = message('The transaction that spent the coins')
export const outcome = message('Outcome')
export const paidRecipient = message('Paid the same recipient')
export const paidSomeoneElse = message('Paid someone else')
export const payoutResolved = message('Payout resolved')
export const resolveFailed = message('Couldn’t resolve the payout')

// Emails that couldn’t be sent.
export const undeliveredEmails = message('Undelivered emails')
export const newestFirst = message('Newest first')
export const emailDetails = message(
  'To {recipient} · {date} · {status, select, held{held after the restore, may have been sent before} failed{gave up after {attempts, plural, one{# attempt} other{# attempts}}} other{still trying after {attempts, plural, one{# attempt} other{# attempts}}}}',
)
export const discard = message('Discard')
export const emailDiscarded = message('Email discarded')
export const discardFailed = message('Couldn’t discard the email')
export const retryingEmail = message('Retrying email')
export const retryEmailFailed = message('Couldn’t retry the email')

// Invoices that the payment server didn’t create.
export const rejectedInvoices = message('Rejected invoices')
export const lastDay = message('Last 24 hours')

// Withdrawals.
export const withdrawals = message('Withdrawals')
export const open = message('Open')
export const paused = message('Paused')
export const openNote = message(
  'Merchants, partners and the platform can send. Pausing holds everything that isn’t signed yet.',
)
export const reviewNote = message(
  'The platform was restored from a backup. Payouts resume when the review is finished.',
)
export const review = message('Review the restore')
export const pausedNote = message('Nothing new is signed. Withdrawals already sent can’t be stopped.')
export const pauseAll = message('Pause all withdrawals')
export const pauseTitle = message('Pause all withdrawals?')
export const pausePurpose = message('New requests are declined with an explanation. Payments still come in.')
export const pause = message('Pause')
export const resumeAll = message('Resume withdrawals')
export const resumeTitle = message('Resume withdrawals?')
export const resumePurpose = message('Queued withdrawals are signed and sent right away.')
export const resume = message('Resume')
export const pausedToast = message('Withdrawals paused')
export const resumedToast = message('Withdrawals resumed')
export const pauseFailed = message('Couldn’t update withdrawals')

// The platform’s wallet.
export const platformWallet = message('Platform wallet')
export const synced = message('Synced')
export const notReady = message('Not ready')
export const onChain = message('On-chain')
export const owedToPartners = message('Owed to partners')
export const owedForLoopOuts = message('Owed for loop-outs')
export const available = message('Available')
export const fundingQrCode = message('QR code of the funding address')
export const fundingAddress = message('Funding address')
export const fundingHint = message('Send bitcoin here to fund payouts and loop-outs.')

// The ledger audit.
export const ledgerAudit = message('Ledger audit')
export const audited = message(
  '{state, select, finished{Finished} other{Started}} {date}{hasPerson, select, yes{ by {person}} other{}}',
)
export const auditsItself = message('Runs every 15 minutes')
export const auditNow = message('Audit now')
export const ledgerBalanced = message('Ledger balanced')
export const ledgerUnbalanced = message('Ledger doesn’t balance')
export const findingCount = message('{count, plural, one{# finding} other{# findings}}')
export const auditFailed = message('Couldn’t audit the ledger')
export const finding = message('{subject}: expected {expected}, found {found}')
export const auditCounts = message('{passed} passed, {open} open, {acknowledged} acknowledged')
export const openFinding = message('Open')
export const acknowledgedFinding = message('Acknowledged')
export const acknowledgment = message('“{reason}”')
export const acknowledgedBy = message('{person}, {date}. Opens again if the figures change.')
export const acknowledge = message('Acknowledge')
export const acknowledgePurpose = message(
  'Say why these figures differ. The finding stays listed with your name, and opens again if the figures change.',
)
export const acknowledgeReason = message('Reason')
export const acknowledgedToast = message('Finding acknowledged')
export const acknowledgeFailed = message('Couldn’t acknowledge the finding')
export const reopen = message('Reopen')
export const reopenedToast = message('Finding is open again')
export const reopenFailed = message('Couldn’t open the finding again')
export const notAcknowledgeable = message('Sums, seals and wallets must fit. This can’t be acknowledged.')
export const auditNote = message('{subject}: {note}')
export const noAudit = message('No audit yet')
export const pending = message('Pending')
export const running = message('Running')
export const failed = message('Failed')
export const balanced = message('Balanced')

// Store sync.
export const storeSync = message('Store sync')
export const failingCount = message('{count, plural, other{# failing}}')
export const lateCount = message('{count, plural, other{# late}}')
export const upToDate = message('Up to date')
export const storesSync = message(
  '{count, plural, one{# store syncs} other{# stores sync}} as often as something happens, and right after each webhook.',
)
export const gapUnreachable = message('{server} couldn’t be reached {ago}, so webhooks may be missing.')
export const gapLate = message('Webhooks from {server} arrived late. The first was {ago}.')
export const gapMissing = message('Payments on {server} weren’t announced by a webhook. The first was {ago}.')
export const catchingUp = message(
  '{count, plural, =0{All stores have caught up.} one{# store is catching up.} other{# stores are catching up.}}',
)
export const settingUp = message('Setting up')
export const syncedAgo = message('Synced {ago}')
export const neverSynced = message('Never synced')
export const syncNow = message('Sync now')
export const syncStoreNow = message('Sync {store} now')
export const syncStarted = message('Sync started')
export const syncFailed = message('Couldn’t sync the store')
export const noStores = message('No stores yet')

// Payment server and database.
export const paymentServer = message('Payment server')
export const paymentServers = message('Payment servers')
export const serversRun = message('{count, plural, one{# server responds} other{# servers respond}}')
export const offlineCount = message('{count, number} offline')
export const syncingCount = message('{count, number} syncing')
export const pausedCount = message('{count, number} paused')
export const server = message('Server')
export const circuit = message('Requests')
export const circuitClosed = message('Sent')
export const circuitHalfOpen = message('Trying again')
export const circuitOpen = message('Paused')
export const merchants = message('Merchants')
export const ofCapacity = message('{count} of {capacity}')
export const requestsLastHour = message('Last hour')
export const requestsFailed = message('{count}, {failed} failed')
export const syncing = message('Syncing')
export const offline = message('Offline')
export const address = message('Address')
export const responseTime = message('Response time')
export const milliseconds = message('{count, number} ms')
export const blockHeight = message('Block height')
export const rateSource = message('Rate source')
export const working = message('Working')
export const noPrice = message('No bitcoin price')
export const lastChecked = message('Last checked')
export const database = message('Database')
export const postgres = message('PostgreSQL')
export const size = message('Size')
export const connections = message('Connections')
export const version = message('Bitquay')

// Workers.
export const workers = message('Workers')
export const noWorkers = message('No worker has run yet')
export const worker = message('Worker')
export const healthy = message('Healthy')
export const failing = message('Failing')
export const stuck = message('Stuck')
export const lastRun = message('Last run')
export const lastSuccess = message('Last success')
export const problem = message('Problem')
export const repeatedProblem = message('{count}×: {problem}')

// The bar above the dashboard.
export const alarmTitle = message('{cause}.')
export const alarm = message('Since {time}. {meaning}')
export const alarmAndMore = message(
  'Since {time}. {meaning} {count, plural, one{# more problem is} other{# more problems are}} open.',
)
export const seeWhatToDo = message('See what to do')

// The card of an outage.
export const follows = message('What follows from it')
export const isSafe = message('What is safe')
export const toDo = message('What to do')
export const postIncident = message('Post incident')
export const tryNow = message('Try now')
export const serverSince = message('Since {time}, {age}. We try again every 5 seconds.')
export const lastPrice = message(
  'The last price was {price}, read at {time}, {age} ago. We try again every 20 seconds.',
)
export const neverPrice = message('Since {time}, {age}. No price was ever read. We try again every 20 seconds.')
export const emailed = message('Emailed to all admins at {time}: “{title}”')
export const emailedSoon = message('Admins are emailed if it lasts longer than a minute.')
export const cantCreate = message('{count, plural, one{merchant} other{merchants}} can’t create invoices')
export const sendsWait = message('{count, plural, one{withdrawal waits} other{withdrawals wait}} to be signed')
export const heldSince = message('{amount} held, oldest {age}')
export const storesOverdue = message('{count, plural, one{store is} other{stores are}} overdue')
export const underWay = message('they may have payments under way')
export const emailsWait = message('{count, plural, one{email waits} other{emails wait}}')
export const oldFigures = message('{count, plural, one{merchant sees} other{merchants see}} old dollar figures')
export const all = message('All')
export const dollarSends = message('dollar withdrawals are declined')
export const priceAgeLimit = message('a price may be 5 minutes old at most')
export const safePayments = message('Payments already sent are on the chain. They sync when the server is back.')
export const safeSends = message('Waiting withdrawals keep their hold and are sent once.')
export const safeLedger = message('Balances and the ledger are unchanged.')
export const safeOthers = message('Other servers aren’t affected.')
export const openServer = message('Open {url} in a browser. No page: restart the machine.')
export const checkServer = message('A page, but no response here: check its disk and certificate.')
export const postLater = message(
  'Longer than 15 minutes: post an incident. The affected merchants already see a notice.',
)
export const safeInvoices = message('Customers can pay. New invoices use the rate of their payment server.')
export const safeOpenInvoices = message('Open invoices keep their locked rate.')
export const safeBitcoin = message('Balances in bitcoin are exact. Only their dollar value is old.')
export const checkInternet = message(
  'Check that this server can reach the internet. All exchanges failing at once is usually the network.',
)
export const checkClock = message('Check the clock of this server. Prices with a wrong time are refused.')
export const waitForSources = message('A price needs two exchanges that agree. Everything resumes automatically.')

// Settings that are missing.
export const mailUnset = message(
  'SMTP_URL isn’t set. No emails are sent: no invitations, no notifications and no password resets.',
)
export const explorerUnset = message(
  'ESPLORA_URL isn’t set. Conflicting transactions are found later, and some transactions lack details.',
)

// Prices and backup.
export const prices = message('Prices')
export const priceLine = message('1 BTC = {price}, {age}, {source}')
export const lastRead = message('Last read')
export const perBitcoin = message('1 BTC')
export const sources = message('Sources')
export const backup = message('Backup')
export const lastBackup = message('Last backup')
export const old = message('Old')
export const unknown = message('Unknown')

// The last 24 hours of a server, and what happened in an outage.
export const uptime = message('24 hours')
export const uptimeLabel = message(
  '{name}: {problems, plural, =0{always responded} one{# part with problems} other{# parts with problems}} in the last 24 hours',
)
export const uptimeUp = message('Responded, {hours} hours ago')
export const uptimePartly = message('Didn’t always respond, {hours} hours ago')
export const uptimeDown = message('Didn’t respond, {hours} hours ago')
export const uptimeNoData = message('No data, {hours} hours ago')
export const affected = message('{count, plural, one{Merchant affected, #} other{Merchants affected, #}}')
export const affectedFirst = message('The first {count} are listed.')
export const happened = message('What happened')
export const firstFailure = message('First request without a response')
export const markedDown = message('Marked down, merchants see a notice')
export const adminsEmailed = message('Admins emailed')
export const adminsEmailedSoon = message('Admins are emailed if it lasts')
export const backOnline = message('Back online')
export const toldAutomatically = message('Everyone is told automatically')
