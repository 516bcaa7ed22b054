import { message } from '../../lib/message.ts'

// The page.
export const backToWallet = message('Back to wallet')
export const loadFailed = message('Couldn’t load your wallet. Your money is safe.')
export const ownServer = message(
  'Your store is on your own BTCPay Server, so we never had its keys. Change the wallet there.',
)
export const ownersOnly = message('Only the owner of this account can change the wallet.')

// The steps.
export const stepChoose = message('Choose wallet')
export const stepKey = message('Public key')
export const stepCheck = message('Check addresses')
export const next = message('Continue')
export const back = message('Back')

// Which wallet it is.
export const chooseTitle = message('How do you keep your keys?')
export const device = message('Signing device with QR codes')
export const deviceHint = message('Coldcard, Keystone, Passport, SeedSigner')
export const app = message('Wallet app')
export const appHint = message('Sparrow, BlueWallet, Electrum. Paste the public key')
export const several = message('Several keys')
export const severalHint = message('2 of 3 multisig, with a wallet file from Sparrow or Nunchuk')

// What changes.
export const changesTitle = message('What changes')
export const signingKeys = message('Signing keys')
export const onlyYours = message('Only you have them')
export const weSee = message('{brand} sees')
export const watchOnly = message('Addresses and balance')
export const customerPayments = message('Customer payments')
export const straight = message('Go straight to your wallet')
export const sending = message('Withdrawals and refunds')
export const fromYourApp = message('You sign withdrawals, and send refunds from your wallet app')
export const lightning = message('Lightning')
export const lightningStays = message('Held by {brand}, as before')
export const fees = message('Fees')
export const feesStay = message('Stay owed, because we can’t collect them')
export const neverAsk = message('We’ll never ask for your recovery phrase. A public key can’t spend.')

// The key.
export const keyTitle = message('Add your public key')
export const keyLabel = message('Public key, descriptor or wallet file')
export const keyHint = message('Use a new account of your wallet. It starts with xpub, ypub, zpub, wpkh( or similar.')
export const deviceKeyHint = message(
  'Export a new account on your device. Scan its code, choose its file or paste the key. Keys start with xpub, ypub or zpub.',
)
export const severalLabel = message('Descriptor or wallet file')
export const severalKeyHint = message(
  'One key doesn’t say who else signs. Export the whole wallet: its descriptor, or the multisig file.',
)
export const scanTitle = message('Scan your public key')
export const scanPurpose = message('Show the key on your device and hold its code in front of the camera.')
export const otherCode = message('This code holds no public key. Export the account on your device and show that code.')
export const secretCode = message(
  'This is a private key or a recovery phrase. We didn’t send it anywhere. Never show it to a website. If others may have seen it, move your coins to a new wallet. Here we only need a public key.',
)
export const fileLabel = message('Or choose the file that your wallet exported')
export const fileTooLarge = message('This file is too large for a wallet file. Nothing was sent.')
export const scriptLabel = message('Address type')
export const chooseScript = message('Choose one')
export const fingerprintLabel = message('Master fingerprint')
export const fingerprintHint = message('8 characters. Your wallet shows it beside the public key.')
export const pathLabel = message('Path')
export const pathHint = message('Such as 84h/0h/0h')
export const readKey = message('Read key')
export const reading = message('Reading...')
export const readFailed = message('Couldn’t read the key. Nothing was saved. Try again.')
export const privateKeyTitle = message('This is a private key.')
export const phraseTitle = message('This is a recovery phrase.')
export const secretWarning = message(
  'We didn’t send it anywhere. Never paste it into a website. If others may have seen it, move your coins to a new wallet. Here we only need a public key.',
)

// The addresses.
export const checkTitle = message('Do these match your wallet?')
export const checkHint = message(
  'Open “Receive” in your wallet and compare. If they differ, go back. Payments to a wrong key can’t be recovered.',
)
export const addressNumber = message('No. {number}')
export const theyMatch = message('All three match. I compared them in my wallet.')
export const isNew = message('This account is new. Nothing was ever paid to it.')
export const connect = message('Connect wallet')
export const connecting = message('Connecting...')
export const connectPurpose = message(
  'Customers pay into this wallet in 24 hours. Every owner and admin of your store gets an email and can cancel it.',
)
export const codeNeeded = message('Set up 2FA before you change your wallet.')
export const notConnectedToast = message('Wallet not connected')
export const connectFailed = message('Couldn’t connect your wallet. Nothing was changed. Try again.')
export const connectedToast = message('Wallet connected')
export const connectedSentence = message('It’s used in 24 hours.')

// A change that waits.
export const waitingConnect = message('Your own wallet is used from {date}.')
export const waitingLeave = message('A new wallet on our payment server is used from {date}.')
export const waitingBy = message('Requested by {email}. Until then, everything stays as it is.')
export const applying = message('Your wallet is being changed. This takes a minute.')
export const compareAgain = message('Compare these addresses with your wallet once more.')
export const cancelChange = message('Cancel change')
export const canceledToast = message('Change canceled')
export const canceledSentence = message('Your wallet stays as it is.')
export const cancelFailed = message('Couldn’t cancel the change. Try again.')

// The wallet in use.
export const onlyYouTitle = message('Only you hold the keys')
export const onlyYouHint = message(
  'Nothing leaves this wallet without your signature. You sign withdrawals with your keys. Send refunds from your wallet app.',
)
export const keysTitle = message('Your keys')
export const requiredOf = message('{required} of {count}')
export const descriptor = message('Descriptor')
export const firstAddresses = message('First addresses')
export const changeWallet = message('Change wallet')
export const leave = message('Stop using my own wallet')
export const leavePurpose = message(
  'In 24 hours you get a new wallet on our payment server, with its own recovery phrase. The bitcoin in your own wallet stays there.',
)
export const leaving = message('Requesting...')
export const notChangedToast = message('Nothing was changed')
export const leaveFailed = message('Couldn’t request the change. Nothing was changed. Try again.')
export const changeWaits = message('Changing the wallet waits 24 hours. All owners are emailed.')

// Which addresses are used.
export const addressesTitle = message('Addresses')
export const nextNumber = message('Next is number {number}')
export const lastPaid = message('No. {number} was paid')
export const nonePaid = message('None was paid yet')
export const unpaidSince = message('{count, plural, one{# unpaid since} other{# unpaid since}}')
export const usualLimit = message('Limit {limit}')
export const gapSoon = message(
  '{left, plural, one{# more unpaid address} other{# more unpaid addresses}} and your wallet app may not show new payments. The coins are yours all the same.',
)
export const gapOver = message('Your wallet app may not show new payments anymore. The coins are yours all the same.')
export const gapHow = message(
  'Most apps stop looking after {limit} unused addresses. Set the gap limit in your app to 100.',
)
export const look = message('Look at the next 100')
export const looking = message('Looking...')
export const lookFailed = message('Couldn’t look at the addresses. Your money is safe. Try again in a minute.')
export const foundNone = message('Nothing was paid to numbers {first} to {last}.')
export const foundSome = message('Paid among numbers {first} to {last}:')

// Types of wallets.
export const wpkh = message('Native SegWit')
export const tr = message('Taproot')
export const shWpkh = message('Nested SegWit')
export const pkh = message('Legacy')
export const multisig = message('Native SegWit, multisig')

// On other pages.
export const connectTitle = message('Hold the keys yourself')
export const connectHint = message('Have customers pay into a wallet that only you can spend from.')
export const changePending = message('A change of your wallet waits.')
export const connectOwn = message('Use your own wallet')
export const waitingPayments = message(
  '{count, plural, one{# payment waits for your signature} other{# payments wait for your signature}}',
)
