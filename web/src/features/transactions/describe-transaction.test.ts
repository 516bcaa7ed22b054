import { defaultBrand } from '@bitquay/contract/platform-brand'
import { wordOfPurpose } from '@bitquay/contract/transactions'
import { describe, expect, it } from 'vitest'
import { drawForBrand } from '../../content/platform-brand.ts'
import {
  counterpartyOf,
  directionOf,
  isPaidWithoutInvoice,
  outputNote,
  stateOf,
  whatOf,
  whoOf,
} from './describe-transaction.ts'

drawForBrand(defaultBrand)

const inputs = [
  { address: null, amount: '0.10000000', previousTxid: 'a' },
  { address: 'bc1qpayer', amount: '0.20000000', previousTxid: 'b' },
]

describe('the words of a row', () => {
  it('are the spec’s', () => {
    expect(directionOf({ type: 'incoming' })).toBe('Payment Received')
    expect(directionOf({ type: 'outgoing' })).toBe('Payment Sent')
    expect(stateOf({ status: 'confirmed' })).toEqual({ shape: 'solid', word: 'Confirmed' })
    expect(stateOf({ status: 'unconfirmed' })).toEqual({ shape: 'dashed', word: 'Pending' })
    expect(stateOf({ status: 'failed' })).toEqual({ shape: 'crossed', word: 'Failed' })
  })
})

describe('what a row is about', () => {
  const nobody = { customerName: null, customerEmail: null, itemDescription: null, label: null }

  it('is the customer and the item', () => {
    const sale = { purpose: 'invoice' as const, ...nobody, customerEmail: 'a@b.example', itemDescription: 'Pass' }
    expect([whoOf(sale), whatOf(sale)]).toEqual(['a@b.example', 'Pass'])
    expect(whoOf({ ...sale, customerName: 'Ada Berg' })).toBe('Ada Berg')
    expect([whoOf({ purpose: 'invoice', ...nobody }), whatOf({ purpose: 'invoice', ...nobody })]).toEqual([null, null])
  })

  it('is told for movements of the merchant’s own money', () => {
    expect(whoOf({ purpose: 'sweep', ...nobody })).toBe('Bitquay')
    expect(whatOf({ purpose: 'sweep', ...nobody })).toBe('Platform fees')
    expect(whoOf({ purpose: 'loop-out', ...nobody, label: 'Loop-out 3' })).toBe('Your Lightning balance')
    expect(whatOf({ purpose: 'loop-out', ...nobody, label: 'Loop-out 3' })).toBe('Moved to your on-chain wallet')
    expect(whatOf({ purpose: 'deposit', ...nobody })).toBe('Deposit to your wallet address')
    const label = 'Refund for invoice F49eFmUAcm6qDsdqZ8K8as'
    expect(whatOf({ purpose: 'refund', ...nobody, label })).toBe('Refund for invoice F49eFmUA')
  })

  it('has a tag of its type', () => {
    const paid = { purpose: 'invoice', paymentLinkId: null, invoiceId: 'abc', paymentMethod: 'BTC' } as const
    expect(wordOfPurpose(paid)).toBe('Invoice')
    expect(wordOfPurpose({ ...paid, paymentLinkId: 4 })).toBe('Payment link')
    expect(wordOfPurpose({ ...paid, invoiceId: null })).toBe('Deposit address')
    expect(wordOfPurpose({ ...paid, invoiceId: null, paymentMethod: 'BTC-LN' })).toBe('Lightning Address')
    expect(wordOfPurpose({ ...paid, purpose: 'outside' })).toBe('Sent elsewhere')
    expect(wordOfPurpose({ ...paid, purpose: 'sweep' })).toBe('Fees collected')
  })
})

describe('a payment without an invoice', () => {
  it('is sent back once it is confirmed', () => {
    const paid = { purpose: 'invoice', status: 'confirmed', invoiceId: null } as const
    expect(isPaidWithoutInvoice(paid)).toBe(true)
    expect(isPaidWithoutInvoice({ ...paid, invoiceId: 'abc' })).toBe(false)
    expect(isPaidWithoutInvoice({ ...paid, status: 'unconfirmed' })).toBe(false)
    expect(isPaidWithoutInvoice({ ...paid, purpose: 'deposit' })).toBe(false)
  })
})

describe('the other end', () => {
  it('of money in is who paid, not our own address', () => {
    expect(counterpartyOf({ type: 'incoming', address: 'bc1qours', inputs })).toBe('bc1qpayer')
    expect(counterpartyOf({ type: 'incoming', address: 'bc1qours', inputs: null })).toBeNull()
  })

  it('of money out is where it went', () => {
    expect(counterpartyOf({ type: 'outgoing', address: 'bc1qthere', inputs })).toBe('bc1qthere')
    expect(counterpartyOf({ type: 'outgoing', address: null, inputs })).toBeNull()
  })
})

it('names an own output only where it is certain', () => {
  const incoming = { type: 'incoming' as const, address: 'bc1qours' }
  expect(outputNote(incoming, { address: 'bc1qours', index: 0 })).toEqual({ own: true, text: 'Your wallet, output 0' })
  expect(outputNote(incoming, { address: 'bc1qother', index: 1 })).toEqual({ own: false, text: 'output 1' })
  expect(outputNote({ type: 'outgoing', address: null }, { address: null, index: 2 }).text).toBe('output 2')
  expect(outputNote({ type: 'outgoing', address: 'x' }, { address: 'x', index: 0 }).text).toBe('destination, output 0')
})
