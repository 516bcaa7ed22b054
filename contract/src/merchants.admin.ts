import { z } from 'zod'
import { actorKinds } from './audit-log.ts'
import { walletHolder } from './balances.ts'
import { call } from './call.ts'
import { markupFeePercent } from './fees.ts'
import { declareList } from './lists.ts'
import { merchantUser } from './merchants.users.ts'
import {
  adminProof,
  btcAmount,
  email,
  emptyAsAbsent,
  id,
  idParam,
  newPassword,
  oneLine,
  text,
  timestamp,
  usdAmount,
} from './scalars.ts'

export const storeStates = ['none', 'provisioning', 'ready'] as const

/** Why a merchant needs a person: the most costly first. */
export const attentionReasons = [
  'fees-not-covered',
  'collection-failing',
  'send-stuck',
  'sync-failing',
  'setup-stuck',
  'name-in-review',
] as const

/** The words of the screen. */
export const attentionWords: Record<(typeof attentionReasons)[number], string> = {
  'fees-not-covered': 'Fees can’t be collected.',
  'collection-failing': 'Couldn’t collect fees.',
  'send-stuck': 'A payout is stuck.',
  'sync-failing': 'The store isn’t syncing.',
  'setup-stuck': 'The store isn’t ready.',
  'name-in-review': 'Check the store’s name.',
}

const money = z.strictObject({ btc: btcAmount, usd: usdAmount })

/** How many days the recent volume has. */
export const recentDays = 30

export const adminMerchant = z.strictObject({
  id,
  storeName: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  /** Null until the store exists. */
  btcpayStoreId: z.string().nullable(),
  btcpayServerUrl: z.string().nullable(),
  storeState: z.enum(storeStates),
  markupFeePercent: z.number(),
  /** Has an invitation and no password yet. */
  invited: z.boolean(),
  /** Since when nothing new can be created. Null while the account is open. */
  closingSince: timestamp.nullable(),
  closedAt: timestamp.nullable(),
  /** Since when names and addresses are gone. Its amounts stay. */
  erasedAt: timestamp.nullable(),
  totalDepositsUsd: usdAmount,
  /** Booked payments of the last 30 days in UTC, today included, and of each day, the oldest first. */
  recentVolume: z.strictObject({ usd: usdAmount, days: z.array(usdAmount).length(recentDays) }),
  /** The on-chain wallet when it was last read. */
  balance: money,
  feesOwed: money,
  /** When its people or programs last did something, or money last moved. */
  lastActiveAt: timestamp.nullable(),
  /** Empty when nobody needs to look at it. */
  attention: z.array(
    z.strictObject({ reason: z.enum(attentionReasons), detail: z.string().nullable(), since: timestamp }),
  ),
  createdAt: timestamp,
})
export type AdminMerchant = z.infer<typeof adminMerchant>

/** Active merchants may still be setting up, and any merchant may need attention. */
export const merchantStatuses = ['active', 'inactive', 'setting-up', 'attention'] as const
export type MerchantStatus = (typeof merchantStatuses)[number]

/** All merchants by when they were created. */
export const merchantList = declareList({
  name: 'merchants',
  audience: 'admin',
  path: '/api/admin/merchants',
  row: adminMerchant,
  filters: { search: { kind: 'text', longest: 200 }, status: { kind: 'one-of', values: merchantStatuses } },
  sorts: ['date', 'name', 'volume'],
  columns: {
    merchant: { width: 'minmax(9rem, 1fr)', area: 'm', sort: 'name', always: true },
    status: { width: '7.75rem', area: 's', always: true },
    trend: { width: '5.25rem', below: { 680: null } },
    volume: { width: '8.25rem', area: 'v', sort: 'volume', numeric: true, always: true },
    balance: { width: '6.75rem', below: { 760: null }, numeric: true },
    owed: { width: '5.75rem', numeric: true },
    active: { width: '7.25rem', below: { 880: null }, area: 'a' },
    date: { width: '6rem', below: { 1000: null }, sort: 'date' },
  },
  // Two lines: name, email and status, then what came in and when it was last active.
  block: {
    below: 540,
    grid: '"m s" auto "a v" auto / minmax(0, 1fr) auto',
    gap: '0.25rem 0.75rem',
    minHeight: '3.25rem',
    padding: '0.75rem 1rem',
  },
  file: {
    name: 'bitquay-merchants',
    date: 'createdAt',
    columns: {
      ID: 'id',
      Store: 'storeName',
      Email: 'email',
      Status: null,
      Invited: 'invited',
      'Volume (USD)': 'totalDepositsUsd',
      'Volume of 30 days (USD)': null,
      'Balance (USD)': null,
      'Balance (BTC)': null,
      'Fees owed (USD)': null,
      'Fees owed (BTC)': null,
      'Last activity': 'lastActiveAt',
      Attention: null,
      'Markup (%)': 'markupFeePercent',
      'BTCPay store': 'btcpayStoreId',
      'BTCPay server': 'btcpayServerUrl',
    },
    words: {
      'Attention in words': ({ attention }: AdminMerchant) =>
        attention.map(({ reason }) => attentionWords[reason]).join(' '),
    },
  },
  summary: z.strictObject({
    /** Without any filter. */
    total: z.number().int(),
    /** With the filters. */
    filtered: z.number().int(),
    volumeUsd: usdAmount,
    /** With the other filters, whatever `status` is. */
    statuses: z.strictObject({
      active: z.number().int(),
      inactive: z.number().int(),
      'setting-up': z.number().int(),
      attention: z.number().int(),
    }),
  }),
  texts: {
    list: 'List merchants, newest first. `search` matches the start of words in names and email addresses',
    export: 'Download merchants as CSV, with the same filters',
    summarize: 'Counts and volume of merchants, with the same filters',
  },
})
export const listMerchants = merchantList.calls.list
export const exportMerchants = merchantList.calls.export
export const summarizeMerchants = merchantList.calls.summarize

const storeName = z
  .string('Store name is required')
  .overwrite(oneLine)
  .min(1, 'Store name is required')
  .max(120, 'Store name must be at most 120 characters')

const btcpayDetails = {
  /** By default, a store on the platform's own BTCPay Server. */
  btcpayServerUrl: emptyAsAbsent(text(300)),
  btcpayStoreId: emptyAsAbsent(text(100)),
  btcpayApiKey: emptyAsAbsent(text(200)),
}

/** The dialog of the dashboard. */
export const createMerchantForm = z.strictObject({
  email,
  password: newPassword,
  storeName,
  markupFeePercent: markupFeePercent.default('0'),
  ...btcpayDetails,
})

/** A password that was typed before an invitation was chosen is left out. */
const noPassword = z.string().transform(() => undefined)

/** The same dialog when the merchant is invited to choose a password. */
export const inviteMerchantForm = createMerchantForm.extend({ password: noPassword })

/** The dialog of the management screen, with its own messages. */
export const manageMerchantForm = z.strictObject({
  email: z
    .string('Valid email is required')
    .trim()
    .toLowerCase()
    .max(254, 'Valid email is required')
    .pipe(z.email('Valid email is required')),
  password: newPassword,
  storeName,
})

export const manageInvitationForm = manageMerchantForm.extend({ password: noPassword })

const proofErrors = ['admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'] as const

export const createMerchant = call({
  method: 'POST',
  path: '/api/admin/merchants',
  audience: 'admin',
  recentPassword: true,
  summary: 'Create a merchant. BTCPay details are verified first. Without them, the platform provisions a store',
  body: z.strictObject({
    ...createMerchantForm.shape,
    /** By default, the merchant gets an email invitation to choose one. */
    password: newPassword.optional(),
    ...adminProof,
  }),
  output: adminMerchant,
  errors: ['email-taken', 'password-too-common', 'store-not-usable', 'engines-full', 'invalid-request', ...proofErrors],
})

export const merchantDetail = z.strictObject({
  ...adminMerchant.shape,
  lightningNode: z.enum(['none', 'shared', 'own']),
  lightningAvailable: z.boolean(),
  /** Only the merchant's own server or node reports these figures. The platform hasn't verified them. */
  reportedByMerchant: z.boolean(),
  syncError: z.string().nullable(),
  /** The payment server that the store is on. Null on the merchant's own. */
  engine: z.string().nullable(),
  /** A store that is being created on another payment server. */
  move: z
    .strictObject({
      engine: z.string(),
      since: timestamp,
      /** It is ready and waits until a payment or loop-out of the present store has ended. */
      isWaiting: z.boolean(),
      /** Why it couldn't be created yet. */
      problem: z.string().nullable(),
    })
    .nullable(),
  /** Stores that the merchant was moved from and that are still watched. */
  formerStores: z.array(z.strictObject({ id, engine: z.string(), since: timestamp, balance: money })),
  holder: walletHolder,
  /** Null: the platform never had one. It is shown to the owner once. */
  recoveryPhrase: z.strictObject({ revealedAt: timestamp.nullable() }).nullable(),
  /** The last webhook of the store, if one is kept, and how many aren't handled yet. */
  webhook: z.strictObject({ lastAt: timestamp.nullable(), waiting: z.number().int() }),
  balances: z.strictObject({
    onChain: money,
    /** With what is on hold for a loop-out. */
    lightning: money,
    available: money,
    feesOwed: money,
    /** When the engine was last read. */
    asOf: timestamp.nullable(),
    stale: z.boolean(),
  }),
  totals: z.strictObject({
    /** Booked payments of invoices, and the fees taken from them. */
    payments: z.number().int(),
    volumeUsd: usdAmount,
    feesUsd: usdAmount,
    openInvoices: z.number().int(),
  }),
  scheduledMarkup: z.strictObject({ markupFeePercent: z.number(), effectiveFrom: timestamp }).nullable(),
  owner: z.strictObject({
    twoFactorEnabled: z.boolean(),
    lastPasswordChange: timestamp.nullable(),
    /** How long the link of the last invitation is valid. Null when there is no valid one. */
    invitedUntil: timestamp.nullable(),
  }),
  users: z.array(merchantUser),
  recentTransactions: z.array(
    z.strictObject({
      id,
      txid: z.string(),
      type: z.enum(['incoming', 'outgoing']),
      purpose: z.string(),
      method: z.enum(['on-chain', 'lightning']),
      amount: btcAmount,
      amountUSD: usdAmount.nullable(),
      status: z.enum(['pending', 'confirmed', 'failed']),
      timestamp: z.number().int(),
      reportedByMerchant: z.boolean(),
    }),
  ),
  recentActs: z.array(
    z.strictObject({
      id,
      act: z.string(),
      actorKind: z.enum(actorKinds),
      actorEmail: z.string().nullable(),
      at: timestamp,
    }),
  ),
})
export type MerchantDetail = z.infer<typeof merchantDetail>

const params = z.strictObject({ id: idParam })

export const getMerchant = call({
  method: 'GET',
  path: '/api/admin/merchants/:id',
  audience: 'admin',
  summary: 'Retrieve a merchant with its balances, users and latest activity',
  params,
  output: merchantDetail,
  errors: ['not-found'],
})

export const moveMerchant = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/move',
  audience: 'admin',
  recentPassword: true,
  summary:
    'Move a merchant to another of the platform’s payment servers. New invoices use a new store and wallet as soon as they exist. The previous store stays payable and is watched until nothing is left in it',
  params,
  body: z.strictObject({
    /** The name of the payment server. */
    engine: z.string().trim().min(1).max(40),
    ...adminProof,
  }),
  output: merchantDetail,
  errors: ['not-found', 'move-refused', ...proofErrors],
})

export const cancelMove = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/move/cancel',
  audience: 'admin',
  recentPassword: true,
  summary: 'Cancel a move while the new store isn’t in use yet',
  params,
  body: z.strictObject(adminProof),
  output: merchantDetail,
  errors: ['not-found', 'move-refused', ...proofErrors],
})

export const changeMerchant = call({
  method: 'PATCH',
  path: '/api/admin/merchants/:id',
  audience: 'admin',
  recentPassword: true,
  summary:
    'Update a merchant: name, status, markup or BTCPay details. Markup increases need 30 days’ notice, and BTCPay details are verified first',
  params,
  body: z.strictObject({
    storeName: storeName.optional(),
    isActive: z.boolean().optional(),
    markupFeePercent: markupFeePercent.optional(),
    /** When a changed markup takes effect: by default at once for a decrease, in 30 days for an increase. */
    markupEffectiveFrom: timestamp.optional(),
    ...btcpayDetails,
    ...adminProof,
  }),
  output: merchantDetail,
  errors: ['not-found', 'notice-too-short', 'store-not-usable', ...proofErrors],
})

export const collectFees = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/collect-fees',
  audience: 'admin',
  summary: 'Collect what a merchant owes in fees at once, if it is worth a transaction',
  params,
  output: merchantDetail,
  errors: ['not-found', 'nothing-to-collect', 'unavailable'],
})

export const decideName = call({
  method: 'POST',
  path: '/api/admin/merchants/:id/name',
  audience: 'admin',
  summary:
    'Allow a store’s name that has a link, an email address or the platform’s name in it, or ask the merchant for another one. Emails say “a merchant” until it is allowed or changed',
  params,
  body: z.strictObject({ name: z.string().min(1).max(200), decision: z.enum(['allow', 'ask']) }),
  output: merchantDetail,
  errors: ['not-found', 'conflict'],
})
