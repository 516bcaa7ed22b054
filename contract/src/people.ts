import { z } from 'zod'
import { call } from './call.ts'
import { listNames, timeZone } from './lists.ts'
import { id } from './scalars.ts'

/** Four tables of people, three types of portal: a merchant's users sign in as merchants. */
export const portals = ['admin', 'merchant', 'partner'] as const
export type Portal = (typeof portals)[number]

export const merchantRole = z.enum(['owner', 'admin', 'user'])
export type MerchantRole = z.infer<typeof merchantRole>

/** The words of the screen. */
export const roleWords: Record<MerchantRole, string> = { owner: 'Owner', admin: 'Admin', user: 'User' }

/** The signed-in person, as the browser knows them. */
export const user = z.strictObject({
  id,
  type: z.enum(portals),
  email: z.string(),
  name: z.string(),
  /** Only for a merchant's people: what they may do, and the store they belong to. */
  role: merchantRole.optional(),
  merchantId: id.optional(),
  storeName: z.string().optional(),
  /** Partners only. */
  sharePercentage: z.number().optional(),
  twoFactorEnabled: z.boolean(),
  /** Invited, and not allowed to do anything until a second factor is set up. */
  mustEnroll: z.boolean().optional(),
})
export type User = z.infer<typeof user>

/** A named set of filters. The query is the one of the page's address, such as `purpose=refund&from=2026-11-01`. */
export const savedView = z.strictObject({
  list: z.enum(listNames),
  name: z.string().trim().min(1, 'Enter a name').max(40, 'Use at most 40 characters'),
  query: z.string().max(1000),
})
export type SavedView = z.infer<typeof savedView>

const columns = z.array(z.string().regex(/^[a-z-]{1,30}$/)).max(20)

/** Currencies that balances can also be shown in. Amounts are kept in bitcoin and dollars. */
export const displayCurrencies = ['EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'JPY'] as const
export type DisplayCurrency = (typeof displayCurrencies)[number]

export const bitcoinUnits = ['btc', 'sats'] as const
export type BitcoinUnit = (typeof bitcoinUnits)[number]

/** How a person wants to see the product. It changes nothing about money. */
export const preferences = z.strictObject({
  /** Null: the browser's own. */
  timeZone: timeZone.nullable(),
  /** Whether single keys such as J and K act on lists. */
  shortcuts: z.boolean(),
  /** How bitcoin amounts are written. */
  bitcoinUnit: z.enum(bitcoinUnits),
  /** What balances are also shown in. Null: only in dollars. */
  displayCurrency: z.enum(displayCurrencies).nullable(),
  views: z.array(savedView).max(50, 'You can save up to 50 views'),
  /** The hidden columns of each list. */
  hiddenColumns: z.partialRecord(z.enum(listNames), columns),
})
export type Preferences = z.infer<typeof preferences>

export const getPreferences = call({
  method: 'GET',
  path: '/api/auth/preferences',
  audience: 'person',
  summary: 'Retrieve your display preferences',
  output: preferences,
})

/** What is left out stays as it is. */
export const changePreferences = call({
  method: 'PATCH',
  path: '/api/auth/preferences',
  audience: 'person',
  summary: 'Update your display preferences',
  body: preferences.partial(),
  output: preferences,
})
