import { describe, expect, it } from 'vitest'
import { amountOfBolt11, waysToPay } from './payment-links.ts'
import { pollDelayMs } from './poll-delay.ts'
import { formatPrice } from './price.ts'

describe('ways to pay', () => {
  const both = {
    bitcoinAddress: 'bcrt1qabc',
    lightningInvoice: 'lnbcrt681490n1p40jffz',
    qrCodeData: 'bitcoin:bcrt1qabc?amount=0.00069349&lightning=lnbcrt681490n1p40jffz',
    dueBtc: '0.00069349',
    amountBtc: '0.00098149',
  }

  it('begin with the one for any wallet, and each asks for what it takes', () => {
    expect(waysToPay(both)).toEqual([
      {
        way: 'any',
        name: 'Any wallet',
        link: both.qrCodeData,
        code: 'bitcoin:BCRT1QABC?amount=0.00069349&lightning=LNBCRT681490N1P40JFFZ',
        amountBtc: '0.00069349',
      },
      {
        way: 'lightning',
        name: 'Lightning',
        link: 'lightning:lnbcrt681490n1p40jffz',
        code: 'LIGHTNING:LNBCRT681490N1P40JFFZ',
        amountBtc: '0.00068149',
      },
      {
        way: 'on-chain',
        name: 'On-chain',
        link: 'bitcoin:bcrt1qabc?amount=0.00069349',
        code: 'bitcoin:BCRT1QABC?amount=0.00069349',
        amountBtc: '0.00069349',
      },
    ])
  })

  it('leave out what the engine left out', () => {
    expect(waysToPay({ ...both, lightningInvoice: null }).map(({ way }) => way)).toEqual(['on-chain'])
    expect(waysToPay({ ...both, bitcoinAddress: null }).map(({ way }) => way)).toEqual(['lightning'])
  })

  it('never change the case of an old address, which would be another', () => {
    const [way] = waysToPay({ ...both, lightningInvoice: null, bitcoinAddress: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' })
    expect(way?.code).toBe('bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.00069349')
  })
})

it.each([
  ['lnbc2500u1pvjluezpp5', '0.00250000'],
  ['lnbc20m1pvjluezpp5', '0.02000000'],
  ['LNBCRT681490N1P40', '0.00068149'],
  ['lntb1500p1xyz', '0.00000001'],
  ['lnbc11xyz', '1.00000000'],
  ['lnbc1pvjluezpp5', undefined],
  ['nonsense', undefined],
])('%s asks for %s', (invoice, amount) => {
  expect(amountOfBolt11(invoice)).toBe(amount)
})

it('looks often while money is expected, seldom otherwise, and ever more seldom at a server in trouble', () => {
  expect(pollDelayMs({ open: true, hidden: false, failures: 0 })).toBe(1500)
  expect(pollDelayMs({ open: false, hidden: false, failures: 0 })).toBe(15_000)
  expect(pollDelayMs({ open: true, hidden: true, failures: 0 })).toBe(20_000)
  const waits = [1, 2, 3, 4, 5, 50].map((failures) => pollDelayMs({ open: true, hidden: false, failures }))
  expect(waits).toEqual([3000, 6000, 12_000, 24_000, 30_000, 30_000])
})

it('writes a price as its currency does', () => {
  expect(formatPrice('1106.00', 'USD')).toBe('$1,106.00')
  expect(formatPrice('16500', 'JPY')).toBe('¥16,500')
  expect(formatPrice('106.00', 'CHF')).toBe('CHF\u00a0106.00')
  expect(formatPrice('1500', 'SATS')).toBe('1,500 SATS')
  expect(formatPrice('0.00100000', 'BTC')).toBe('0.00100000 BTC')
})
