import type { ShopStore } from '../../engine/stores/store.ts'
import type { Btcpay } from '../btcpay.ts'
import { invalidField } from '../errors.ts'

/** What BTCPay returns for a store's wallet: public keys and their origin. */
export const onChainConfig = (btcpay: Btcpay, store: ShopStore) => {
  const wallet = btcpay.engine.wallets.find(store.id)
  if (!wallet) return null
  return {
    accountDerivation: wallet.accountXpub,
    accountOriginal: wallet.accountXpub,
    accountKeySettings: [
      {
        rootFingerprint: wallet.masterFingerprint ?? null,
        accountKeyPath: wallet.accountKeyPath,
        accountKey: wallet.accountXpub,
      },
    ],
    signingKey: wallet.accountXpub,
    isHotWallet: wallet.isHot,
    isMultiSigOnServer: false,
    defaultIncludeNonWitnessUtxo: false,
    source: wallet.masterFingerprint === undefined ? 'ManualDerivationScheme' : 'NBXplorerGenerated',
    label: store.onChain?.label ?? null,
  }
}

/** Links an extended public key whose private keys are kept elsewhere. */
export const putOnChain = (
  btcpay: Btcpay,
  store: ShopStore,
  config: unknown,
  enabled: boolean | undefined,
): ShopStore => {
  const { scheme, label, keyPath, fingerprint } = readConfig(config)
  const { wallets } = btcpay.engine
  const known = wallets.find(store.id)
  if (!known || known.accountXpub !== scheme) {
    try {
      wallets.preview(scheme, 0, 1)
    } catch {
      throw invalidField('Config.DerivationScheme', 'Invalid derivation scheme')
    }
    if (known) wallets.remove(store.id)
    wallets.watch({
      id: store.id,
      accountXpub: scheme,
      ...(keyPath === undefined ? {} : { accountKeyPath: keyPath }),
      ...(fingerprint === undefined ? {} : { masterFingerprint: fingerprint }),
    })
  }
  return {
    ...store,
    onChain: { enabled: enabled ?? store.onChain?.enabled ?? true, label: label ?? store.onChain?.label ?? null },
  }
}

export const readConfig = (
  config: unknown,
): {
  scheme: string
  label: string | undefined
  keyPath: string | undefined
  fingerprint: string | undefined
} => {
  const fields = new Map<string, unknown>(
    typeof config === 'object' && config !== null
      ? Object.entries(config).map(([key, value]) => [key.toLowerCase(), value])
      : [],
  )
  const text = (name: string) => {
    const value = fields.get(name.toLowerCase())
    return typeof value === 'string' ? value : undefined
  }
  const scheme = typeof config === 'string' ? config : (text('derivationScheme') ?? text('accountDerivation'))
  if (!scheme) throw invalidField('Config.DerivationScheme', 'Missing derivation scheme')
  const [fingerprint, ...path] = (text('accountKeyPath') ?? '').split('/')
  return {
    // The key is inside the descriptor. BTCPay's own suffixes name script types, and there is only one here.
    scheme: (/wpkh\((?:\[[^\]]*\])?([^/)]+)/.exec(scheme)?.[1] ?? scheme).trim().replace(/-\[segwit\]$/, ''),
    label: text('label'),
    keyPath: path.length > 0 ? path.join('/') : undefined,
    fingerprint: fingerprint && /^[0-9a-f]{8}$/i.test(fingerprint) ? fingerprint.toLowerCase() : undefined,
  }
}
