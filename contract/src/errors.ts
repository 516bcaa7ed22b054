import type { SigningRefusal } from './signing.faults.ts'

/**
 * Every error the API can return, with its status and the sentence a person reads. A code that isn't here doesn't
 * compile anywhere. A screen may show `message` unchanged.
 */
export const errors = {
  'invalid-request': { status: 400, message: 'The request isn’t valid.' },
  'invalid-option': { status: 422, message: 'This option isn’t supported.' },
  'too-many-rows': {
    status: 400,
    message: 'A PDF has at most 5,000 rows. Choose a shorter period or more filters, or download the CSV.',
  },
  'invalid-credentials': { status: 401, message: 'Invalid email or password' },
  'invalid-second-factor': { status: 401, message: 'Invalid 2FA code' },
  'code-already-used': { status: 401, message: 'This 2FA code was already used. Wait for the next one.' },
  'sign-in-expired': { status: 401, message: 'This sign-in took too long. Enter your password again.' },
  'not-confirmed': {
    status: 403,
    message:
      'We restored our records from a backup. You can sign in once your account is confirmed. Then we email you a link.',
  },
  'new-password-needed': {
    status: 403,
    message: 'Your account is confirmed. Set a new password with the link we emailed you.',
  },
  'restore-code-needed': {
    status: 403,
    message: 'The platform was restored from a backup. Enter the code that the restore printed.',
  },
  'invalid-restore-code': { status: 403, message: 'This restore code is wrong or was already used.' },
  'not-signed-in': { status: 401, message: 'Please sign in.' },
  forbidden: { status: 403, message: 'You don’t have permission to do this.' },
  'password-needed': { status: 403, message: 'Enter your password to continue.' },
  'enrollment-needed': { status: 403, message: 'Set up two-factor authentication to continue.' },
  'not-found': { status: 404, message: 'Not found' },
  'method-not-allowed': { status: 405, message: 'This method isn’t supported here.' },
  conflict: { status: 409, message: 'Someone else changed this. Reload the page and try again.' },
  'body-too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-media-type': { status: 415, message: 'Send the request body as application/json.' },
  'too-many-attempts': { status: 429, message: 'Too many attempts. Wait a moment and try again.' },
  'proof-needed': {
    status: 428,
    message: 'Too many failed sign-ins for this account. Your browser needs a moment before you can continue.',
  },
  'too-many-streams': { status: 429, message: 'You already have 10 event streams open. Close one first.' },
  'internal-error': { status: 500, message: 'Something went wrong on our side. Try again.' },
  unavailable: { status: 503, message: 'The service isn’t available right now. Try again in a minute.' },

  'reset-token-invalid': { status: 400, message: 'This reset link is invalid or has expired.' },
  'wrong-current-password': { status: 400, message: 'Current password is incorrect' },
  'password-too-common': { status: 400, message: 'This password is too common. Choose another one.' },
  'second-factor-already-on': { status: 409, message: 'Two-factor authentication is already enabled.' },
  'second-factor-not-on': { status: 409, message: 'Two-factor authentication isn’t enabled.' },
  'second-factor-not-pending': { status: 409, message: 'Start the two-factor setup again.' },
  'invalid-verification-code': { status: 400, message: 'Invalid verification code' },
  'bad-signature': { status: 401, message: 'The signature doesn’t match.' },
  'not-configured': {
    status: 409,
    message: 'Bitcoin payments are not configured for your account. Please contact support.',
  },
  'nothing-to-collect': {
    status: 409,
    message:
      'Nothing can be collected now: fees are already on their way, payouts are paused, or no wallet that we can send from holds enough.',
  },
  'address-name-taken': { status: 409, message: 'This name isn’t available. Choose another one.' },
  'too-many-name-changes': {
    status: 429,
    message: 'You can choose 3 new names in 30 days, for your store and its payment links together.',
  },
  'name-in-use': {
    status: 409,
    message: 'Somebody paid to this name in the last 12 months. It can’t be released.',
  },
  'too-many-address-names': {
    status: 409,
    message: 'You can reserve at most 100 names. Use one of your earlier names, or contact support.',
  },
  'too-many-deposit-addresses': {
    status: 409,
    message: 'You can have at most 1,000 deposit addresses. Use an existing reference, or contact support.',
  },
  'engine-unavailable': {
    status: 503,
    message: 'Couldn’t reach the payment server. Nothing was created. Try again in a minute.',
  },
  'nothing-to-refund': { status: 409, message: 'There is nothing left to refund on this invoice.' },
  'refund-too-large': {
    status: 409,
    message: 'This is more than what is left to refund on this invoice. Nothing was created. Enter a smaller amount.',
  },
  'refund-claimed': { status: 409, message: 'This refund was already claimed.' },
  'refund-closed': { status: 410, message: 'This refund is no longer available. Contact the store.' },
  'refund-store-inactive': {
    status: 409,
    message: 'This store is deactivated, so this refund can’t be claimed. Nothing was sent. Contact the store.',
  },
  'refund-email-missing': {
    status: 409,
    message:
      'This invoice had no customer email address when it was paid, so an API key can’t refund it. Refund it on the invoice’s page.',
  },
  'refund-limit-reached': {
    status: 403,
    message:
      'This refund would exceed the API key’s daily refund limit. Nothing was created. Try again tomorrow, or raise the limit in Settings > Developer.',
  },
  'refund-invoice-too-old': {
    status: 409,
    message: 'API keys can only refund invoices from the last 90 days. Refund this one on the invoice’s page.',
  },
  'customer-email-limit': {
    status: 429,
    message: 'Too many emails to customers in the last hour. Nothing was sent. Try again later.',
  },
  'receipt-limit-reached': {
    status: 409,
    message: 'This receipt was already emailed 3 times. Download the PDF instead.',
  },
  'unsupported-image': { status: 422, message: 'This file isn’t a PNG, JPEG or WebP picture that we can read.' },
  'image-too-large': { status: 422, message: 'The picture can have at most 4,096 × 4,096 pixels.' },
  'price-unavailable': {
    status: 503,
    message: 'Couldn’t get a bitcoin price for this invoice. Nothing was created. Try again in a minute.',
  },
  'refund-not-payable': {
    status: 409,
    message: 'The store can’t pay this refund right now. Nothing was sent. Try again later or contact the store.',
  },
  'invoice-not-renewable': {
    status: 409,
    message: 'This invoice can’t get a new price. Contact the business that sent it.',
  },
  'invoice-not-cancelable': {
    status: 409,
    message: 'Only an unpaid invoice with a due date can be canceled. Nothing was changed.',
  },
  'invoice-not-markable': {
    status: 409,
    message: 'This invoice can’t be marked like this anymore. Nothing was changed. Reload it to see its status.',
  },
  'invoice-not-mailable': { status: 409, message: 'Only an unpaid invoice can be sent again.' },
  'recovery-words-gone': {
    status: 410,
    message: 'The recovery phrase was already revealed, and our copy was deleted.',
  },
  'own-keys-unreadable': { status: 422, message: 'We can’t use this wallet. Nothing was saved.' },
  'own-keys-refused': { status: 409, message: 'Your wallet can’t be changed now. Nothing was changed.' },
  'key-refused': { status: 409, message: 'This key can’t be used here. Add a new account in your wallet.' },
  'own-keys': { status: 409, message: 'Only you hold the keys of this wallet. Send this from your wallet app.' },
  'signature-refused': { status: 422, message: 'This isn’t the payment that you requested. Nothing was sent.' },
  'refund-handed-out': {
    status: 409,
    message:
      'An earlier payment of this refund was handed out to be signed, and can still be sent. Nothing was sent now. Open it under Sign and cancel it for sure first.',
  },
  'fee-not-refused': { status: 409, message: 'The network hasn’t refused this fee. Nothing was changed.' },
  'fee-not-covered': {
    status: 409,
    message: 'Its coins don’t cover a higher fee. Nothing was changed. It’s sent when the network’s fees fall.',
  },
  'coins-not-free': {
    status: 409,
    message:
      'Its coins are spent or reserved for another payment. Six blocks after that one confirms, this can’t be sent anymore.',
  },
  'signing-ended': { status: 409, message: 'This doesn’t wait for a signature anymore. Nothing was sent.' },
  'store-not-usable': { status: 422, message: 'These BTCPay details don’t work.' },
  'engine-refused': { status: 502, message: 'The payment server rejected the request.' },
  'idempotency-key-reused': {
    status: 422,
    message: 'This Idempotency-Key was already used for a different request. Use a new key.',
  },
  'lever-refused': { status: 409, message: 'The sandbox couldn’t do that.' },
  'second-factor-needed': { status: 403, message: '2FA must be set up before you can withdraw.' },
  'insufficient-balance': { status: 409, message: 'Insufficient balance.' },
  'invalid-address': { status: 400, message: 'Please enter a valid Bitcoin address' },
  'amount-too-small': {
    status: 400,
    message: 'This amount is too small for the Bitcoin network. Nothing was sent. Enter a larger amount.',
  },
  'fees-differ': {
    status: 409,
    message: 'The fees have changed. Nothing was sent. Check the new amounts and try again.',
  },
  'price-too-old': {
    status: 503,
    message: 'Couldn’t get a current bitcoin price. Nothing was sent. Try again in a minute.',
  },
  'invalid-promo-code': { status: 400, message: 'This promo code isn’t valid.' },
  'promo-code-used': { status: 409, message: 'This promo code was already used and can’t be revoked.' },
  'loop-out-too-little': { status: 409, message: 'Minimum $300.00 required' },
  'loop-out-open': {
    status: 409,
    message: 'You already have an open loop-out request. Cancel it, or wait until it’s done.',
  },
  'loop-out-not-pending': {
    status: 409,
    message: 'This request is no longer pending. Reload the page to see its status.',
  },
  'finding-not-acknowledgeable': {
    status: 409,
    message: 'Differences in sums, seals and wallets can’t be acknowledged.',
  },
  'loop-out-not-resolvable': { status: 409, message: 'This loop-out can’t be resolved this way.' },
  'platform-wallet-too-low': {
    status: 409,
    message: 'The platform wallet can’t cover this loop-out right now. Nothing was changed. Fund the wallet first.',
  },
  'restore-under-review': {
    status: 409,
    message: 'A restore is under review. Finish it on the page “After the restore” to resume payouts.',
  },
  'not-reviewer': {
    status: 403,
    message: 'Only the admin who signed in with the restore code can decide this. Run npm run restore -- --new-code.',
  },
  'restore-unfinished': { status: 409, message: 'Some items aren’t decided yet. Nothing was changed.' },
  'api-key-suspended': {
    status: 403,
    message: 'We restored our records from a backup. This API key is suspended until it has been reviewed.',
  },
  'withdrawals-paused': {
    status: 503,
    message: 'Withdrawals are paused. Nothing was sent and your money is safe. Try again later.',
  },
  'withdrawals-closed': { status: 403, message: 'Withdrawals are paused for 24 hours after a security change.' },
  'incident-resolved': { status: 409, message: 'This incident is already resolved. Post a new one.' },
  'send-not-resolvable': { status: 409, message: 'This payment can’t be resolved this way.' },
  'withdrawal-ended': { status: 409, message: 'This withdrawal ended and wasn’t sent. Create a new one to try again.' },
  'too-late-to-cancel': { status: 409, message: 'This withdrawal was already sent and can’t be canceled.' },
  'platform-wallet-low': {
    status: 409,
    message: 'The platform wallet can’t cover this withdrawal right now. Your balance is unchanged. Try again later.',
  },
  'earnings-not-collected': {
    status: 409,
    message: 'You can withdraw these earnings once the fees behind them are collected. Your balance is unchanged.',
  },
  'shares-exceeded': {
    status: 409,
    message: 'The shares of active partners would add up to more than 100%. Lower another share first.',
  },
  'email-taken': { status: 409, message: 'This email address is already in use.' },
  'admin-waiting': {
    status: 403,
    message: 'You can do this 24 hours after you set up two-factor authentication.',
  },
  'admin-second-factor-needed': {
    status: 403,
    message: 'Set up two-factor authentication on your security page before you do this.',
  },
  'second-factor-missing': { status: 400, message: 'Enter your 2FA code.' },
  'application-decided': { status: 409, message: 'This application already has a different decision.' },
  'application-waiting': {
    status: 409,
    message: 'The applicant hasn’t answered your request yet. Cancel the request to approve without an answer.',
  },
  'engines-full': {
    status: 409,
    message: 'Every payment server is full. Nothing was created. Add a server or raise a capacity, then try again.',
  },
  'move-refused': { status: 409, message: 'This merchant can’t be moved right now. Nothing was changed.' },
  'fields-not-open': { status: 422, message: 'This link doesn’t open these fields.' },
  'already-joined': {
    status: 409,
    message: 'This person already has a password and doesn’t need an invitation.',
  },
  'team-full': { status: 409, message: 'Your team already has 50 people. Remove someone first.' },
  'invitation-limit': {
    status: 429,
    message: 'Too many invitations today. Nothing was sent. Try again tomorrow.',
  },
  'store-closed': {
    status: 409,
    message: 'This account is closed. Nothing was created.',
  },
  'payments-paused': {
    status: 409,
    message: 'This store can’t take new payments right now. Nothing was created.',
  },
  'account-closed': { status: 409, message: 'This account is already closed.' },
  'account-open': { status: 409, message: 'This account isn’t closed.' },
  'erasure-blocked': { status: 409, message: 'This can’t be erased yet.' },
  'closing-blocked': { status: 409, message: 'This account can’t be closed yet.' },
  'recovery-needed': {
    status: 409,
    message: 'An owner’s 2FA is reset by an account recovery, which waits 7 days. Start it on the merchant’s page.',
  },
  'change-open': {
    status: 409,
    message: 'Another change of this account is waiting. Stop it first, or wait until it’s applied.',
  },
  'last-admin': { status: 409, message: 'You can’t deactivate the last administrator.' },
  'not-yourself': { status: 409, message: 'You can’t do this to your own account. Ask another administrator.' },
  'notice-too-short': { status: 400, message: 'Fee increases need at least 30 days’ notice to merchants.' },
  'invalid-api-key': { status: 401, message: 'This API key isn’t valid. Check it, or create a new one.' },
  'scope-missing': { status: 403, message: 'This API key doesn’t have the required scope.' },
  'source-not-allowed': { status: 403, message: 'This API key can’t be used from this IP address.' },
  'rate-limited': { status: 429, message: 'Too many requests. Slow down and try again.' },
  'request-in-progress': {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
  },
  'outcome-unknown': {
    status: 409,
    message:
      'An earlier request with this Idempotency-Key was interrupted. Check whether it went through before you try again with a new key.',
  },
  'answer-not-kept': {
    status: 409,
    message:
      'This request already succeeded. Its response contained a secret and wasn’t saved. Try again with a new key.',
  },
  'withdrawal-address-not-allowed': {
    status: 403,
    message: 'This API key can’t send to this address. Nothing was sent. Use an address from the key’s list.',
  },
  'device-not-bound': {
    status: 401,
    message: 'This device isn’t connected to the till. Ask a manager for a new device link.',
  },
  'till-link-spent': {
    status: 410,
    message: 'This device link was already used, has expired or was revoked. Ask a manager for a new one.',
  },
  'till-address-taken': { status: 409, message: 'This web address is already in use. Choose another one.' },
  'too-many-tills': { status: 409, message: 'You already have 50 tills. Nothing was created.' },
  'too-many-items': { status: 409, message: 'Your catalog can have up to 1,000 items. Nothing was added.' },
  'too-many-tax-rates': { status: 409, message: 'You can have up to 20 tax rates. Nothing was added.' },
  'tax-rate-in-use': {
    status: 409,
    message: 'Items or tills still use this rate. Give them another one first. Nothing was changed.',
  },
  'too-many-till-devices': {
    status: 409,
    message: 'This till already has 20 devices. Revoke one first.',
  },
  'sale-changed': {
    status: 409,
    message: 'A price has changed. Nothing was charged. Check the new total and charge again.',
  },
  'sold-out': { status: 409, message: 'An item is sold out. Nothing was charged. Remove it and charge again.' },
  'wrong-pin': { status: 403, message: 'This PIN isn’t right. Nothing was changed.' },
  'till-refunds-locked': {
    status: 403,
    message: 'Too many wrong PINs. Refunds are locked on this device until a manager unlocks it in the dashboard.',
  },
  'too-many-till-cashiers': { status: 409, message: 'This till already has 50 cashiers. Remove one first.' },
  'shift-open': { status: 409, message: 'Another shift is open on this device. Close it first.' },
  'refund-already-requested': {
    status: 409,
    message: 'A refund of this sale is already waiting for a manager.',
  },
  'sale-not-cancelable': { status: 409, message: 'This sale was already paid and can’t be canceled.' },
  'payment-link-closed': { status: 410, message: 'This payment link is closed.' },
  'too-many-api-keys': { status: 409, message: 'You already have 50 API keys. Revoke one first.' },
  'fees-already-planned': {
    status: 409,
    message: 'Another fee change already starts at this time. Choose another time.',
  },
  'fees-unchanged': { status: 409, message: 'These fees will already be in effect at that time.' },
  'webhook-url-refused': { status: 400, message: 'This URL can’t receive webhooks.' },
  'webhook-not-manageable': {
    status: 403,
    message: 'An API key can only change endpoints that it created. Change this one in your settings.',
  },
  'too-many-webhooks': { status: 409, message: 'You already have 20 endpoints. Remove one first.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/**
 * A proof is `<text>:<nonce>`, where the SHA-256 of the proof begins with `bits` zero bits. The nonce is up to 20
 * letters and digits of the solver's choice.
 */
export type ProofChallenge = { text: string; bits: number }

/**
 * The body of every error. `error` repeats `message`, because some of the spec's screens read one and some the other.
 */
export type ErrorBody = {
  message: string
  error: string
  code: ErrorCode
  requestId: string
  fields?: { path: string; message: string }[]
  /** With `proof-needed`: what to solve for the header `Bitquay-Proof`. */
  challenge?: ProofChallenge
  /** With `signature-refused`: what is wrong with what came back. */
  signing?: SigningRefusal
}
