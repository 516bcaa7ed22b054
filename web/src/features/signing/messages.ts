import { message } from '../../lib/message.ts'

// The list.
export const listTitle = message('Waiting for your signature')
export const backToWallet = message('Back to wallet')
export const loadFailedTitle = message('Couldn’t load your payments')
export const loadFailed = message('Couldn’t load this list. Your money is safe.')
export const emptyTitle = message('Nothing waits for your signature')
export const empty = message('Withdrawals from your own wallet appear here until they’re signed')
export const sendPayment = message('Send payment')
export const amountHead = message('Amount')
export const toHead = message('To')
export const requestedHead = message('Requested')
export const signaturesHead = message('Signatures')
export const reservedHead = message('Coins reserved until')
export const signedOf = message('{signed} of {required}')
export const actionsHead = message('Actions')
export const sign = message('Sign')
export const signNamed = message('Sign {amount} to {address}')
export const notYet = message('Not yet')

// One payment.
export const pageTitle = message('Sign with your keys')
export const notFound = message('This payment doesn’t exist, or you don’t have access')
export const paymentFailedTitle = message('Couldn’t load this payment')
export const paymentFailed = message('Your money is safe. Try again in a minute.')
export const backToList = message('All payments to sign')
export const requestedBy = message('Requested by {name}, {when}')
export const withdrawalTo = message('Withdrawal to {address}')
export const stepCreated = message('Created')
export const stepSign = message('Sign')
export const stepSend = message('Send')
export const fromCoins = message('{count, plural, one{From, # coin} other{From, # coins}}')
export const allCoins = message('Show all {count} coins')
export const to = message('To')
export const change = message('Back to you, change')
export const changeNumber = message('Change address no. {number}')
export const networkFee = message('Network fee, {rate} sat/vB')

// States.
export const preparing = message('Preparing')
export const signing = message('Signing')
export const pending = message('Pending')
export const confirmed = message('Confirmed')
export const failed = message('Failed')
export const canceled = message('Canceled')

// Signatures.
export const signatures = message('Signatures')
export const signature = message('Signature')
export const signaturesNeeded = message('{signed} of {required} needed, {count} keys')
export const notSigned = message('Not signed yet')
export const signed = message('Signed')
export const missing = message('not signed')
export const lastSigned = message('{fingerprint} signed {when}.')
export const moreKeys = message(
  '{count, plural, one{One more key is enough.} other{# more keys are needed.}} Any order works.',
)
export const oneKey = message('Sign with the key {fingerprint}, path {path}.')
export const reservedUntil = message('Coins are reserved until {date}.')
export const cancelWithdrawal = message('Cancel withdrawal')

// Taking it out.
export const signTitle = message('Sign this payment')
export const way = message('How to sign')
export const qr = message('QR')
export const file = message('File')
export const copy = message('Copy')
export const device = message('Your device')
export const urDevices = message('Most devices (UR)')
export const bbqrDevices = message('Coldcard Q (BBQr)')
export const codeLabel = message('Payment to sign, part {part} of {count}')
export const oneCodeLabel = message('Payment to sign')
export const partOf = message('Part {part} of {count}, it repeats')
export const stillPartOf = message('Part {part} of {count}')
export const slower = message('Slower')
export const faster = message('Faster')
export const pause = message('Pause')
export const play = message('Play')
export const previous = message('Previous')
export const next = message('Next')
export const fileHint = message('Open it in your wallet app, or put it on the memory card of your device.')
export const downloadFile = message('Download PSBT')
export const copyHint = message('Paste it into your wallet app. A PSBT can’t spend without your signature.')
export const copyPsbt = message('Copy PSBT')
export const psbt = message('PSBT')
export const compareTitle = message('Compare on the device:')
export const compare = message('{amount} to')

// Bringing it back.
export const bringBack = message('When it’s signed')
export const uploadFile = message('Upload file')
export const signedFile = message('Signed file')
export const scanTitle = message('Scan the signed payment')
export const scanPurpose = message('Hold the code on your device in front of the camera.')
export const otherCode = message('This code holds no signed payment. Show the signed one on your device.')
export const paste = message('Paste')
export const pasteTitle = message('Paste the signed PSBT')
export const pastePurpose = message('In base64 or hex, as your wallet app shows it.')
export const pasteLabel = message('Signed PSBT')
export const check = message('Check and send')
export const checking = message('Checking...')
export const fileTooLarge = message('This file is larger than 1 MB. A signed payment is smaller. Nothing was sent.')
export const unreadableFile = message('This file holds no signed payment. Choose the .psbt file. Nothing was sent.')
export const unreadableText = message('This is no PSBT. Paste it in base64 or hex. Nothing was sent.')
export const secret = message(
  'This is a private key or a recovery phrase. We didn’t send it anywhere. Never give it to a website. If others may have seen it, move your coins to a new wallet.',
)
export const managersOnly = message('Only the owner and admins can hand in a signature.')
export const unknownOutcome = message(
  'We couldn’t confirm this. It may have been sent. Check the state on this page. Trying again won’t pay twice.',
)
export const addedToast = message('Signature added')
export const addedSentence = message('{count, plural, one{One more key is enough.} other{# more keys are needed.}}')
export const sentToast = message('Payment sent')
export const sentSentence = message('{amount} is on its way.')

// What to do after a refusal.
export const adviceNotSigned = message('Approve it on the device first, then bring it back.')
export const advicePartlySigned = message('Sign all of its coins, then bring it back.')
export const adviceWrongKey = message('Use the device with one of the keys named here.')
export const adviceSighash = message('Sign the whole transaction, with the usual signature type.')
export const adviceAgain = message('Sign the original again, on the device.')
export const adviceFile = message('Export it as a PSBT and try again.')

// When something else came back.
export const differsTitle = message('This isn’t the withdrawal you requested')
export const outputsDiffer = message(
  '{count, plural, one{One output is different.} other{# outputs are different.}} Nothing was sent. Your coins stay reserved.',
)
export const partHead = message('Part')
export const askedHead = message('Requested')
export const signedHead = message('Signed')
export const payee = message('Payee')
export const changePart = message('Change')
export const unknownAddress = message('Unknown address')
export const notThere = message('not there')
export const same = message('same')
export const differsAdvice = message(
  'A device never changes a payment by itself. The app between may be at fault. Sign again from the original, on the device, and don’t use that app.',
)
export const showOriginal = message('Show the original again')

// While it is prepared, and at its end.
export const preparingTitle = message('Preparing your payment')
export const preparingSentence = message(
  'We choose the coins and the network fee. This takes a few seconds. If your other payments have reserved all coins, it waits for some to be free.',
)
export const sentTitle = message('Sent')
export const asRequested = message('Same coins, outputs and fee as requested')
export const validSignatures = message('{count, plural, one{# valid signature} other{# valid signatures}}')
export const firstConfirmation = message('First confirmation, usually within 10 minutes')
export const isConfirmed = message('Confirmed on the Bitcoin network')
export const transactionId = message('Transaction ID')
export const notSentTitle = message('Not sent')
export const wasCanceled = message('It was canceled. Nothing was sent, and its coins are available again.')
export const hasFailed = message('Nothing was sent, and its coins are available again.')
export const newWithdrawal = message('Create a new withdrawal')
