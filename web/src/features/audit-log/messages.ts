import { message } from '../../lib/message.ts'

// The admins’ list.
export const listTitle = message('Activity')
export const listNote = message('Permanent, read-only')
export const notLoadedTitle = message('Unable to load the audit log')
export const notLoaded = message('Nothing was lost. Try again in a minute.')
export const noMatch = message('No activity matches your filters')
export const emptyTitle = message('No activity yet')
export const empty = message('Admin and account changes will appear here')

// A store’s own list.
export const storeLead = message('What your team and API keys did, when, and from where.')
export const storeNote = message('Kept forever')
export const storeNotLoadedTitle = message('Unable to load activity')
export const storeNotLoaded = message('Couldn’t load this list. Your money is safe.')
export const storeEmpty = message('Changes will appear here')
export const loadingActivity = message('Loading activity')
export const adjustFilters = message('Try other filters, or clear them')
export const managersOnlyTitle = message('You can’t see activity')
export const managersOnly = message('Only the owner and admins of your store can. Ask one of them.')
export const userHead = message('User')
export const detailsHead = message('Details')
export const dateHead = message('Date')
export const ipAddress = message('IP address')
export const subject = message('About')
export const detail = message('{name}: {value}')
export const rowName = message('{activity}, {actor}')

// Filters.
export const searchHint = message('Email or IP address')
export const type = message('Type')
export const amount = message('Amount')
export const amountInBitcoin = message('Amount in bitcoin')
export const actor = message('User type')
export const storeHead = message('Store')

// A row.
export const store = message('Store {id}')
export const yes = message('yes')
export const no = message('no')

// What an activity is about.

// Activity whose stored name isn’t in plain words.
