import { type BtcpayClient, unwrap } from '@bitquay/btcpay'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { derivationSchemeOf, firstAddresses, type OwnWallet } from '../platform/bitcoin/own-wallet.ts'

/**
 * Has BTCPay watch a wallet that somebody else has the keys of. BTCPay would sign with any seed that it has for a scheme
 * if the config said so, so it gets only what we built ourselves, and never what a person typed.
 */
export const watchWallet = async (
  admin: BtcpayClient,
  storeId: string,
  wallet: OwnWallet,
  network: NetworkName,
): Promise<void> => {
  const config = {
    accountDerivation: derivationSchemeOf(wallet),
    isHotWallet: false as const,
    accountKeySettings: wallet.keys.map(({ fingerprint, path, xpub }) => ({
      rootFingerprint: fingerprint,
      accountKeyPath: path,
      accountKey: xpub,
    })),
  }
  unwrap(await admin.paymentMethods.putWatchOnly(storeId, config))
  await requireWatched(admin, storeId, wallet, network)
}

/** Reads back what BTCPay has, before the store is used: the scheme, the flag, and addresses that we derived ourselves. */
export const requireWatched = async (
  admin: BtcpayClient,
  storeId: string,
  wallet: OwnWallet,
  network: NetworkName,
): Promise<void> => {
  const { config } = unwrap(await admin.paymentMethods.getOnChain(storeId))
  const expected = firstAddresses(wallet, network)
  const { addresses } = unwrap(await admin.wallet.preview(storeId, { offset: 0, count: expected.length }))
  const isSame =
    config.accountDerivation === derivationSchemeOf(wallet) &&
    config.isHotWallet === false &&
    addresses.length === expected.length &&
    addresses.every(({ address }, index) => address === expected[index])
  if (!isSame) throw new Error('the payment server watches another wallet than the one it was given')
}
