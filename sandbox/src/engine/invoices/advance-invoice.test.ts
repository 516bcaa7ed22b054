import { describe, expect, it } from 'vitest'
import { plainInvoice } from '../../testing/plain-invoice.ts'
import { formatDecimal } from '../rates/decimal.ts'
import { advanceInvoice } from './advance-invoice.ts'
import { computeDue, computeTotals } from './compute-totals.ts'
import type { Invoice, Payment } from './invoice.ts'
import { allowedMarks, markInvoice } from './mark-invoice.ts'
import { ON_CHAIN } from './payment-method-ids.ts'

const paid = (value: string, status: Payment['status'] = 'Processing', fee = '0'): Payment => ({
  id: `${value}-${status}`,
  methodId: ON_CHAIN,
  receivedAt: 1100,
  value,
  fee,
  status,
  destination: 'address',
})

const look = (changes: Partial<Invoice>, now = 1200) => {
  const { invoice, events } = advanceInvoice({ ...plainInvoice, ...changes }, now)
  return [`${invoice.status}/${invoice.additionalStatus}`, ...events.map((event) => event.type)]
}

describe('advancing an invoice', () => {
  it('goes from New to Processing to Settled', () => {
    expect(look({})).toEqual(['New/None'])
    expect(look({ payments: [paid('0.00092593')] })).toEqual(['Processing/None', 'InvoiceProcessing'])
    const settled = ['Settled/None', 'InvoiceProcessing', 'InvoiceSettled']
    expect(look({ payments: [paid('0.00092593', 'Settled')] })).toEqual(settled)
    expect(look({ price: '0.00', prompts: [] })).toEqual(settled)
  })

  it('detects one satoshi too much and one satoshi too little', () => {
    expect(look({ payments: [paid('0.00092594')] })[0]).toBe('Processing/PaidOver')
    expect(look({ payments: [paid('0.00092592')] })).toEqual(['New/PaidPartial'])
  })

  it('accepts an underpayment within the tolerance', () => {
    const checkout = { ...plainInvoice.checkout, paymentTolerance: 50 }
    expect(look({ checkout, payments: [paid('0.0005')] })[0]).toBe('Processing/None')
    expect(look({ checkout, payments: [paid('0.0004')] })[0]).toBe('New/PaidPartial')
  })

  it('expires first and then marks a payment as late', () => {
    expect(look({}, 1900)).toEqual(['Expired/None', 'InvoiceExpired'])
    expect(look({ additionalStatus: 'PaidPartial', payments: [paid('0.0004')] }, 1900)).toEqual([
      'Expired/PaidPartial',
      'InvoiceExpired',
      'InvoiceExpiredPaidPartial',
    ])
    expect(look({ payments: [paid('0.00092593')] }, 1900)).toEqual([
      'Expired/PaidLate',
      'InvoiceExpired',
      'InvoicePaidAfterExpiration',
    ])
    const late: Partial<Invoice> = {
      status: 'Expired',
      additionalStatus: 'PaidLate',
      payments: [paid('0.001', 'Settled')],
    }
    expect(look(late, 5000)).toEqual(['Expired/PaidLate'])
  })

  it('a replaced payment is undone without an event', () => {
    const processing: Partial<Invoice> = { status: 'Processing' }
    expect(look({ ...processing, payments: [paid('0.00092593', 'Unaccounted')] })).toEqual(['New/None'])
    expect(look({ ...processing, payments: [paid('0.0005')] })).toEqual(['New/PaidPartial'])
    expect(look({ ...processing, additionalStatus: 'PaidOver', payments: [paid('0.00092593')] })).toEqual([
      'Processing/None',
    ])
  })

  it('becomes invalid when a payment never confirms', () => {
    const unconfirmed: Partial<Invoice> = { status: 'Processing', payments: [paid('0.00092593')] }
    expect(look(unconfirmed, 90_000)).toEqual(['Processing/None'])
    expect(look(unconfirmed, 90_001)).toEqual(['Invalid/None', 'InvoiceInvalid'])
  })

  it('a top-up is priced by its first payment', () => {
    const topUp: Partial<Invoice> = { type: 'TopUp', price: '0' }
    const { invoice } = advanceInvoice({ ...plainInvoice, ...topUp, payments: [paid('0.001')] }, 1200)
    expect(invoice).toMatchObject({ status: 'Processing', additionalStatus: 'None', price: '108' })
    expect(look({ ...topUp, payments: [paid('0.001')] }, 2000)[0]).toBe('Expired/PaidLate')
    expect(look({ ...topUp, ...invoice, payments: [paid('0.001'), paid('0.002')] })[0]).toBe('Processing/PaidOver')
  })
})

describe('amount due', () => {
  const due = (invoice: Invoice, at: number) => {
    const prompt = invoice.prompts[at]
    if (!prompt) throw new Error('no such prompt')
    const { totalDue, due, paid: total, methodPaid } = computeDue(invoice, computeTotals(invoice), prompt)
    return [totalDue, due, total, methodPaid].map((value) => formatDecimal(value, 8))
  }

  it('rounds up to whole satoshis', () => {
    expect(due(plainInvoice, 0)).toEqual(['0.00092593', '0.00092593', '0.00000000', '0.00000000'])
  })

  it('grows by a network fee after the first part, for on-chain payers only', () => {
    const [onChain, lightning] = plainInvoice.prompts
    if (!onChain || !lightning) throw new Error('two prompts')
    const prompts = [{ ...onChain, methodFee: '0.00000200' }, lightning]
    const partial = { ...plainInvoice, prompts, payments: [paid('0.0005')] }
    expect(due(partial, 0).slice(0, 2)).toEqual(['0.00092793', '0.00042793'])
    expect(due(partial, 1).slice(0, 2)).toEqual(['0.00092593', '0.00042593'])
    const whole = { ...partial, payments: [paid('0.0005'), paid('0.00042793', 'Processing', '0.00000200')] }
    expect(due(whole, 0).slice(0, 2)).toEqual(['0.00092793', '0.00000000'])
    expect(look(whole)[0]).toBe('Processing/None')
  })

  it('is negative for an overpayment', () => {
    expect(due({ ...plainInvoice, payments: [paid('1.00092593')] }, 0)[1]).toBe('-1.00000000')
  })
})

describe('marks', () => {
  it('allow what a person may set', () => {
    expect(allowedMarks(plainInvoice)).toEqual(['Settled', 'Invalid'])
    expect(allowedMarks({ ...plainInvoice, status: 'Settled' })).toEqual([])
    expect(allowedMarks(markInvoice(plainInvoice, 'Settled').invoice)).toEqual(['Invalid'])
    expect(allowedMarks(markInvoice(plainInvoice, 'Invalid').invoice)).toEqual(['Settled'])
    expect(allowedMarks({ ...plainInvoice, status: 'Invalid' })).toEqual(['Settled'])
  })
})
