import type { walletScripts } from '@bitquay/contract/own-keys'
import * as t from './messages.ts'

/** Types of wallets as people know them. */
export const scriptWords: Record<(typeof walletScripts)[number], string> = {
  wpkh: t.wpkh,
  tr: t.tr,
  'sh-wpkh': t.shWpkh,
  pkh: t.pkh,
  'wsh-sortedmulti': t.multisig,
}
