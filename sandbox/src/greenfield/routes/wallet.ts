import type { GeneratedWallet, WalletAddress, WalletFeeRate, WalletOverview } from '@bitquay/btcpay/wire/wallet'
import type { WordList } from '../../engine/engine.ts'
import { ON_CHAIN } from '../../engine/invoices/payment-method-ids.ts'
import { formatDecimal, fromSats } from '../../engine/rates/decimal.ts'
import type { ShopStore } from '../../engine/stores/store.ts'
import { type Caller, canOnServer } from '../caller.ts'
import { invalidField, notFound, refused } from '../errors.ts'
import type { Call, Route } from '../route.ts'
import { invalidScheme, onChainConfig, readConfig } from './on-chain-config.ts'
import { atWallet, atWalletPath } from './wallet-route.ts'

const VIEW = 'store.canviewwallet'

export const walletRoutes: Route[] = [
  atWalletPath('POST', '/generate', 'store.canmodifystoresettings', generate),

  atWalletPath('GET', '/preview', VIEW, ({ btcpay, query }, store) => {
    const wallet = btcpay.engine.wallets.find(store.id)
    if (!wallet) throw notFound('paymentmethod-not-configured', 'The payment method is not configured')
    const offset = Math.max(0, query.integer('offset') ?? 0)
    const count = Math.min(Math.max(0, query.integer('count') ?? 10), 1000)
    return { addresses: btcpay.engine.wallets.preview(wallet.scheme ?? wallet.accountXpub, offset, count) }
  }),

  atWalletPath('POST', '/preview', 'store.canmanagewalletsettings', (call) => {
    const { query, btcpay } = call
    const { scheme } = readConfig(call.fields().raw('config'))
    try {
      return {
        addresses: btcpay.engine.wallets.preview(scheme, query.integer('offset') ?? 0, query.integer('count') ?? 10),
      }
    } catch {
      throw invalidScheme()
    }
  }),

  atWallet('GET', '', VIEW, ({ btcpay }, store): WalletOverview => {
    const { totalSats, confirmedSats, unconfirmedSats } = btcpay.engine.wallets.balance(store.id)
    const replacedSats = btcpay.replacedCoins.of(store.id).reduce((sum, { amountSats }) => sum + amountSats, 0n)
    return {
      balance: formatDecimal(fromSats(totalSats + replacedSats), 8),
      unconfirmedBalance: formatDecimal(fromSats(unconfirmedSats + replacedSats), 8),
      confirmedBalance: formatDecimal(fromSats(confirmedSats), 8),
      label: store.onChain?.label ?? null,
    }
  }),

  atWallet('GET', '/feerate', VIEW, ({ btcpay, query }, store): WalletFeeRate => {
    const target = query.integer('blockTarget') ?? store.settings.recommendedFeeBlockTarget
    if (target < 1 || target > 1008) throw invalidField('blockTarget', 'The block target must be between 1 and 1008')
    return { feeRate: btcpay.engine.chain.feeRate(target).satPerKvb / 1000 }
  }),

  atWallet('GET', '/address', VIEW, ({ btcpay, query }, store): WalletAddress => {
    const force = query.flag('forceGenerate', false)
    const { address, keyPath } = btcpay.engine.wallets.receiveAddress(store.id, { force })
    return { address, keyPath, paymentLink: `bitcoin:${address}` }
  }),

  atWallet('DELETE', '/address', 'store.canmanagewallettransactions', ({ btcpay }, store) => {
    if (!btcpay.engine.wallets.dropReceiveAddress(store.id)) {
      throw refused('no-reserved-address', 'There was no reserved address.')
    }
  }),
]

const wordLists: readonly WordList[] = [
  'English',
  'Japanese',
  'Spanish',
  'French',
  'PortugueseBrazil',
  'Czech',
  'ChineseSimplified',
  'ChineseTraditional',
  'Italian',
  'Korean',
]

function generate(call: Call, store: ShopStore, caller: Caller): GeneratedWallet {
  const { btcpay } = call
  const { wallets, store: journal } = btcpay.engine
  const body = call.fields()
  const label = body.text('label') ?? null
  const existing = body.text('existingMnemonic')
  const wordList = body.oneOf('wordList', wordLists) ?? 'English'
  const wordCount = body.integer('wordCount') ?? 12
  const kind = body.oneOf('scriptPubKeyType', ['Segwit', 'Legacy', 'SegwitP2SH', 'TaprootBIP86']) ?? 'Segwit'
  const passphrase = body.text('passphrase')
  const accountNumber = body.integer('accountNumber') ?? 0
  const keepKeys = body.flag('savePrivateKeys') ?? false
  body.check()
  if (wallets.find(store.id)) throw refused('already-configured', 'The payment method is already configured')
  if (label !== null && label.length > 300) throw invalidField('Label', 'The label can be at most 300 characters long')
  if (!isWordCount(wordCount)) throw invalidField('WordCount', 'Invalid word count')
  if (accountNumber < 0 || accountNumber > 0x7fffffff) throw invalidField('AccountNumber', 'Invalid account number')
  if (kind !== 'Segwit') {
    throw invalidField('ScriptPubKeyType', `${kind} wallets are not supported by the sandbox, only Segwit`)
  }
  if (keepKeys && !btcpay.settings().hotWalletsForAll && !canOnServer(caller, 'server.canmodifyserversettings')) {
    throw invalidField('SavePrivateKeys', 'This instance forbids non-admins from having a hot wallet for your store.')
  }
  return journal.batch(() => {
    const created = make()
    const changed = { ...store, onChain: { enabled: true, label } }
    btcpay.stores.put(changed)
    const config = onChainConfig(btcpay, changed)
    if (!config) throw new Error('the wallet that was just made is missing')
    return { paymentMethodId: ON_CHAIN, enabled: true, config, mnemonic: created.mnemonic }
  })

  function make() {
    try {
      return wallets.create({
        id: store.id,
        wordList,
        wordCount: isWordCount(wordCount) ? wordCount : 12,
        accountNumber,
        keepKeys,
        ...(existing === undefined ? {} : { mnemonic: existing }),
        ...(passphrase === undefined ? {} : { passphrase }),
      })
    } catch {
      throw invalidField('ExistingMnemonic', 'Mnemonic words are invalid or of a different language')
    }
  }
}

const isWordCount = (count: number): count is 12 | 15 | 18 | 21 | 24 => [12, 15, 18, 21, 24].includes(count)
