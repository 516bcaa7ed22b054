import { z } from 'zod'
import { call } from './call.ts'
import { positiveAmount } from './invoices.ts'
import { declareList } from './lists.ts'
import { findCents } from './money.ts'
import {
  btcAmount,
  emptyAsAbsent,
  id,
  idParam,
  longPage,
  page,
  timestamp,
  totpCode,
  usdAmount,
  withdrawalsClosed,
} from './scalars.ts'
import { methodWords } from './transactions.ts'
import { sendStatuses } from './withdrawals.ts'

/** The types of fee that partners have a share of. */
export const feeTypes = ['deposit', 'withdrawal', 'lightning'] as const
export type FeeType = (typeof feeTypes)[number]

/** The words of the screen. */
export const feeTypeWords: Record<FeeType, string> = {
  deposit: 'Deposit fee',
  withdrawal: 'Withdrawal fee',
  lightning: 'Lightning fee',
}

/** Dollars as the ledger stores them: a share of a small payment is less than a cent. */
export const usd8Amount = z.string().regex(/^-?\d+\.\d{8}$/)

/** What a partner earned: totals in dollars as recorded, the current balance in dollars at today's price. */
export const partnerFigures = {
  id,
  name: z.string(),
  email: z.string(),
  sharePercentage: z.number(),
  currentBalanceBtc: btcAmount,
  currentBalanceUsd: usdAmount,
  /** Shares of collected fees, minus withdrawals. The rest of the balance waits until its fees are collected. */
  availableBtc: btcAmount,
  availableUsd: usdAmount,
  uncollectedBtc: btcAmount,
  /** As recorded when it was earned, like the totals. */
  uncollectedUsd: usdAmount,
  /** What was earned without what isn’t collected yet, as recorded. */
  collectedUsd: usdAmount,
  /** What the collected bitcoin gained or lost in dollars until now, or until it was withdrawn. */
  priceChangeUsd: usdAmount,
  totalEarnedBtc: btcAmount,
  totalEarnedUsd: usdAmount,
  totalWithdrawnBtc: btcAmount,
  totalWithdrawnUsd: usdAmount,
  lightningEarnedUsd: usdAmount,
  /** Held for withdrawals that aren't in a block yet. */
  onItsWayBtc: btcAmount,
  onItsWayUsd: usdAmount,
  withdrawals: z.number().int(),
  isActive: z.boolean(),
  createdAt: timestamp,
}

/** Rates in percent of a payment, by this partner's share of the pool. */
export const feeBreakdown = z.strictObject({
  depositFees: usdAmount,
  depositFeeRate: z.number(),
  depositCount: z.number().int(),
  withdrawalFees: usdAmount,
  withdrawalFeeRate: z.number(),
  withdrawalCount: z.number().int(),
  lightningFees: usdAmount,
  lightningFeeRate: z.number(),
  lightningCount: z.number().int(),
  totalBalance: usdAmount,
})

const partnerPart = z.strictObject(partnerFigures)

export const getPartnerDashboard = call({
  method: 'GET',
  path: '/api/partner/dashboard',
  audience: 'partner',
  summary: 'Retrieve the partner dashboard: earnings by fee type and platform figures',
  output: z.strictObject({
    partner: partnerPart,
    /** The most that can be withdrawn now, including the fee of a withdrawal. */
    maxWithdrawalUsd: usdAmount,
    /** About what the network fee of a withdrawal of everything would be. It is deducted from the withdrawal. */
    networkFeeBtc: btcAmount,
    networkFeeUsd: usdAmount,
    platformStats: z.strictObject({
      totalPlatformRevenue: usdAmount,
      totalPartnerBalances: usdAmount,
      /** A fraction: 0.3333 of the pool. */
      myShare: z.number(),
      activePartners: z.number().int(),
      /** How much of the pool active partners hold together, in percent. The rest is the platform's. */
      sharesHeld: z.number(),
    }),
    feeBreakdown,
  }),
})

/** `btc` and `usd` are the partner's own balance. `configured` says whether the platform has a wallet to pay from. */
export const getPartnerWallet = call({
  method: 'GET',
  path: '/api/partner/wallet',
  audience: 'partner',
  summary: 'Retrieve your balance',
  output: z.strictObject({
    configured: z.boolean(),
    btc: btcAmount,
    usd: usdAmount,
    /** The part that can be withdrawn only once the fees behind it are collected. */
    uncollectedBtc: btcAmount,
    /** As recorded when it was earned. */
    uncollectedUsd: usdAmount,
    onItsWayBtc: btcAmount,
    onItsWayUsd: usdAmount,
    maxWithdrawalUsd: usdAmount,
    withdrawalFeePercent: z.number(),
    /** Null when the partner may withdraw. */
    withdrawalsClosed,
    /** We restored our records from a backup, and nothing is paid until they are reviewed. */
    withdrawalsUnderCheck: z.boolean(),
    /** About what the network fee of a withdrawal of everything would be. It is deducted from the withdrawal. */
    networkFeeBtc: btcAmount,
    networkFeeUsd: usdAmount,
  }),
})

const paymentMethod = z.enum(['BTC', 'BTC-LN'])
const transactionType = z.enum(['incoming', 'outgoing'])
const transactionStatus = z.enum(['confirmed', 'unconfirmed'])

/** A payment of a merchant that the partner earns from. Customers are masked. */
export const partnerTransaction = z.strictObject({
  /** The transaction hash, or the payment hash on Lightning. */
  id: z.string(),
  key: z.string(),
  invoiceId: z.string().nullable(),
  merchantId: id,
  merchant: z.string(),
  amount: btcAmount,
  amountUSD: usdAmount.nullable(),
  /** Null until it is booked. */
  partnerRevenue: usd8Amount.nullable(),
  partnerRevenueBtc: btcAmount.nullable(),
  /** The partner’s part of the payment in percent, by the terms in effect when it was booked. */
  rate: z.number(),
  feeType: z.enum(feeTypes),
  type: transactionType,
  status: transactionStatus,
  /** Unix seconds. */
  timestamp: z.number().int(),
  address: z.string().nullable(),
  paymentMethod,
  networkFee: btcAmount.nullable(),
  confirmations: z.number().int(),
  customerEmail: z.string().nullable(),
  customerName: z.string().nullable(),
  label: z.string().nullable(),
  /** Only the merchant's own server or node reported it. The platform hasn't verified it. */
  reportedByMerchant: z.boolean(),
  /** Whether its fee was collected, so that the share can be withdrawn. */
  collected: z.boolean(),
})
export type PartnerTransaction = z.infer<typeof partnerTransaction>

/** What became of the share, in the words of the screen: whether it can be withdrawn. */
export const wordOfShare = ({ status, collected }: Pick<PartnerTransaction, 'status' | 'collected'>): string => {
  if (status === 'unconfirmed') return 'Pending'
  return collected ? 'Collected' : 'Not collected yet'
}

/** By date (newest first by default), by the payment's dollars, or by the partner's share. Unknown shares come last. */
export const partnerTransactionList = declareList({
  name: 'partner-transactions',
  audience: 'partner',
  path: '/api/partner/transactions',
  row: partnerTransaction,
  longIds: true,
  filters: { merchantId: { kind: 'id', as: 'merchant' } },
  sorts: ['date', 'gross', 'share'],
  columns: {
    icon: { width: '1.75rem', area: 'i', quietHead: true, always: true },
    merchant: { width: 'minmax(9rem, 1fr)', below: { 960: 'minmax(8rem, 1fr)' }, area: 'w', always: true },
    movement: { width: 'minmax(12rem, 0.8fr)', below: { 960: '11.5rem' }, area: 'm' },
    status: { width: '10rem', area: 's', always: true },
    date: { width: '4.25rem', below: { 880: null }, sort: 'date' },
    payment: { width: '7.75rem', area: 'p', sort: 'gross', numeric: true },
    rate: { width: '4rem', below: { 960: null }, numeric: true },
    share: { width: '7rem', area: 'g', sort: 'share', numeric: true, always: true },
  },
  block: {
    below: 760,
    grid: '"i w g" auto "i m p" auto "i m s" auto / 1.75rem minmax(0, 1fr) auto',
    gap: '0.125rem 0.75rem',
    minHeight: '3rem',
    padding: '0.625rem 1rem 0.6875rem',
  },
  file: {
    name: 'bitquay-partner-transactions',
    date: 'timestamp',
    columns: {
      Merchant: 'merchant',
      'Fee type': 'feeType',
      Method: 'paymentMethod',
      Status: 'status',
      'Payment (USD)': 'amountUSD',
      'Payment (BTC)': 'amount',
      'Share (USD)': 'partnerRevenue',
      'Share (BTC)': 'partnerRevenueBtc',
      Collected: 'collected',
      'Customer name': 'customerName',
      'Customer email': 'customerEmail',
      Address: 'address',
      'Transaction hash': 'id',
      'Invoice ID': 'invoiceId',
      'Rate (%)': 'rate',
    },
    words: {
      'Fee type in words': ({ feeType }: PartnerTransaction) => feeTypeWords[feeType],
      'Method in words': ({ paymentMethod }: PartnerTransaction) => methodWords[paymentMethod],
      'Status in words': wordOfShare,
    },
  },
  summary: z.strictObject({
    /** Booked payments, and the share of them. */
    payments: z.number().int(),
    grossUsd: usdAmount,
    shareBtc: btcAmount,
    shareUsd: usd8Amount,
    /** The part of the share whose fees were collected, so that it can be withdrawn, and the rest. */
    collectedBtc: btcAmount,
    collectedUsd: usd8Amount,
    uncollectedBtc: btcAmount,
    uncollectedUsd: usd8Amount,
    /** Payments without a confirmation. Nothing is earned from them yet. */
    pendingPayments: z.number().int(),
    pendingGrossUsd: usdAmount,
  }),
  texts: {
    list: 'List payments you earn from, newest first',
    export: 'Download the payments that the partner earns a share of as CSV, with the same filters',
    print: 'Download up to 5,000 payments that the partner earns a share of as a PDF statement, with the same filters',
    summarize: 'Totals of the payments that the partner earns a share of, with the same filters',
  },
})

export const listPartnerTransactions = partnerTransactionList.calls.list
export const exportPartnerTransactions = partnerTransactionList.calls.export
export const printPartnerTransactions = partnerTransactionList.calls.print
export const summarizePartnerTransactions = partnerTransactionList.calls.summarize

const merchantEarnings = {
  payments: z.number().int(),
  grossUsd: usdAmount,
  earnedUsd: usdAmount,
  uncollectedUsd: usdAmount,
  collectedUsd: usdAmount,
}

export const getEarningsByMerchant = call({
  method: 'GET',
  path: '/api/partner/transactions/merchants',
  audience: 'partner',
  summary: 'Retrieve your earnings by merchant, largest first, in dollars as recorded',
  output: z.strictObject({
    /** The 10 largest. */
    merchants: z.array(
      z.strictObject({
        merchantId: id,
        merchant: z.string(),
        ...merchantEarnings,
        /** The lowest and the highest of the contract’s rates that its payments have, in percent. */
        lowestRate: z.number(),
        highestRate: z.number(),
      }),
    ),
    /** How many merchants the others are, and what they add up to. */
    others: z.strictObject({ merchants: z.number().int(), ...merchantEarnings }),
    total: z.strictObject(merchantEarnings),
  }),
})

export const getFeeBreakdown = call({
  method: 'GET',
  path: '/api/partner/transactions/breakdown',
  audience: 'partner',
  summary: 'Retrieve your earnings from one fee type',
  query: z.strictObject({ feeType: z.enum(feeTypes), ...longPage }),
  output: z.strictObject({
    summary: z.strictObject({ totalTransactions: z.number().int(), totalRevenue: usdAmount }),
    transactions: z.array(
      z.strictObject({
        /** The booking's own number. */
        id: z.string(),
        transactionHash: z.string(),
        invoiceId: z.string().nullable(),
        merchant: z.string(),
        timestamp: z.number().int(),
        amountUSD: usdAmount,
        partnerRevenue: usd8Amount,
        paymentMethod,
        type: transactionType,
        status: transactionStatus,
      }),
    ),
  }),
})

export const minimumPayoutMessage = 'Minimum withdrawal amount is $1.00 (Bitcoin dust threshold)'

export const payoutForm = z.strictObject({
  amount: positiveAmount(2, minimumPayoutMessage).refine((usd) => (findCents(usd) ?? 0n) >= 100n, minimumPayoutMessage),
  btcAddress: z
    .string('Please enter a valid Bitcoin address')
    .min(26, 'Please enter a valid Bitcoin address')
    .max(200, 'Please enter a valid Bitcoin address'),
  twoFactorToken: emptyAsAbsent(totpCode),
})

/** A partner's withdrawal. The network fee is deducted from it. */
export const payout = z.strictObject({
  id,
  status: z.enum(sendStatuses),
  amountUsd: usdAmount,
  amountBtc: btcAmount,
  feeUsd: usdAmount,
  /** The network fee that is deducted from the amount: an estimate until it is signed. Zero if the platform paid it. */
  networkFeeBtc: btcAmount,
  networkFeeUsd: usdAmount,
  btcPrice: usdAmount,
  address: z.string(),
  txid: z.string().nullable(),
  confirmations: z.number().int(),
  /** Why it makes no progress, as a sentence. */
  problem: z.string().nullable(),
  requestedAt: timestamp,
  broadcastAt: timestamp.nullable(),
  confirmedAt: timestamp.nullable(),
})
export type Payout = z.infer<typeof payout>

const paid = z.strictObject({
  txid: z.string().nullable(),
  status: z.enum(['processing', 'broadcast', 'confirmed', 'failed', 'cancelled']),
  withdrawal: payout,
})

export const withdrawEarnings = call({
  method: 'POST',
  path: '/api/partner/withdraw',
  audience: 'partner',
  summary: 'Withdraw earnings to a Bitcoin address. Responds once broadcast, or with 202 after 10 seconds',
  body: payoutForm,
  output: paid,
  accepted: paid,
  errors: [
    'second-factor-needed',
    'invalid-verification-code',
    'insufficient-balance',
    'earnings-not-collected',
    'platform-wallet-low',
    'not-configured',
    'invalid-address',
    'amount-too-small',
    'price-too-old',
    'withdrawals-paused',
    'withdrawals-closed',
    'idempotency-key-reused',
  ],
})

export const listPayouts = call({
  method: 'GET',
  path: '/api/partner/withdrawals',
  audience: 'partner',
  summary: 'List your withdrawals, newest first',
  query: z.strictObject(page),
  output: z.array(payout),
})

export const getPayout = call({
  method: 'GET',
  path: '/api/partner/withdrawals/:id',
  audience: 'partner',
  summary: 'Retrieve a withdrawal',
  params: z.strictObject({ id: idParam }),
  output: payout,
})

export const statementPeriod = { from: timestamp.optional(), to: timestamp.optional() }

export const getPartnerStatement = call({
  method: 'GET',
  path: '/api/partner/statement',
  audience: 'partner',
  summary: 'Download your balance changes as CSV. The last line is the balance',
  query: z.strictObject(statementPeriod),
  output: z.unknown(),
  media: 'text/csv',
})
