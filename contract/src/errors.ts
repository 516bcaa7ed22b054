/**
 * Every error the API can return, with its status and the sentence a person reads. A code that isn't here doesn't
 * compile anywhere. A screen may show `message` unchanged.
 */
export const errors = {
  'invalid-request': { status: 400, message: 'The request is not valid.' },
  'too-many-rows': {
    status: 400,
    message: 'A PDF has at most 5,000 rows. Choose a shorter period or more filters, or download the CSV.',
  },
  'invalid-credentials': { status: 401, message: 'Invalid email or password' },
  'invalid-second-factor': { status: 401, message: 'Invalid 2FA code' },
  'code-already-used': { status: 401, message: 'This 2FA code was already used. Wait for the next one.' },
  'sign-in-expired': { status: 401, message: 'This sign-in took too long. Please enter your password again.' },
  'not-signed-in': { status: 401, message: 'Please sign in.' },
  forbidden: { status: 403, message: 'You do not have permission to do this.' },
  'password-needed': { status: 403, message: 'Please enter your password to continue.' },
  'enrollment-needed': { status: 403, message: 'Set up two-factor authentication to continue.' },
  'not-found': { status: 404, message: 'Not found' },
  'method-not-allowed': { status: 405, message: 'This method is not supported here.' },
  conflict: { status: 409, message: 'This was changed by someone else. Please reload and try again.' },
  'body-too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-media-type': { status: 415, message: 'Send the request body as application/json.' },
  'too-many-attempts': { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  'proof-needed': {
    status: 428,
    message: 'Too many failed sign-ins for this account. Your browser needs a moment to continue.',
  },
  'too-many-streams': { status: 429, message: 'You have 10 event streams open already. Please close one first.' },
  'internal-error': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again in a moment.' },

  'reset-token-invalid': { status: 400, message: 'This reset link is invalid or has expired.' },
  'wrong-current-password': { status: 400, message: 'Current password is incorrect' },
  'password-too-common': { status: 400, message: 'This password is too common. Please choose another one.' },
  'second-factor-already-on': { status: 409, message: 'Two-factor authentication is already enabled.' },
  'second-factor-not-on': { status: 409, message: 'Two-factor authentication is not enabled.' },
  'second-factor-not-pending': { status: 409, message: 'Start the two-factor setup again.' },
  'invalid-verification-code': { status: 400, message: 'Invalid verification code' },
  'bad-signature': { status: 401, message: 'The signature does not match.' },
  'not-configured': {
    status: 409,
    message: 'Bitcoin payments are not configured for your account. Please contact support.',
  },
  'engine-unavailable': {
    status: 503,
    message: 'The payment server cannot be reached right now. Nothing was created. Please try again in a moment.',
  },
  'nothing-to-refund': { status: 409, message: 'There is nothing to pay back on this invoice.' },
  'refund-claimed': { status: 409, message: 'This refund has been claimed already.' },
  'refund-closed': { status: 410, message: 'This refund is no longer offered. Please ask the store.' },
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
    message: 'This refund would exceed the API key’s daily refund limit. Nothing was created.',
  },
  'refund-invoice-too-old': {
    status: 409,
    message: 'API keys can refund invoices of the last 90 days only. Refund this one on the invoice’s page.',
  },
  'customer-email-limit': {
    status: 429,
    message: 'Too many emails to customers in the last hour. Nothing was sent. Try again later.',
  },
  'price-unavailable': {
    status: 503,
    message: 'Couldn’t get a bitcoin price for this invoice. Nothing was created. Try again in a minute.',
  },
  'refund-not-payable': {
    status: 409,
    message: 'The store cannot pay this refund right now. Please try again later, or ask the store.',
  },
  'invoice-not-renewable': {
    status: 409,
    message: 'There is no new price for this invoice. Please ask the business that sent it to you.',
  },
  'invoice-not-mailable': { status: 409, message: 'Only an open invoice can be sent again.' },
  'recovery-words-gone': { status: 410, message: 'The recovery words are no longer here. They can be read once.' },
  'store-not-usable': { status: 422, message: 'These BTCPay details cannot be used.' },
  'engine-refused': { status: 502, message: 'The payment server refused the request.' },
  'idempotency-key-reused': { status: 422, message: 'This Idempotency-Key was used for another request.' },
  'lever-refused': { status: 409, message: 'The sandbox could not do that.' },
  'second-factor-needed': { status: 403, message: '2FA must be set up before you can withdraw.' },
  'insufficient-balance': { status: 409, message: 'Insufficient balance.' },
  'invalid-address': { status: 400, message: 'Please enter a valid Bitcoin address' },
  'amount-too-small': { status: 400, message: 'This amount is too small to be sent on the Bitcoin network.' },
  'fees-differ': { status: 409, message: 'The fees have changed. Please check the new amounts and try again.' },
  'price-too-old': {
    status: 503,
    message: 'The current Bitcoin price is not known. Nothing was sent. Please try again in a moment.',
  },
  'invalid-promo-code': { status: 400, message: 'This promo code is not valid.' },
  'promo-code-used': { status: 409, message: 'A promo code that was used cannot be revoked.' },
  'loop-out-too-little': { status: 409, message: 'Minimum $300.00 required' },
  'loop-out-open': { status: 409, message: 'You already have an open loop-out request.' },
  'loop-out-not-pending': { status: 409, message: 'This request is no longer pending.' },
  'loop-out-not-resolvable': { status: 409, message: 'This loop-out cannot be resolved like this.' },
  'platform-wallet-too-low': {
    status: 409,
    message: 'The platform wallet cannot cover this loop-out right now. Nothing was changed.',
  },
  'withdrawals-paused': {
    status: 503,
    message: 'Withdrawals are paused by the platform. Your money is where it was. Please try again later.',
  },
  'withdrawals-closed': { status: 403, message: 'Withdrawals are closed for a while after a change of security.' },
  'send-not-resolvable': { status: 409, message: 'This payment cannot be resolved like this.' },
  'withdrawal-ended': { status: 409, message: 'The withdrawal was not sent.' },
  'too-late-to-cancel': { status: 409, message: 'This withdrawal is on its way and can no longer be cancelled.' },
  'platform-wallet-low': {
    status: 409,
    message: 'The platform wallet cannot cover this withdrawal right now. Nothing was held. Please try again later.',
  },
  'earnings-not-collected': {
    status: 409,
    message: 'These earnings can be withdrawn once the fees that they come from are collected. Nothing was held.',
  },
  'shares-exceeded': {
    status: 409,
    message: 'The shares of active partners would exceed 100%. Lower another share first.',
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
  'second-factor-missing': { status: 400, message: 'Please enter your 2FA code.' },
  'application-decided': { status: 409, message: 'This application has already been decided otherwise.' },
  'already-joined': {
    status: 409,
    message: 'This person has chosen a password already. Invitations are for new people.',
  },
  'last-admin': { status: 409, message: 'Someone must be left who can administer the platform.' },
  'not-yourself': { status: 409, message: 'You cannot do this to yourself. Ask another administrator.' },
  'notice-too-short': { status: 400, message: 'Merchants are promised 30 days of notice before fees rise.' },
  'invalid-api-key': { status: 401, message: 'This API key is not valid.' },
  'scope-missing': { status: 403, message: 'This API key does not have the scope that is needed.' },
  'source-not-allowed': { status: 403, message: 'This API key may not be used from this address.' },
  'rate-limited': { status: 429, message: 'Too many requests. Please slow down.' },
  'request-in-progress': {
    status: 409,
    message: 'The first request with this Idempotency-Key is still being worked on. Please ask again in a moment.',
  },
  'outcome-unknown': {
    status: 409,
    message:
      'An earlier request with this Idempotency-Key was cut off. Please look whether it was carried out before you ask again with another key.',
  },
  'answer-not-kept': {
    status: 409,
    message: 'This was carried out. Its answer held a secret and was not kept. Please ask again with another key.',
  },
  'withdrawal-address-not-allowed': {
    status: 403,
    message: 'This API key may not send to this address. Its addresses were chosen when it was made.',
  },
  'payment-link-closed': { status: 410, message: 'This payment link is closed.' },
  'too-many-api-keys': { status: 409, message: 'There are 50 API keys already. Please revoke one first.' },
  'fees-already-planned': { status: 409, message: 'Another change of fees begins at this very moment.' },
  'fees-unchanged': { status: 409, message: 'These are the fees that will be in force at that time anyway.' },
  'webhook-url-refused': { status: 400, message: 'This address cannot receive webhooks.' },
  'too-many-webhooks': { status: 409, message: 'There are 20 endpoints already. Please remove one first.' },
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
}
