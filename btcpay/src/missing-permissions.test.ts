import { expect, test } from 'vitest'
import { missingPermissions, storesOfKey } from './missing-permissions.ts'

const wanted = ['btcpay.store.canviewinvoices', 'btcpay.store.cansigntransactions', 'btcpay.store.canviewwallet']

test.each<[string[], string[]]>([
  [['unrestricted'], []],
  [['btcpay.store.canmodifystoresettings'], []],
  [['btcpay.store.canmodifystoresettings:here'], []],
  [['btcpay.store.canmodifystoresettings:there'], wanted],
  [['btcpay.store.canmanagewallettransactions:here'], ['btcpay.store.canviewinvoices']],
  [['btcpay.store.canviewstoresettings'], ['btcpay.store.cansigntransactions', 'btcpay.store.canviewwallet']],
  [['btcpay.store.constructor', 'constructor'], wanted],
  [[], wanted],
])('%j lacks %j', (held, missing) => {
  expect(missingPermissions(held, wanted, 'here')).toEqual(missing)
})

test('a key lists the stores that it is limited to', () => {
  expect(storesOfKey(['btcpay.store.canviewwallet:a', 'btcpay.store.canviewinvoices:a'])).toEqual(['a'])
  expect(storesOfKey(['btcpay.store.canviewwallet:a', 'btcpay.store.canviewinvoices'])).toBeUndefined()
  expect(storesOfKey(['unrestricted'])).toBeUndefined()
  expect(storesOfKey(['btcpay.user.canviewprofile'])).toEqual([])
})
