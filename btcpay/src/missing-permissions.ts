/** Which permission includes which others, as BTCPay resolves them. Only those that a store's key can have. */
const includes: Readonly<Record<string, readonly string[]>> = {
  'btcpay.store.canmodifystoresettings': [
    'btcpay.store.canmodifyinvoices',
    'btcpay.store.canviewstoresettings',
    'btcpay.store.webhooks.canmodifywebhooks',
    'btcpay.store.canuselightningnode',
    'btcpay.store.canmanagewallets',
  ],
  'btcpay.store.canviewstoresettings': ['btcpay.store.canviewinvoices'],
  'btcpay.store.canmodifyinvoices': [
    'btcpay.store.canviewinvoices',
    'btcpay.store.cancreateinvoice',
    'btcpay.store.cancreatelightninginvoice',
  ],
  'btcpay.store.canmanagewallets': ['btcpay.store.canmanagewalletsettings', 'btcpay.store.canmanagewallettransactions'],
  'btcpay.store.canmanagewallettransactions': [
    'btcpay.store.cancreatetransactions',
    'btcpay.store.cansigntransactions',
    'btcpay.store.canbroadcasttransactions',
    'btcpay.store.cancanceltransactions',
  ],
  'btcpay.store.cancreatetransactions': ['btcpay.store.canviewwallet'],
  'btcpay.store.cansigntransactions': ['btcpay.store.canviewwallet'],
  'btcpay.store.canbroadcasttransactions': ['btcpay.store.canviewwallet'],
  'btcpay.store.canmanagewalletsettings': ['btcpay.store.canviewwallet'],
  'btcpay.store.canuselightningnode': [
    'btcpay.store.canviewlightninginvoice',
    'btcpay.store.cancreatelightninginvoice',
  ],
}

/**
 * Which of these permissions a key doesn't give in a store. A grant for another store gives nothing here. One without a
 * store gives it in all. The key's user may have fewer rights in the store: only a request shows that.
 */
export const missingPermissions = (held: readonly string[], wanted: readonly string[], storeId: string): string[] => {
  const here = held.flatMap((text) => {
    const [name, scope] = splitScope(text)
    return scope === '' || scope === storeId ? [name.toLowerCase()] : []
  })
  return wanted.filter((each) => !here.some((name) => covers(name, each)))
}

/** The stores that a key is limited to. Undefined when it is valid for all of its user's stores. */
export const storesOfKey = (held: readonly string[]): string[] | undefined => {
  const scopes = held.filter((text) => text.includes('.store.') || text.startsWith('unrestricted')).map(splitScope)
  if (scopes.some(([, scope]) => scope === '')) return undefined
  return [...new Set(scopes.map(([, scope]) => scope))]
}

const covers = (held: string, wanted: string): boolean => {
  if (held === 'unrestricted' || held === wanted) return true
  const inner = Object.hasOwn(includes, held) ? (includes[held] ?? []) : []
  return inner.some((each) => covers(each, wanted))
}

const splitScope = (text: string): [name: string, scope: string] => {
  const colon = text.indexOf(':')
  return colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
}
