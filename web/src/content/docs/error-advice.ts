import type { ErrorCode } from '@bitquay/contract/errors'

/** What a program does about each refusal that the API can give it. A test finds one that is missing. */
export const errorAdvice: Partial<Record<ErrorCode, string>> = {
  'invalid-request': 'Read fields: it names each value that is wrong. Sending it again unchanged will not help.',
  'invalid-api-key': 'Check the key, and that it is of this mode: test keys and live keys do not mix.',
  'scope-missing': 'Make a key that has the scope which the message names.',
  'source-not-allowed': 'The key has an IP allow-list, and this address is not on it.',
  'rate-limited': 'Wait for as many seconds as Retry-After says.',
  'not-found': 'There is no such object, or it is not yours.',
  conflict: 'Read the object again and decide anew.',
  'idempotency-key-reused': 'Another request had this key. Use a new one for a new request.',
  'request-in-progress': 'Your first request with this key is still at work. Send the same again in a moment.',
  'not-configured': 'The store is still being set up. Try again later, or write to support.',
  'engine-unavailable': 'Nothing was created. Send the same request with the same Idempotency-Key again.',
  'engine-refused': 'The message says why. The same request will be refused again.',
  'insufficient-balance': 'Read the balances: only what is available can be sent.',
  'invalid-address': 'The address is of another network, or mistyped.',
  'amount-too-small': 'The network does not carry amounts this small.',
  'fees-differ': 'Ask for a new quote.',
  'price-too-old': 'Send the same request again in a moment.',
  'withdrawal-address-not-allowed': 'Keys send only to the addresses that were chosen when they were made.',
  'withdrawals-paused': 'Try again later. Nothing was sent.',
  'withdrawals-closed': 'Withdrawals open again a day after a change of password or 2FA.',
  'second-factor-needed': 'Set up 2FA before making keys that withdraw.',
  'withdrawal-ended':
    'It had ended without sending before you asked again. To try once more, use a new Idempotency-Key.',
  'nothing-to-refund': 'Nothing is left of what was paid for this invoice.',
  'too-many-attempts': 'Wait for as many seconds as Retry-After says.',
  'body-too-large': 'A request may have 256 KB.',
  'unsupported-media-type': 'Send Content-Type: application/json.',
  unavailable: 'Send the same request again, with growing pauses.',
  'internal-error': 'Send the same request again. If it stays, tell support the requestId.',
}
