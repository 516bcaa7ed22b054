import { message } from '../../lib/message.ts'

// The list.
export const title = message('API keys')
export const createKey = message('Create API key')
export const purpose = message(
  'API keys let your code act for your store, within their scopes. Keep them on your server, never in a web page or an app. {help}',
)
export const notLoadedTitle = message('Couldn’t load your API keys')
export const notLoaded = message('Try again in a minute.')
export const none = message('No API keys yet. Create one to send your first invoice from code.')
export const showEnded = message('Show {count} revoked or expired')
export const active = message('Active')
export const suspended = message('Suspended')
export const suspendedOwner = message('Its creator is no longer an admin. It can’t move money until you confirm it.')
export const awaitsReview = message(
  'We restored our records from a backup. This key doesn’t work until we’ve reviewed it.',
)
export const suspendedOther = message(
  'Its creator is no longer an admin. It can’t move money until the owner confirms it.',
)
export const confirmKey = message('Confirm key')
export const expired = message('Expired')
export const revoked = message('Revoked')
export const lastUsed = message('Last used {ago} from {address}')
export const neverUsed = message('Never used')
export const createdBy = message('Created by {person}')
export const expiredOn = message('Expired {date}')
export const expiresOn = message('Expires {date}')
export const onlyFrom = message('Only from {addresses}')
export const refundsUpTo = message('Refunds up to {amount} per day')
export const changeLimit = message('Change limit')
export const sendsTo = message('Sends to')
export const revoke = message('Revoke')
export const revokeOne = message('Revoke {name}')

// Creating one.
export const createPurpose = message('Name this key and choose its permissions.')
export const createFailed = message('Couldn’t create the key')
export const cancel = message('Cancel')
export const create = message('Create key')
export const creating = message('Creating key...')
export const name = message('Name')
export const nameHint = message('What will use this key, such as your shop’s name.')
export const restrict = message('Restrict to IP addresses')
export const restrictHint = message('One address or network per line, such as 203.0.113.7 or 203.0.113.0/24.')
export const expires = message('Expires')
export const never = message('Never')
export const inMonth = message('In 30 days')
export const inQuarter = message('In 90 days')
export const inYear = message('In a year')
export const scopes = message('Scopes')
export const addresses = message('Allowed addresses')
export const addressesHint = message('One per line. You can’t change them later.')
export const limitHint = message(
  'The most this key can refund per day (UTC). Without a limit it can’t refund. You can change it later.',
)
export const limit = message('Daily refund limit (USD)')
export const codeHint = message('From your authenticator app. This key can send money.')
export const codeNeeded = message('Set up 2FA to let a key send money.')
export const readName = message('Read')
export const readText = message('View invoices, payment links, transactions, balances, withdrawals and events.')
export const invoicesName = message('Invoices')
export const invoicesText = message('Create and mark invoices. Create and change payment links.')
export const refundsName = message('Refunds')
export const refundsText = message('Refund customers by email, up to a daily limit.')
export const withdrawalsName = message('Withdrawals')
export const withdrawalsText = message('Send bitcoin without a 2FA code, only to the addresses you choose now.')
export const nameMissing = message('Enter a name')
export const scopeMissing = message('Choose at least one scope')
export const addressMissing = message('Enter at least one address')
export const limitInvalid = message('Enter an amount in dollars')

// The key, shown once.
export const yourKey = message('Your API key')
export const yourKeyPurpose = message('Send it as a Bearer token with every request.')
export const saved = message('I saved it')
export const tryIt = message('Try it')
export const onlyOnce = message('You won’t see this key again. If you lose it, create a new one and revoke this one.')
export const apiKey = message('API key')

// Changing the limit, revoking.
export const limitTitle = message('Daily refund limit')
export const limitPurpose = message('The most {name} can refund per day (UTC). With 0 it can’t refund.')
export const limitFailed = message('Couldn’t change the limit')
export const saveLimit = message('Save limit')
export const saving = message('Saving...')
export const confirmTitle = message('Confirm {name}?')
export const confirmPurpose = message(
  'Anyone with this key can move money again, within its scopes. If you don’t know who has it, revoke it and create a new one.',
)
export const confirmingKey = message('Confirming...')
export const confirmFailed = message('Couldn’t confirm the key')
export const revokeTitle = message('Revoke {name}?')
export const revokePurpose = message('Requests with this key will fail from now on. You can’t undo this.')
export const keep = message('Keep key')
export const revokeKey = message('Revoke key')
export const revoking = message('Revoking...')
export const errorToast = message('Error')
export const revokeFailed = message('Couldn’t revoke the key')

// A shop’s plugin that asks for a key.
export const connect = message('Connect a shop')
export const signInToConnect = message('Sign in to connect {shop} to your store.')
export const notAllowed = message('Only the owner or a manager of a store can do this.')
export const backToHome = message('Back to Home')
export const yourStore = message('your store')
export const connectFailed = message('Couldn’t connect the shop')
export const connectOne = message('Connect {shop}')
export const connectPurpose = message('This shop wants to take payments for {store}.')
export const keySentTo = message('The key will be sent to {host}')
export const canDo = message('The shop can')
export const canCreate = message('create invoices and mark them as paid or invalid')
export const canRead = message('read invoices, payments, balances and store settings')
export const canReceive = message('receive invoice and payment webhooks')
export const cannotSend = message('It can’t send money. You can revoke its key in Settings at any time.')
export const refundCode = message('2FA code (optional)')
export const refundCodeHint = message(
  'With a code, the shop can also start refunds. Each one is emailed to the customer and waits for your approval.',
)
export const notGranted = message('The shop also requested permissions that we don’t grant: {permissions}')
export const allow = message('Allow')
export const connecting = message('Connecting...')
export const unexpected = message('Not expecting this? Close this page. Nothing has been shared. {link}')
export const howItWorks = message('How this works')
export const someShop = message('A shop')
export const badRedirect = message(
  'We can’t send a key to the address that the shop gave. Check the shop’s own URL and try again.',
)
