import type { ErrorCode } from '@bitquay/contract/errors'

/** The article, or the part of one, that says more about an error. */
export const helpOnErrors = {
  'second-factor-needed': 'getting-money-out#turn-on-two-factor',
  'invalid-verification-code': 'lost-phone',
  'invalid-second-factor': 'lost-phone',
  'code-already-used': 'lost-phone',
  'invalid-address': 'getting-money-out#send-bitcoin',
  'own-keys': 'own-keys#what-is-different-then',
  'own-keys-unreadable': 'own-keys',
  'key-refused': 'own-keys#connect-it',
  'insufficient-balance': 'getting-money-out',
  'amount-too-small': 'getting-money-out#send-bitcoin',
  'withdrawals-closed': 'getting-money-out#when-withdrawals-are-paused',
  'withdrawals-paused': 'getting-money-out#when-withdrawals-are-paused',
  'loop-out-too-little': 'lightning#move-it-to-your-wallet',
  'loop-out-open': 'lightning#move-it-to-your-wallet',
  'nothing-to-refund': 'refunds#several-refunds',
  'refund-too-large': 'refunds#several-refunds',
  'refund-claimed': 'refunds#what-your-customer-does',
  'engine-unavailable': 'something-is-wrong#i-can-t-create-invoices',
  'price-unavailable': 'something-is-wrong#i-can-t-create-invoices',
  'not-configured': 'something-is-wrong#i-can-t-create-invoices',
  'team-full': 'team',
  'invitation-limit': 'team#invite-someone',
} as const satisfies Partial<Record<ErrorCode, string>>

/** The same for what screens say themselves. */
export const helpOnPlaces = {
  'code-at-sign-in': 'lost-phone',
  'invoice-expired': 'late-and-partial-payments#when-nobody-paid',
  'invoice-partially-paid': 'late-and-partial-payments#when-a-payment-is-too-small',
  'invoice-paid-late': 'late-and-partial-payments#when-it-comes-too-late',
  'invoice-overpaid': 'late-and-partial-payments#when-it-is-too-much',
  'loop-out-minimum': 'lightning#move-it-to-your-wallet',
  'webhook-failing': 'plugins#when-a-webhook-fails',
  'own-keys-device': 'own-keys#with-a-coldcard',
  'own-keys-app': 'own-keys#with-a-phone-wallet',
  'own-keys-several': 'own-keys#with-sparrow',
  'withdrawal-pending': 'something-is-wrong#a-withdrawal-is-pending-for-long',
  fees: 'fees',
} as const
