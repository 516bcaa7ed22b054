import { BASE_PATH, describeRequests } from '../testing/describe-requests.ts'
import { exampleStore, exampleTransaction, STORE_ID, TXID } from '../testing/example-answers.ts'

const API = `${BASE_PATH}/api/v1`
const STORE = `${API}/stores/${STORE_ID}`
const WALLET = `${STORE}/payment-methods/BTC-CHAIN/wallet`
const key = { apiKey: 'k', label: 'l', permissions: ['unrestricted'] }
const user = { id: 'u', email: 'a@b.test', emailConfirmed: true, requiresEmailConfirmation: false, roles: [] }
const method = { paymentMethodId: 'BTC-LN', enabled: true }
const serverInfo = {
  version: '2.4.1',
  onion: null,
  supportedPaymentMethods: ['BTC-CHAIN', 'BTC-LN'],
  fullySynched: true,
  syncStatus: [{ paymentMethodId: 'BTC-CHAIN', available: true, chainHeight: 1, syncHeight: 1, nodeInformation: null }],
}
const wallet = {
  paymentMethodId: 'BTC-CHAIN',
  enabled: true,
  config: { accountDerivation: 'tpub…', label: null, accountKeySettings: [], isHotWallet: true },
  mnemonic: 'abandon '.repeat(11) + 'about',
}
const watchOnly = {
  accountDerivation: 'tpub-[p2sh]',
  accountKeySettings: [{ rootFingerprint: '73c5da0a', accountKeyPath: "49'/1'/0'", accountKey: 'tpub' }],
  isHotWallet: false as const,
  label: 'Ledger',
}
const onChain = { paymentMethodId: 'BTC-CHAIN', enabled: true, config: { ...watchOnly, accountOriginal: null } }
const utxo = {
  outpoint: `${TXID}-0`,
  amount: '0.5',
  address: 'bcrt1q',
  keyPath: '0/1',
  confirmations: 1,
  timestamp: 1,
  link: null,
  comment: null,
  labels: {},
}

describeRequests('server, people, stores and wallets', [
  [`GET ${API}/health`, (c) => c.server.health(), undefined, { synchronized: true }],
  [`GET ${API}/server/info`, (c) => c.server.info(), undefined, serverInfo],

  [
    `POST ${API}/users`,
    (c) => c.users.create({ email: 'a@b.test', isAdministrator: true }),
    { email: 'a@b.test', isAdministrator: true },
    user,
    201,
  ],
  [`GET ${API}/users/a%40b.test`, (c) => c.users.get('a@b.test'), undefined, user],
  [`GET ${API}/users/me`, (c) => c.users.me(), undefined, user],
  [
    `POST ${STORE}/users`,
    (c) => c.users.addToStore(STORE_ID, { id: 'u', storeRole: 'Owner' }),
    { id: 'u', storeRole: 'Owner' },
  ],

  [
    `POST ${API}/api-keys`,
    (c) => c.keys.create({ label: 'l', permissions: ['unrestricted'] }),
    { label: 'l', permissions: ['unrestricted'] },
    key,
  ],
  [`POST ${API}/users/u/api-keys`, (c) => c.keys.createForUser('u', { permissions: [] }), { permissions: [] }, key],
  [`GET ${API}/api-keys/current`, (c) => c.keys.current(), undefined, key],
  [`DELETE ${API}/api-keys/current`, (c) => c.keys.revokeCurrent()],
  [`DELETE ${API}/api-keys/k`, (c) => c.keys.revoke('k')],
  [`DELETE ${API}/users/u/api-keys/k`, (c) => c.keys.revokeForUser('u', 'k')],

  [`GET ${API}/stores`, (c) => c.stores.list(), undefined, [exampleStore]],
  [`GET ${STORE}`, (c) => c.stores.get(STORE_ID), undefined, exampleStore],
  [`POST ${API}/stores`, (c) => c.stores.create({ name: 'Shop' }), { name: 'Shop' }, exampleStore],
  [
    `PUT ${STORE}`,
    (c) => c.stores.update(STORE_ID, { speedPolicy: 'LowSpeed' }),
    { speedPolicy: 'LowSpeed' },
    exampleStore,
  ],
  [`DELETE ${STORE}`, (c) => c.stores.leave(STORE_ID)],

  [
    `GET ${STORE}/payment-methods?includeConfig=true`,
    (c) => c.paymentMethods.list(STORE_ID, { includeConfig: true }),
    undefined,
    [{ ...method, config: {} }],
  ],
  [`GET ${STORE}/payment-methods/BTC-LN`, (c) => c.paymentMethods.get(STORE_ID, 'BTC-LN'), undefined, method],
  [
    `PUT ${STORE}/payment-methods/BTC-LN`,
    (c) => c.paymentMethods.put(STORE_ID, 'BTC-LN', { enabled: true, config: 'Internal Node' }),
    { enabled: true, config: 'Internal Node' },
    method,
  ],
  [
    `GET ${STORE}/payment-methods/BTC-CHAIN?includeConfig=true`,
    (c) => c.paymentMethods.getOnChain(STORE_ID),
    undefined,
    onChain,
  ],
  [
    `PUT ${STORE}/payment-methods/BTC-CHAIN`,
    (c) => c.paymentMethods.putWatchOnly(STORE_ID, watchOnly),
    { enabled: true, config: watchOnly },
    onChain,
  ],
  [`DELETE ${STORE}/payment-methods/BTC-LN`, (c) => c.paymentMethods.remove(STORE_ID, 'BTC-LN')],

  [
    `POST ${WALLET}/generate`,
    (c) => c.wallet.generate(STORE_ID, { savePrivateKeys: true }),
    { savePrivateKeys: true },
    wallet,
  ],
  [
    `GET ${WALLET}`,
    (c) => c.wallet.overview(STORE_ID),
    undefined,
    { balance: '1', unconfirmedBalance: '0.4', confirmedBalance: '0.6', label: null },
  ],
  [
    `GET ${WALLET}/feerate?blockTarget=6`,
    (c) => c.wallet.feeRate(STORE_ID, { blockTarget: 6 }),
    undefined,
    { feeRate: 1.5 },
  ],
  [
    `GET ${WALLET}/address?forceGenerate=true`,
    (c) => c.wallet.address(STORE_ID, { forceGenerate: true }),
    undefined,
    { address: 'bcrt1q', keyPath: '0/0', paymentLink: 'bitcoin:bcrt1q' },
  ],
  [
    `POST ${WALLET}/preview?offset=0&count=3`,
    (c) => c.wallet.previewConfig(STORE_ID, watchOnly, { offset: 0, count: 3 }),
    { config: watchOnly },
    { addresses: [{ index: 0, keyPath: '0/0', address: 'bcrt1q' }] },
  ],
  [`DELETE ${WALLET}/address`, (c) => c.wallet.releaseAddress(STORE_ID)],
  // Both statuses are named so that BTCPay skips once and not twice.
  [
    `GET ${WALLET}/transactions?statusFilter=Confirmed&statusFilter=Unconfirmed&skip=10&limit=5`,
    (c) => c.wallet.listTransactions(STORE_ID, { skip: 10, limit: 5 }),
    undefined,
    [exampleTransaction],
  ],
  [
    `GET ${WALLET}/transactions?statusFilter=Unconfirmed&skip=0&limit=5`,
    (c) => c.wallet.listTransactions(STORE_ID, { skip: 0, limit: 5, statuses: ['Unconfirmed'] }),
    undefined,
    [exampleTransaction],
  ],
  [`GET ${WALLET}/transactions/${TXID}`, (c) => c.wallet.getTransaction(STORE_ID, TXID), undefined, exampleTransaction],
  [`GET ${WALLET}/utxos`, (c) => c.wallet.listUtxos(STORE_ID), undefined, [utxo]],
  [
    `POST ${WALLET}/transactions`,
    (c) =>
      c.wallet.signTransaction(STORE_ID, {
        destinations: [{ destination: 'bcrt1q', amount: '0.1' }],
        selectedInputs: [`${TXID}-0`],
        feeRate: 2,
      }),
    {
      destinations: [{ destination: 'bcrt1q', amount: '0.1' }],
      selectedInputs: [`${TXID}-0`],
      feeRate: 2,
      proceedWithPayjoin: false,
      proceedWithBroadcast: false,
      signWithSeed: true,
    },
    '0200000000',
  ],
  [
    `POST ${WALLET}/transactions`,
    (c) => c.wallet.createPsbt(STORE_ID, { destinations: [{ destination: 'bcrt1q', amount: '0.1' }], noChange: true }),
    {
      destinations: [{ destination: 'bcrt1q', amount: '0.1' }],
      noChange: true,
      proceedWithPayjoin: false,
      proceedWithBroadcast: false,
      signWithSeed: false,
    },
    { psbt: 'cHNidP8=' },
  ],
  [
    `POST ${WALLET}/transactions/broadcast`,
    (c) => c.wallet.broadcast(STORE_ID, '0200'),
    { transaction: '0200' },
    exampleTransaction,
  ],
])
