import { describe, expect, it } from 'vitest'
import { covers, formatPermission, grants, parsePermission, permissionTree } from './permissions.ts'

describe('permissions', () => {
  it('a permission includes those below it, at any depth', () => {
    expect(covers('store.canmodifystoresettings', 'store.canviewwallet')).toBe(true)
    expect(covers('store.canmodifyinvoices', 'store.cancreateinvoice')).toBe(true)
    expect(covers('unrestricted', 'server.canmanageusers')).toBe(true)
    expect(covers('store.canviewstoresettings', 'store.canviewwallet')).toBe(false)
    expect(covers('store.canviewinvoices', 'store.canmodifyinvoices')).toBe(false)
    expect(covers('constructor', 'store.canviewinvoices')).toBe(false)
  })

  it('a scoped permission counts only in its store', () => {
    const held = [{ name: 'store.canmodifyinvoices', storeId: 'A' }]
    expect(grants(held, 'store.canviewinvoices', 'A')).toBe(true)
    expect(grants(held, 'store.canviewinvoices', 'B')).toBe(false)
    expect(grants(held, 'store.canviewinvoices', undefined)).toBe(false)
  })

  it('permissions are parsed by their grammar', () => {
    const text = 'btcpay.store.cancreateinvoice:ABC'
    const read = parsePermission(text)
    expect(read && formatPermission(read)).toBe(text)
    expect(parsePermission('btcpay.unknown.thing')).toEqual({ name: 'unknown.thing', storeId: undefined })
    for (const bad of ['', 'store.x', 'btcpay.', 'btcpay.a b', 'btcpay..x', 'admin']) {
      expect(parsePermission(bad), bad).toBeUndefined()
    }
  })

  it('each permission is listed with what it includes', () => {
    const tree = permissionTree()
    expect(tree.find(({ name }) => name === 'btcpay.server.canmanageusers')?.included).toEqual([
      'btcpay.server.cancreateuser',
    ])
  })
})
