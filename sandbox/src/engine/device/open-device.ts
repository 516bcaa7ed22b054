import { HDKey } from '@scure/bip32'
import { generateMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { regtest } from '../chain/regtest.ts'
import type { Store } from '../store-types.ts'
import { type DeviceAccount, type DeviceScript, describeAccount } from './describe-account.ts'
import { type Cheat, type SignedPsbt, signOnDevice } from './sign-on-device.ts'

export type Cosigner = 1 | 2 | 3

/**
 * A signing device that belongs to nobody's server. It has three seeds: the first one is its own, and all three together
 * are the cosigners of a 2 of 3.
 */
export type Device = {
  account(options: { script: DeviceScript; account?: number; cosigner?: Cosigner }): DeviceAccount
  /** Throws a DeviceRefusal if the PSBT is unreadable or asks for none of its keys. */
  sign(options: { psbt: string; cosigner?: Cosigner; cheat?: Cheat | undefined }): SignedPsbt
}

type SeedRecord = { readonly cosigner: Cosigner; readonly mnemonic: string }

const everyone: readonly Cosigner[] = [1, 2, 3]

export const openDevice = (store: Store): Device => {
  const seeds = store.collection<SeedRecord>('deviceSeeds', { id: ({ cosigner }) => String(cosigner) })
  const masters = new Map<Cosigner, HDKey>()
  const master = (cosigner: Cosigner): HDKey => {
    const known = masters.get(cosigner)
    if (known) return known
    const seed = seeds.get(String(cosigner)) ?? { cosigner, mnemonic: generateMnemonic(wordlist) }
    seeds.put(seed)
    const key = HDKey.fromMasterSeed(mnemonicToSeedSync(seed.mnemonic), regtest.bip32)
    masters.set(cosigner, key)
    return key
  }
  return {
    account: ({ script, account = 0, cosigner = 1 }) =>
      store.batch(() => {
        const own = master(cosigner)
        return describeAccount(script, account, own, script === 'wsh-multi' ? everyone.map(master) : [own])
      }),
    sign: ({ psbt, cosigner = 1, cheat }) => store.batch(() => signOnDevice(master(cosigner), psbt, cheat)),
  }
}
