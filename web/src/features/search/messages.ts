import { message } from '../../lib/message.ts'

export const search = message('Search')
export const searchBrand = message('Search {brand}')
export const results = message('Results')
export const resultCount = message('{count, plural, =0{No results} one{# result} other{# results}}')
export const searching = message('Searching')
// As the standard for screen readers writes keys.
export const keyShortcuts = message('Meta+K Control+K')
export const commandKey = message('⌘')
export const controlKey = message('Ctrl')
export const escapeKey = message('esc')
export const close = message('Close')

// The keys, below the results.
export const move = message('move')
export const open = message('open')
export const newTab = message('new tab')
export const prefixes = message('Type {actionKey} for actions, {idKey} for an ID, {helpKey} for help')

// Groups of results.
export const recent = message('Recent')
export const invoices = message('Invoices')
export const transactions = message('Transactions')
export const customers = message('Customers')
export const merchants = message('Merchants')
export const people = message('People')
export const partners = message('Partners')
export const promoCodes = message('Promo codes')
export const applications = message('Applications')
export const pages = message('Pages')
export const actions = message('Actions')
export const help = message('Help')
export const support = message('Support')

// Results.
export const invoiceNumber = message('Invoice {invoiceId}')
export const describedOrder = message('{description}, order {orderId} · {date}')
export const order = message('Order {orderId} · {date}')
export const described = message('{description} · {date}')
export const customerSummary = message('{email} · {count, plural, one{# invoice} other{# invoices}}')
export const invoiceCount = message('{count, plural, one{# invoice} other{# invoices}}')
export const allOf = message('All {group}')
export const personAt = message('{role}, {store} · {email}')
export const adminAt = message('Administrator · {email}')
export const owner = message('Owner')
export const storeAdmin = message('Admin')
export const storeUser = message('User')
export const invited = message('Invited')
export const expired = message('Expired')
export const twoFactorOff = message('2FA off')
export const codeActive = message('Active')
export const codeSuspended = message('Suspended')
export const codeUsed = message('Used')
export const codeRevoked = message('Revoked')
export const contactAt = message('{contact} · {date}')

export const minutes = message('{count, plural, other{# min}}')
export const askSupport = message('Ask support about “{query}”')
export const repliesWithin = message('Replies within {time}')

// Instead of results.
export const nothingFound = message('No results for “{query}”')
export const nothingFoundNext = message(
  'Search matches IDs, order numbers, email addresses and words from their start.',
)
export const failed = message('Couldn’t search. Try again in a minute.')
