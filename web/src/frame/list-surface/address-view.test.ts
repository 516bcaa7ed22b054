import { invoiceList } from '@bitquay/contract/invoices'
import { describe, expect, it } from 'vitest'
import {
  isNarrowed,
  readFilters,
  readOpen,
  readRange,
  readSort,
  withOpen,
  withRange,
  withSort,
  writeView,
} from './address-view.ts'

const today = '2026-11-15'
const address = (text: string) => new URLSearchParams(text)

describe('the range in an address', () => {
  it('is all time by default, so that nothing is hidden', () => {
    expect(readRange(address(''), today)).toEqual({ preset: 'all-time' })
    expect(readRange(address('range=someday&from=yesterday'), today)).toEqual({ preset: 'all-time' })
  })

  it('is read back as it was written', () => {
    for (const range of [{ preset: 'last-month' }, { from: '2026-10-05', to: '2026-10-09' }] as const)
      expect(readRange(withRange(address('search=lind'), range), today)).toEqual(range)
    expect(withRange(address('range=today&search=lind'), { preset: 'all-time' }).toString()).toBe('search=lind')
  })

  it('may have one end, or both in the wrong order', () => {
    expect(readRange(address('from=2026-10-05'), today)).toEqual({ from: '2026-10-05', to: today })
    expect(readRange(address('to=2026-10-05'), today)).toEqual({ from: '2009-01-03', to: '2026-10-05' })
    expect(readRange(address('from=2026-10-09&to=2026-10-05'), today)).toEqual({ from: '2026-10-05', to: '2026-10-09' })
  })
})

describe('the sort in an address', () => {
  const fields = ['date', 'gross', 'net'] as const
  it('is newest first unless it says otherwise', () => {
    expect(readSort(address(''), fields)).toBe('-date')
    expect(readSort(address('sort=customer'), fields)).toBe('-date')
    expect(readSort(address('sort=gross'), fields)).toBe('gross')
    expect(readSort(address('sort=-net'), fields)).toBe('-net')
  })

  it('closes the open row, because its place changes', () => {
    expect(withSort(address('open=a&status=failed'), '-gross', '-date').toString()).toBe('status=failed&sort=-gross')
    expect(withSort(address('sort=-gross'), '-date', '-date').toString()).toBe('')
  })
})

describe('a view', () => {
  it('is the same however its address is ordered, and whichever row is open', () => {
    expect(writeView(address('status=failed&range=today&open=x'))).toBe(writeView(address('range=today&status=failed')))
  })

  it('is narrowed by a filter, a search or a range, not by its order or an open row', () => {
    expect(isNarrowed(address('sort=gross&open=x'))).toBe(false)
    for (const text of ['search=a', 'range=today', 'status=failed']) expect(isNarrowed(address(text)), text).toBe(true)
  })
})

it('an open row is read back as it was written', () => {
  expect(readOpen(withOpen(address('search=a'), 'in:ab/0'))).toBe('in:ab/0')
  expect(withOpen(address('open=x&search=a'), undefined).toString()).toBe('search=a')
})

it('reads declared filters by their names in the address, and leaves out what no list has', () => {
  const filters = {
    status: { kind: 'one-of', values: ['open', 'closed'] },
    merchantId: { kind: 'id', as: 'store' },
    search: { kind: 'text', longest: 5 },
    minAmount: { kind: 'btc-amount' },
  } as const
  const read = (text: string) => readFilters(filters, address(text))
  expect(read('status=open&store=7&search=+harbor+')).toEqual({ status: 'open', merchantId: 7, search: 'harbo' })
  expect(read('minAmount=0.00000001')).toEqual({ minAmount: '0.00000001' })
  expect(read('status=lost&store=-1&search=+&merchantId=7&color=red&minAmount=1e-8')).toEqual({})
})

it('cuts no search for a Lightning invoice, which the server finds too', () => {
  const search = `lnbc${'q'.repeat(1500)}`
  expect(readFilters(invoiceList.filters, address(`search=${search}`))).toEqual({ search })
  expect(readFilters(invoiceList.filters, address(`search=${'q'.repeat(3000)}`))).toEqual({ search: 'q'.repeat(2000) })
})
