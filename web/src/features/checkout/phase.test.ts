import type { Checkout } from '@bitquay/contract/checkout'
import { describe, expect, it } from 'vitest'
import { confirmationsOf, hasChain, isLightningOnly, isUnfinished, type Payment, phaseOf, sceneOf } from './phase.ts'
import { describePhase } from './words.ts'

const at = '2026-11-15T10:00:00.000Z'
const nowMs = Date.parse(at)

const checkout = (changes: Partial<Checkout> = {}): Checkout => ({
  invoiceId: 'i',
  storeName: 'Kestrel Arcade',
  storeClosed: false,
  renewable: false,
  status: 'new',
  additionalStatus: 'none',
  amount: '106.00',
  currency: 'USD',
  amountBtc: '0.00100000',
  amountUsd: '106.00',
  paidBtc: '0.00000000',
  dueBtc: '0.00100000',
  rate: '106000.00',
  description: null,
  bitcoinAddress: 'bcrt1q',
  lightningInvoice: null,
  qrCodeData: null,
  createdAt: at,
  expiresAt: '2026-11-15T10:15:00.000Z',
  paidAt: null,
  redirectUrl: null,
  now: at,
  confirmationsNeeded: 3,
  confirmedInBlock: null,
  emailOnFile: false,
  payments: [],
  ...changes,
})

const payment = (changes: Partial<Payment> = {}): Payment => ({
  method: 'on-chain',
  txid: 'a',
  amountBtc: '0.00100000',
  confirmations: 0,
  blockHeight: null,
  status: 'pending',
  seenAt: at,
  ...changes,
})

describe('an invoice with a due date', () => {
  const due = checkout({ dueDate: '2027-01-31T23:59:59.000Z', overdue: false })

  it('is paid like any other while it has a price, and offers a new one afterwards', () => {
    expect(phaseOf(due, nowMs)).toBe('waiting')
    expect(phaseOf(due, Date.parse('2026-11-15T10:15:00.000Z'))).toBe('unpriced')
    const unopened = { ...due, expiresAt: null, bitcoinAddress: null, amountBtc: null, dueBtc: null, rate: null }
    expect(phaseOf(unopened, nowMs)).toBe('unpriced')
    expect(sceneOf(unopened, 'unpriced')).toBe('gone')
    expect(phaseOf({ ...unopened, status: 'settled' }, nowMs)).toBe('paid')
  })

  it('says when it is overdue', () => {
    expect(describePhase(due, 'unpriced').badge.word).toBe('Unpaid')
    expect(describePhase(due, 'waiting').badge.word).toBe('Unpaid')
    for (const phase of ['unpriced', 'waiting'] as const)
      expect(describePhase({ ...due, overdue: true }, phase).badge.word).toBe('Overdue')
  })
})

describe('what the page shows', () => {
  it.each([
    [{}, 'waiting'],
    [{ paidBtc: '0.00050000', additionalStatus: 'paid-partial' }, 'part'],
    [{ expiresAt: at }, 'closing'],
    [{ paidBtc: '0.00050000', expiresAt: at }, 'closing'],
    [{ status: 'processing' }, 'received'],
    [{ status: 'settled' }, 'paid'],
    [{ status: 'settled', additionalStatus: 'paid-over' }, 'overpaid'],
    [{ status: 'expired' }, 'expired'],
    [{ status: 'expired', additionalStatus: 'paid-partial', paidBtc: '0.00050000' }, 'expired-part'],
    [{ status: 'expired', additionalStatus: 'paid-late', paidBtc: '0.00100000' }, 'paid-late'],
    [{ status: 'invalid', additionalStatus: 'marked' }, 'invalid'],
    [{ expiresAt: null }, 'waiting'],
    [{ storeClosed: true }, 'store-closed'],
    [{ storeClosed: true, paidBtc: '0.00050000', additionalStatus: 'paid-partial' }, 'store-closed'],
    [{ storeClosed: true, status: 'expired' }, 'store-closed'],
    [{ storeClosed: true, status: 'processing' }, 'received'],
    [{ storeClosed: true, status: 'settled' }, 'paid'],
    [{ storeClosed: true, status: 'expired', additionalStatus: 'paid-late', paidBtc: '0.00100000' }, 'paid-late'],
  ] as [Partial<Checkout>, string][])('%j is %s', (changes, phase) => {
    const shown = checkout(changes)
    expect(phaseOf(shown, nowMs)).toBe(phase)
    expect(describePhase(shown, phaseOf(shown, nowMs)).heading).not.toBe('')
  })
})

describe('confirmations', () => {
  it('are those of the payment that has fewest, replaced ones left out', () => {
    const payments = [
      payment({ confirmations: 2, blockHeight: 10 }),
      payment({ confirmations: 1, blockHeight: 11 }),
      payment({ status: 'failed' }),
    ]
    expect(confirmationsOf(checkout({ payments }))).toBe(1)
  })

  it('are not waited for when all came over Lightning', () => {
    expect(isLightningOnly(checkout({ payments: [payment({ method: 'lightning' })] }))).toBe(true)
    expect(isLightningOnly(checkout({ payments: [payment({ method: 'lightning' }), payment()] }))).toBe(false)
    expect(isLightningOnly(checkout())).toBe(false)
  })
})

describe('the drawing', () => {
  const inBlock = { payments: [payment({ confirmations: 1, blockHeight: 925_115 })], confirmedInBlock: 925_115 }
  it.each([
    ['the code while it can be paid', {}, 'code'],
    ['the code while the server checks after the end', { expiresAt: at }, 'code'],
    ['the payment on its way while it confirms', { status: 'processing', payments: [payment()] }, 'hanging'],
    ['the payment set down once it is paid', { status: 'settled', ...inBlock }, 'landed'],
    [
      'the payment on its way again after its block is lost',
      { status: 'processing', payments: [payment()] },
      'hanging',
    ],
    [
      'a late payment on its way',
      { status: 'expired', additionalStatus: 'paid-late', payments: [payment()] },
      'hanging',
    ],
    ['a late payment set down', { status: 'expired', additionalStatus: 'paid-late', ...inBlock }, 'landed'],
    ['an empty place after the end', { status: 'expired' }, 'gone'],
  ] satisfies [string, Partial<Checkout>, string][])('shows %s', (_, changes, scene) => {
    const shown = checkout(changes)
    expect(sceneOf(shown, phaseOf(shown, nowMs))).toBe(scene)
  })

  it('has blocks only for payments on-chain that count', () => {
    expect(hasChain(checkout(inBlock))).toBe(true)
    expect(hasChain(checkout({ payments: [payment({ method: 'lightning' })] }))).toBe(false)
    expect(hasChain(checkout({ payments: [payment({ status: 'failed' })] }))).toBe(false)
  })
})

describe('the page looks often', () => {
  it.each([
    ['while money is expected', {}, true],
    ['until the block of a settled payment is known', { status: 'settled', payments: [payment()] }, true],
    ['no longer once it is', { status: 'settled', payments: [payment({ blockHeight: 5 })] }, false],
    ['no longer after a Lightning payment', { status: 'settled', payments: [payment({ method: 'lightning' })] }, false],
  ] satisfies [string, Partial<Checkout>, boolean][])('%s', (_, changes, expected) => {
    expect(isUnfinished(checkout(changes))).toBe(expected)
  })
})
