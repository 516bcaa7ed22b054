import { message } from '../../lib/message.ts'

// The figures of every page.
export const balanceFailed = message('Couldn’t load your balance. Your money is safe.')

// Lightning.
export const lightningBalance = message('Lightning balance')
export const lightningFailed = message('Couldn’t load your Lightning balance. Your money is safe.')

// The wallet.
export const invoices = message('Invoices')
export const transactions = message('Transactions')
export const sendPayment = message('Send Payment')
export const viewTransactions = message('View Transactions')
export const everything = message('Everything you have here')
export const available = message('Available now')
export const availableWhy = message('You can send this today')
export const onLightning = message('On Lightning')
export const onLightningWhy = message('Held by {brand} until you move it')
export const onOwnNode = message('On your own node')
export const onHold = message('On hold')
export const onHoldWhy = message('Moving from Lightning to your wallet')
export const notYet = message('Not available yet')
export const notYetWhy = message(
  'Waiting for a first confirmation or your signature, on its way out, or kept for the network fee',
)
export const setAside = message('Set aside')
export const setAsideWhy = message('Fees owed {fees}')
export const total = message('Total')
export const inWallet = message('In your wallet')
export const heldBy = message('Held by {brand}')
export const onYourNode = message('On your Lightning node')
export const sidebar = message('Balance in the sidebar is your wallet alone.')
export const lastSynced = message('Last synced {ago}')
export const neverSynced = message('Not synced yet')
export const syncNow = message('Sync now')
export const syncFailedToast = message('Not synced')
export const syncFailed = message('Couldn’t sync your wallet. Your money is safe. Try again in a minute.')
export const walletFailed = message('Failed to load wallet')
export const moneySafe = message('Your money is safe.')
export const configureServer = message('Configure BTCPay Server')
export const supportChat = message('Support chat')

// Backing up.
export const backUpTitle = message('Back up your recovery phrase.')
export const backUp = message('We hold an encrypted copy until you do. You’ll need your 2FA code, pen and paper.')
export const backUpNeedsCode = message('We hold an encrypted copy until you do. Set up 2FA first.')
export const backUpByOwner = message('We hold an encrypted copy until the owner of this account does.')
export const reveal = message('Reveal (one time)')
export const revealing = message('Revealing...')
export const setUpCode = message('Set up 2FA')
export const revealTitle = message('Reveal recovery phrase')
export const revealPurpose = message('Write it down in private. You’ll only see it once, then we delete our copy.')
export const notRevealedToast = message('Recovery phrase not revealed')
export const invalidCode = message('Invalid verification code')
export const phraseTitle = message('Your recovery phrase')
export const phrasePurpose = message(
  'Write down these {count, plural, one{# word} other{# words}} in this order. Anyone with them can spend your funds.',
)
export const phraseWarning = message('We deleted our copy. Don’t keep a photo or a file of it.')
export const writtenDown = message('I’ve written it down')
export const recoveryPhrase = message('Recovery phrase')

// Receiving.
export const receive = message('Receive')
export const amountUsd = message('Amount (USD)')
export const amountInvalid = message('Please enter a valid amount')
export const receiveAddress = message('Bitcoin address')
export const copyAddress = message('Copy address')
export const newAddress = message('New address')
export const newAddressToast = message('New address ready')
export const newAddressSentence = message('Payments to your older addresses still arrive.')
export const newAddressFailedToast = message('No new address')
export const addressFailed = message('Couldn’t load an address. Your money is safe.')
export const receiveQr = message('QR code of your Bitcoin address')
export const receiveQrAmount = message('QR code of your Bitcoin address, with the amount')
export const depositsFree = message('Deposits to this address are free. To bill a customer, {link}.')
export const createAnInvoice = message('create an invoice')

// Who holds the keys.
export const custody = message('Who holds the keys')
export const walletYours = message('Your wallet: you')
export const weSign = message(
  'You have the recovery phrase, and our payment server signs when you send. Anyone with the phrase can spend it, with or without {brand}.',
)
export const onlyYouSign = message(
  'Only you hold the keys. We see addresses and balance. Nothing leaves this wallet without your signature.',
)
export const youSign = message('Your own BTCPay Server signs when you send. We never had the recovery phrase.')
export const lightningHeld = message('Lightning: {brand}')
export const lightningHeldWhy = message('We hold it for you until you move it.')
export const lightningOwn = message('Lightning: you')
export const lightningOwnWhy = message('It’s on your own node. We never hold it.')
export const lightningNone = message('No Lightning')
export const lightningNoneWhy = message('Your store doesn’t accept Lightning payments.')
export const lightningDown = message(
  'Lightning is unavailable right now, so new invoices can only be paid on-chain. Your balance is safe.',
)
export const phraseWaiting = message('Not backed up')
export const phraseWaitingWhy = message('We hold an encrypted copy of the recovery phrase until you back it up.')
export const phraseRead = message('Backed up')
export const phraseReadWhy = message('We deleted our copy of your recovery phrase. We can’t show it again.')

// Which wallet it is.
export const details = message('Wallet details')
export const walletName = message('Wallet name')
export const walletId = message('Wallet ID')
export const addressType = message('Address type')
export const nativeSegwit = message('Native SegWit, {prefix}')
export const taproot = message('Taproot, {prefix}')
export const network = message('Network')
export const bitcoinNetwork = message('Bitcoin {network}')

// The wallet from before a move
export const oldWallet = message('Old wallet')
export const oldWalletTitle = message('{usd} is in your old wallet.')
export const oldPhraseTitle = message('Back up the recovery phrase of your old wallet.')
export const oldPhraseWhy = message(
  'Your store got a new wallet on {date}. We hold an encrypted copy of the old phrase until you reveal it.',
)
export const oldWalletSend = message(
  'Your store got a new wallet on {date}. Send the bitcoin there. Older invoices are still paid to the old one.',
)
export const oldWalletByOwner = message(
  'Your store got a new wallet on {date}. Only the owner can send the bitcoin there.',
)
export const oldWalletSending = message('The bitcoin in your old wallet is on its way.')
export const oldWalletArrives = message('It’s in your new wallet when the transaction confirms.')
export const oldWalletResting = message('In use until {date}. Older invoices are still paid to it.')
export const oldWalletStale = message('Last synced {date}.')
export const oldPhrase = message('Reveal old phrase')
export const sendToNew = message('Send to new wallet')
export const sendToNewPurpose = message(
  'About {usd} ({btc} BTC) arrives in your new wallet. The network fee is deducted, and there’s no other fee.',
)
export const sendAll = message('Send all')
export const oldSentToast = message('On its way')
export const oldSent = message('The bitcoin in your old wallet is being sent to your new one.')
export const oldNotSentToast = message('Nothing was sent')

// Fees that can't be collected from the wallet.
export const feesOwed = message('Fees owed')
export const feesAsked = message('Invoice total')
export const feesSince = message('Owed since')
export const feesToPay = message('To pay')
export const feesQr = message('Code for paying the fee invoice')
export const feesAddress = message('Address of the fee invoice')
export const payInApp = message('Open wallet app')
export const feesPaused = message('New invoices are paused since {date}. Paying lifts it at once.')
export const feesPause = message('Unpaid, new invoices pause on {date}.')
export const feesHint = message(
  'Payments pay the oldest fees first, after one confirmation. Anything beyond them is credit for later fees.',
)
