import type { AccountKey } from '../../engine/engine.ts'
import type { ShopStore } from '../../engine/stores/store.ts'
import { parseScheme } from '../../engine/wallets/derivation-scheme.ts'
import type { Btcpay } from '../btcpay.ts'
import { invalidField } from '../errors.ts'

/** What BTCPay returns for a store's wallet: public keys and their origin. */
export const onChainConfig = (btcpay: Btcpay, store: ShopStore) => {
  const wallet = btcpay.engine.wallets.find(store.id)
  if (!wallet) return null
  const { accountXpub, masterFingerprint, accountKeyPath, isHot } = wallet
  const scheme = wallet.scheme ?? accountXpub
  const generated = { xpub: accountXpub, fingerprint: masterFingerprint, keyPath: accountKeyPath }
  const keys = wallet.accountKeys ?? [generated]
  return {
    accountDerivation: scheme,
    accountOriginal: scheme,
    accountKeySettings: keys.map(({ xpub, fingerprint, keyPath }) => ({
      rootFingerprint: fingerprint ?? null,
      accountKeyPath: keyPath ?? null,
      accountKey: xpub,
    })),
    signingKey: keys[0]?.xpub ?? null,
    isHotWallet: isHot,
    isMultiSigOnServer: false,
    defaultIncludeNonWitnessUtxo: false,
    source: wallet.accountKeys ? 'ManualDerivationScheme' : 'NBXplorerGenerated',
    label: store.onChain?.label ?? null,
  }
}

/**
 * Links a wallet whose private keys are kept elsewhere. BTCPay believes all of the config, `isHotWallet` included, and
 * then signs with whatever seed it has for that scheme. Nothing of an earlier config remains.
 */
export const putOnChain = (
  btcpay: Btcpay,
  store: ShopStore,
  config: unknown,
  enabled: boolean | undefined,
): ShopStore => {
  const { scheme, label, accountKeys, isHot } = readConfig(config)
  const { wallets } = btcpay.engine
  try {
    wallets.preview(scheme, 0, 1)
  } catch {
    throw invalidScheme()
  }
  if (wallets.find(store.id)) wallets.remove(store.id)
  wallets.watch({ id: store.id, scheme, accountKeys, isHot })
  return {
    ...store,
    onChain: { enabled: enabled ?? store.onChain?.enabled ?? true, label: label ?? store.onChain?.label ?? null },
  }
}

export type OnChainSettings = {
  scheme: string
  label: string | undefined
  accountKeys: AccountKey[]
  isHot: boolean
}

/** A scheme as text, `{derivationScheme, accountKeyPath}`, or the whole config as BTCPay answers it. */
export const readConfig = (config: unknown): OnChainSettings => {
  const fields = fieldsOf(config)
  const given =
    typeof config === 'string' ? config : (fields.text('derivationScheme') ?? fields.text('accountDerivation'))
  if (!given) throw invalidField('Config.DerivationScheme', 'Missing derivation scheme')
  const scheme = readScheme(given)
  const [fingerprint, ...path] = (fields.text('accountKeyPath') ?? '').split('/')
  const settings = fields.raw('accountKeySettings')
  return {
    scheme,
    label: fields.text('label'),
    accountKeys: Array.isArray(settings)
      ? settings.map(readKeySettings)
      : xpubsOf(scheme)
          .slice(0, 1)
          .map((xpub) => ({ xpub, ...origin(fingerprint, path.length > 0 ? path.join('/') : undefined) })),
    isHot: fields.raw('isHotWallet') === true,
  }
}

/** BTCPay also reads some descriptors, of which the sandbox knows `wpkh`. The key is inside. */
const readScheme = (text: string): string => (/wpkh\((?:\[[^\]]*\])?([^/)]+)/.exec(text)?.[1] ?? text).trim()

const readKeySettings = (settings: unknown): AccountKey => {
  const fields = fieldsOf(settings)
  const [xpub = ''] = xpubsOf(fields.text('accountKey') ?? '')
  return { xpub, ...origin(fields.text('rootFingerprint'), fields.text('accountKeyPath')) }
}

const origin = (fingerprint: string | undefined, keyPath: string | undefined) => ({
  ...(fingerprint && /^[0-9a-f]{8}$/i.test(fingerprint) ? { fingerprint: fingerprint.toLowerCase() } : {}),
  ...(keyPath === undefined ? {} : { keyPath: keyPath.replace(/^m\//, '') }),
})

const xpubsOf = (scheme: string): readonly string[] => {
  try {
    return parseScheme(scheme).xpubs
  } catch {
    throw invalidScheme()
  }
}

export const invalidScheme = () => invalidField('Config.DerivationScheme', 'Invalid derivation scheme')

/** Names are case-insensitive. */
const fieldsOf = (value: unknown) => {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const fields = new Map<string, unknown>(entries.map(([key, field]) => [key.toLowerCase(), field]))
  const raw = (name: string): unknown => fields.get(name.toLowerCase())
  return {
    raw,
    text(name: string): string | undefined {
      const field = raw(name)
      return typeof field === 'string' ? field : undefined
    },
  }
}
