import { describe, expect, it } from 'vitest'
import { missingPaymentMethods } from './missing-payment-methods.ts'

describe('missingPaymentMethods', () => {
  it.each([
    [['BTC-CHAIN', 'BTC-LN'], ['BTC-CHAIN', 'BTC-LN'], []],
    [['BTC-CHAIN', 'BTC-LN'], ['BTC-CHAIN'], ['BTC-LN']],
    [['BTC', 'BTC-LightningNetwork'], ['BTC-CHAIN', 'BTC-LN'], []],
    [['BTC_LightningLike', 'BTC-LN'], ['BTC-CHAIN'], ['BTC-LN']],
    [['BTC-CHAIN'], null, ['BTC-CHAIN']],
    [['XMR-CHAIN'], ['BTC-CHAIN'], ['XMR-CHAIN']],
    [[], [], []],
  ])('of %j in %j are %j', (requested, present, missing) => {
    expect(missingPaymentMethods(requested, { checkout: { paymentMethods: present } })).toEqual(missing)
  })
})
