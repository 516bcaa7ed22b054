import { describe, expect, it } from 'vitest'
import { emptyKeyForm, findKeyProblems, linesOf, toNewKey } from './key-form.ts'

describe('the form of a key', () => {
  it('takes one network or address for each line, however it was pasted', () => {
    expect(linesOf(' 203.0.113.7 \n\n203.0.113.0/24, 2001:db8::/32')).toEqual([
      '203.0.113.7',
      '203.0.113.0/24',
      '2001:db8::/32',
    ])
  })

  it('asks for a name, a scope, and what goes with sending money', () => {
    expect(findKeyProblems({ ...emptyKeyForm, scopes: [] })).toEqual({
      name: 'Enter a name',
      scopes: 'Choose at least one scope',
    })
    expect(findKeyProblems({ ...emptyKeyForm, name: 'Shop', scopes: ['withdrawals'] })).toEqual({
      withdrawalAddresses: 'Enter at least one address',
      twoFactorToken: 'Token must be 6 digits',
    })
    expect(findKeyProblems({ ...emptyKeyForm, name: 'Shop', scopes: ['refunds'] })).toEqual({
      twoFactorToken: 'Token must be 6 digits',
    })
    expect(findKeyProblems({ ...emptyKeyForm, name: 'Shop', scopes: ['refunds'], dailyRefundLimitUsd: '1e3' })).toEqual(
      {
        dailyRefundLimitUsd: 'Enter an amount in dollars',
        twoFactorToken: 'Token must be 6 digits',
      },
    )
    expect(findKeyProblems({ ...emptyKeyForm, name: 'Shop' })).toEqual({})
  })

  it('sends nothing of sending money with a key that cannot', () => {
    const form = {
      ...emptyKeyForm,
      name: ' Shop ',
      withdrawalAddresses: 'bc1q',
      dailyRefundLimitUsd: '50',
      twoFactorToken: '123456',
    }
    expect(toNewKey(form)).toEqual({
      name: 'Shop',
      scopes: ['read', 'invoices'],
      allowedSources: [],
      withdrawalAddresses: [],
    })
    expect(toNewKey({ ...form, scopes: ['withdrawals'], expiresInDays: '90' })).toMatchObject({
      withdrawalAddresses: ['bc1q'],
      twoFactorToken: '123456',
      expiresInDays: 90,
    })
    expect(toNewKey({ ...form, scopes: ['refunds'] })).toMatchObject({ dailyRefundLimitUsd: '50' })
  })
})
