import type { Application } from '@bitquay/contract/applications'
import { applicationStatuses } from '@bitquay/contract/applications.words'
import { type Act, actorKinds } from '@bitquay/contract/audit-log'
import { type ListedInvoice } from '@bitquay/contract/invoices'
import type { List, ListSpec } from '@bitquay/contract/lists'
import { type AdminLoopOutRequest, loopOutStatuses } from '@bitquay/contract/loop-out'
import { emailReasonWords, emailStates, type OutboxEmail } from '@bitquay/contract/mail'
import { attentionReasons, type MerchantDetail, merchantList } from '@bitquay/contract/merchants.admin'
import { type ListedPerson, personStatuses } from '@bitquay/contract/merchants.people'
import { feeTypes, type PartnerTransaction } from '@bitquay/contract/partners'
import { merchantRole } from '@bitquay/contract/people'
import { defaultBrand } from '@bitquay/contract/platform-brand'
import { purposes, type Transaction } from '@bitquay/contract/transactions'
import { type AdminTransaction } from '@bitquay/contract/transactions.admin'
import { deliveryStatuses, type WebhookDelivery } from '@bitquay/contract/webhooks'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { Providers } from '../../app/providers.tsx'
import { drawForBrand } from '../../content/platform-brand.ts'
import { shownApplications } from '../../features/applications/list.tsx'
import { shownAuditLog, shownStoreActivity } from '../../features/audit-log/list.tsx'
import { shownInvoices } from '../../features/invoices/list.tsx'
import { shownRequests } from '../../features/loop-out/list.tsx'
import { shownEmails } from '../../features/mail/list.tsx'
import { shownPeople } from '../../features/merchants/list-people.tsx'
import { MerchantAttention } from '../../features/merchants/merchant-attention.tsx'
import { shownEarnings } from '../../features/partners/earnings/list.tsx'
import { shownOfAll } from '../../features/transactions/admin-list.tsx'
import { chipsWith } from '../../features/transactions/both-lists.tsx'
import { shownTransactions } from '../../features/transactions/list.tsx'
import { shownDeliveries } from '../../features/webhooks/list.tsx'

/** Files say in words what the screen says (decision 41). Each row here has another code. */

const at = '2026-11-15T10:00:00.000Z'
const today = '2026-11-15'

beforeEach(() => drawForBrand(defaultBrand))

const drawn = (parts: ReactNode) => {
  const { container, unmount } = render(
    <Providers>
      <MemoryRouter>{parts}</MemoryRouter>
    </Providers>,
  )
  const text = container.textContent ?? ''
  unmount()
  return text
}

type Cells = Record<string, readonly [head: string, cell: (row: never, today: string) => ReactNode]>
type Chips = Record<string, { options?: readonly { text: string }[] } | undefined>

/** What the screen says of a row: its cells, and the choices of its filters. */
const screenOf = ({ cells, chips = {} }: { cells: Cells; chips?: Chips | undefined }, row: object) =>
  drawn(
    <>
      {Object.entries(cells).map(([name, [, cell]]) => (
        <p key={name}>{cell(row as never, today)}</p>
      ))}
      {Object.values(chips).flatMap((chip) => chip?.options?.map(({ text }) => <p key={text}>{text}</p>) ?? [])}
    </>,
  )

const wordsOf = (list: ListSpec, row: object) =>
  Object.entries(list.file.words ?? {}).flatMap(([title, of]) => {
    const word = of(row as never)
    return word === null || word === '' ? [] : [[title, word] as const]
  })

const transaction: Transaction = {
  ...{ id: 'a'.repeat(64), key: '1', type: 'incoming', status: 'confirmed', disputed: false, paymentMethod: 'BTC' },
  ...{ purpose: 'invoice', amount: '0.00100000', amountUSD: '100.00', feeAmount: '-0.00004000', feeUSD: '-4.00' },
  ...{ feePercent: 4, platformFeeUSD: '-3.00', partnerFeeUSD: '-1.00', netAmount: '0.00096000', netUSD: '96.00' },
  ...{ btcPrice: '100000.00', confirmedAt: at, paymentLinkId: null, address: 'bc1q', invoiceId: 'i1', label: null },
  ...{ timestamp: Date.parse(at) / 1000, confirmations: 1, blockHeight: 1, fee: null, feeRate: null, size: null },
  ...{ weight: null, customerEmail: null, customerName: null, itemDescription: null, till: null, cashier: null },
  ...{ salesTax: null, inputs: null, outputs: null },
}
const transactions: Transaction[] = [
  ...purposes.map((purpose) => ({ ...transaction, purpose })),
  { ...transaction, paymentLinkId: 4 },
  { ...transaction, invoiceId: null },
  { ...transaction, invoiceId: null, paymentMethod: 'BTC-LN' },
  { ...transaction, type: 'outgoing', status: 'unconfirmed' },
  { ...transaction, status: 'failed' },
]
const { amount, amountUSD, feeAmount, feeUSD, netAmount, netUSD, address, confirmations, timestamp } = transaction
const ofAll: AdminTransaction[] = transactions.map(({ type, purpose, paymentMethod, status, invoiceId }) => ({
  ...{ id: 1, merchantId: 1, merchantName: 'Blue Door', type, purpose, paymentMethod, invoiceId, description: null },
  ...{ amount, amountUSD, feeAmount, feeUSD, netAmount, netUSD, address, confirmations, timestamp, txid: 'a' },
  ...{ status: status === 'unconfirmed' ? 'pending' : status, reportedByMerchant: false },
  ...{ platformFeeUSD: '-3.00', markupFeeUSD: '0.00', partnerFeeUSD: '-1.00' },
}))

const share: PartnerTransaction = {
  ...{ id: 'a', key: '1', invoiceId: null, merchantId: 1, merchant: 'Blue Door', amount, amountUSD, address },
  ...{ partnerRevenue: '1.00000000', partnerRevenueBtc: '0.00001000', rate: 1, feeType: 'deposit', type: 'incoming' },
  ...{ status: 'confirmed', timestamp, paymentMethod: 'BTC', networkFee: null, confirmations, collected: true },
  ...{ customerEmail: null, customerName: null, label: null, reportedByMerchant: false },
}

const invoice = {
  ...{ invoiceId: 'i1', status: 'settled', amount: '10.00', currency: 'USD', amountUsd: '10.00', receivedUsd: '10.00' },
  ...{
    customerName: 'Ana',
    customerEmail: null,
    description: null,
    createdAt: at,
    state: 'paid',
    paidBy: ['lightning'],
  },
} as unknown as ListedInvoice

const act: Act = {
  ...{ id: 1, at, actorKind: 'admin', actorId: 1, actorEmail: 'ana@example.test', act: 'fees-announced' },
  ...{
    subjectKind: 'fee-schedule',
    subjectId: '4',
    merchantId: null,
    storeName: null,
    sourceAddress: null,
    detail: {},
  },
}
const acts: Act[] = [
  ...actorKinds.map((actorKind) => ({ ...act, actorKind })),
  { ...act, act: 'withdrawal-requested', subjectKind: 'send' },
]

const email: OutboxEmail = {
  ...{ id: 1, state: 'failed', subject: 'Hello', recipient: 'a…@example.test', merchantId: null, storeName: null },
  ...{ tries: 12, reason: null, createdAt: at, sentAt: null, nextTryAt: null },
}
const reasons = Object.keys(emailReasonWords) as (keyof typeof emailReasonWords)[]

const person: ListedPerson = {
  ...{ id: 1, kind: 'merchant-user', personId: 1, merchantId: 1, storeName: 'Blue Door', name: 'Ana', role: 'user' },
  ...{ email: 'ana@example.test', status: 'active', twoFactorEnabled: true, lastSeenAt: null, invitedUntil: null },
  createdAt: at,
}

const delivery: WebhookDelivery = {
  ...{ id: 1, eventId: 'e', type: 'invoice.paid', status: 'failed', attempts: 1, answerStatus: 500, error: null },
  ...{ dueAt: null, lastAttemptAt: at, createdAt: at },
}
const loopOut = {
  ...{ id: 1, storeName: 'Blue Door', lightningBalanceUsd: '400.00', lightningBalanceBtc: '0.00400000', txid: null },
  ...{ onChainAddress: 'bc1q', node: 'shared', problem: null, adminNotes: null, createdAt: at },
} as unknown as AdminLoopOutRequest

const application = { id: 1, businessName: 'Blue Door', createdAt: at } as unknown as Application

type Case = readonly [list: List, screenOf: (row: object) => string, rows: readonly object[]]
const caseOf = (shown: { list: object; cells: object; chips?: object }, rows: readonly object[], chips = shown.chips) =>
  [shown.list, (row: object) => screenOf({ ...shown, chips } as never, row), rows] as unknown as Case

const cases: readonly Case[] = [
  caseOf(shownTransactions, transactions),
  caseOf(shownOfAll, ofAll, chipsWith('pending')),
  caseOf(shownEarnings, [
    ...feeTypes.map((feeType) => ({ ...share, feeType })),
    { ...share, collected: false },
    { ...share, collected: false, status: 'unconfirmed', paymentMethod: 'BTC-LN' },
  ]),
  caseOf(shownInvoices, [invoice]),
  caseOf(shownAuditLog, acts, {}),
  caseOf(shownStoreActivity, acts, {}),
  caseOf(shownEmails, [
    ...emailStates.map((state) => ({ ...email, state })),
    ...reasons.map((reason) => ({ ...email, reason })),
  ]),
  caseOf(shownPeople, [
    ...personStatuses.map((status) => ({ ...person, status })),
    ...merchantRole.options.map((role) => ({ ...person, role, twoFactorEnabled: false })),
  ]),
  caseOf(
    shownDeliveries,
    deliveryStatuses.map((status) => ({ ...delivery, status })),
    {},
  ),
  caseOf(
    shownRequests,
    loopOutStatuses.map((status) => ({ ...loopOut, status })),
    {},
  ),
  caseOf(
    shownApplications,
    applicationStatuses.map((status) => ({ ...application, status })),
    {},
  ),
  [
    merchantList as unknown as List,
    (row) => drawn(<MerchantAttention merchant={row as MerchantDetail} />),
    attentionReasons.map((reason) => ({
      ...{ id: 1, storeName: 'Blue Door', attention: [{ reason, detail: 'Blue Door', since: at }] },
      balances: { onChain: { usd: '1.00' }, feesOwed: { usd: '2.00' } },
    })),
  ],
]

test.each(cases.map((one) => [one[0].path, one] as const))('the words of %s are those of the screen', (path, one) => {
  const [list, textOf, rows] = one
  for (const row of rows) {
    const text = textOf(row)
    for (const [title, word] of wordsOf(list, row)) expect(text, `${path} ${title}`).toContain(word)
  }
  const said = new Set(rows.flatMap((row) => wordsOf(list, row).map(([title]) => title)))
  expect([...said].sort()).toEqual(Object.keys(list.file.words ?? {}).sort())
})

test('every list with words is drawn here', () => {
  const files = import.meta.glob<Record<string, object>>(['../../../../contract/src/*.ts', '!**/*.test.ts'], {
    eager: true,
  })
  const lists = Object.values(files)
    .flatMap((file) => Object.values(file))
    .filter((value): value is List => typeof value === 'object' && 'filterShape' in value)
  expect(lists.length).toBeGreaterThan(10)
  expect(
    lists
      .filter(({ file }) => file.words)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(cases.map(([{ path }]) => path).sort())
})
