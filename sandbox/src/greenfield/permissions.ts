/**
 * BTCPay's permissions: dotted names, some of which include others, each optionally limited to one store. Names are
 * short here (`store.canviewinvoices`). On the wire they begin with `btcpay.`.
 */
const includes: Readonly<Record<string, readonly string[]>> = {
  'server.canmodifyserversettings': ['server.canuseinternallightningnode', 'server.canmanageusers'],
  'server.canmanageusers': ['server.cancreateuser'],
  'server.canuseinternallightningnode': [
    'server.cancreatelightninginvoiceinternalnode',
    'server.canviewlightninginvoiceinternalnode',
  ],
  'store.canmodifystoresettings': [
    'store.canmanagepullpayments',
    'store.canmodifyinvoices',
    'store.canviewstoresettings',
    'store.webhooks.canmodifywebhooks',
    'store.canmodifypaymentrequests',
    'store.canmanagepayouts',
    'store.canuselightningnode',
    'store.cansendstoreemails',
    'store.canmanagewallets',
  ],
  'store.canviewstoresettings': [
    'store.canviewinvoices',
    'store.canviewpaymentrequests',
    'store.canviewreports',
    'store.canviewpullpayments',
    'store.canviewpayouts',
  ],
  'store.canmodifyinvoices': ['store.canviewinvoices', 'store.cancreateinvoice', 'store.cancreatelightninginvoice'],
  'store.canmanagewallets': ['store.canmanagewalletsettings', 'store.canmanagewallettransactions'],
  'store.canmanagewallettransactions': [
    'store.cancreatetransactions',
    'store.cansigntransactions',
    'store.canbroadcasttransactions',
    'store.cancanceltransactions',
  ],
  'store.cancreatetransactions': ['store.canviewwallet'],
  'store.cansigntransactions': ['store.canviewwallet'],
  'store.canbroadcasttransactions': ['store.canviewwallet'],
  'store.cancanceltransactions': ['store.canviewwallet'],
  'store.canmanagewalletsettings': ['store.canviewwallet'],
  'store.canuselightningnode': ['store.canviewlightninginvoice', 'store.cancreatelightninginvoice'],
  'store.cancreatelightninginvoice': ['store.canviewlightninginvoice'],
  'store.canmanagepullpayments': ['store.cancreatepullpayments', 'store.canarchivepullpayments'],
  'store.cancreatepullpayments': ['store.cancreatenonapprovedpullpayments'],
  'store.cancreatenonapprovedpullpayments': ['store.canviewpullpayments'],
  'store.canmanagepayouts': ['store.canviewpayouts'],
  'store.canmodifypaymentrequests': ['store.canviewpaymentrequests'],
  'user.canmodifyprofile': ['user.canviewprofile'],
  'user.canmanagenotificationsforuser': ['user.canviewnotificationsforuser'],
}

/** Names that no other includes, so that the tree is complete. */
const others = ['server.canviewusers', 'user.candeleteuser']

export const UNRESTRICTED = 'unrestricted'

/** What the built-in store roles may do. */
export const roles: Readonly<Record<string, readonly string[]>> = {
  Owner: ['store.canmodifystoresettings'],
  Manager: [
    'store.canviewstoresettings',
    'store.canmodifyinvoices',
    'store.webhooks.canmodifywebhooks',
    'store.canmodifypaymentrequests',
    'store.canmanagepullpayments',
    'store.canmanagepayouts',
  ],
  Employee: [
    'store.canmodifyinvoices',
    'store.canmodifypaymentrequests',
    'store.cancreatenonapprovedpullpayments',
    'store.canviewpayouts',
    'store.canviewpullpayments',
  ],
  Guest: [
    'store.canmodifyinvoices',
    'store.canviewpaymentrequests',
    'store.canviewpullpayments',
    'store.canviewpayouts',
  ],
  'Wallet Manager': ['store.canviewstoresettings', 'store.canmanagewallets'],
  Multisigner: ['store.canviewstoresettings', 'store.canmanagewallettransactions'],
  'Multisigner Guest': ['store.canviewwallet', 'store.cansigntransactions'],
}

export type Grant = { name: string; storeId: string | undefined }

const grammar = /^(?:btcpay\.(?:[a-z0-9]+\.)*[a-z0-9]+|unrestricted)$/

/**
 * Parses `btcpay.store.canviewinvoices:STOREID`. Undefined when it is malformed. Unknown names are kept and grant
 * nothing.
 */
export const parsePermission = (text: string): Grant | undefined => {
  const colon = text.indexOf(':')
  const policy = (colon === -1 ? text : text.slice(0, colon)).toLowerCase()
  const scope = colon === -1 ? '' : text.slice(colon + 1)
  if (!grammar.test(policy)) return undefined
  return { name: policy.replace(/^btcpay\./, ''), storeId: scope === '' ? undefined : scope }
}

export const formatPermission = ({ name, storeId }: Grant): string =>
  `${wireName(name)}${storeId === undefined ? '' : `:${storeId}`}`

export const wireName = (name: string): string => (name === UNRESTRICTED ? name : `btcpay.${name}`)

/** Whether `held` includes `wanted`. */
export const covers = (held: string, wanted: string): boolean =>
  held === UNRESTRICTED || held === wanted || included(held).some((inner) => covers(inner, wanted))

/** Whether a set of grants includes `wanted`, in one store if given. A scoped grant counts in its store only. */
export const grants = (held: readonly Grant[], wanted: string, storeId: string | undefined): boolean =>
  held.some((grant) => covers(grant.name, wanted) && (grant.storeId === undefined || grant.storeId === storeId))

export const permissionTree = (): { name: string; included: string[] }[] => {
  const names = new Set([UNRESTRICTED, ...Object.keys(includes), ...Object.values(includes).flat(), ...others])
  return [...names].sort().map((name) => ({ name: wireName(name), included: included(name).map(wireName) }))
}

/** Names come from callers, and `constructor` is a valid one. */
function included(name: string): readonly string[] {
  return Object.hasOwn(includes, name) ? (includes[name] ?? []) : []
}
