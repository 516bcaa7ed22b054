import { HDKey } from '@scure/bip32'
import { Transaction } from '@scure/btc-signer'
import { regtest } from '../chain/regtest.ts'
import { parseTransaction } from '../chain/transaction-bytes.ts'
import { type Scheme, scriptsOf, signatureWeight } from './derivation-scheme.ts'
import { deriveAccount } from './derive-account.ts'
import type { AddressRecord, CoinRecord, WalletState } from './wallet-state.ts'
import type { BuiltTransaction, Wallet } from './wallet-types.ts'

export type PlannedOutput = { readonly script: string; readonly amountSats: bigint; readonly isChange: boolean }

const replaceableSequence = 0xffff_fffd
const finalSequence = 0xffff_ffff

/** Seed derivation is slow on purpose, so account keys are cached for wallets that pay often. */
const accountKeys = new Map<string, HDKey>()
const childKeys = new Map<string, HDKey>()
const childKeysAtHand = 2000

export const finishTransaction = (
  state: WalletState,
  wallet: Wallet,
  coins: readonly CoinRecord[],
  outputs: readonly PlannedOutput[],
  { sign, replaceable, lockTime }: { sign: boolean; replaceable: boolean; lockTime: number },
): BuiltTransaction => {
  const transaction = new Transaction({ allowUnknownOutputs: true, lockTime })
  const sequence = replaceable ? replaceableSequence : finalSequence
  for (const coin of coins) {
    const [txid = '', vout = ''] = coin.outpoint.split(':')
    // What is signed here needs no more than the amount: only hot wallets sign, and all of them are P2WPKH.
    const known = sign ? { witnessUtxo: witnessUtxo(coin) } : describeCoin(state, wallet, coin)
    transaction.addInput({ txid, index: Number(vout), sequence, ...known })
  }
  for (const { script, amountSats } of outputs) {
    const own = sign ? undefined : state.addresses.get(script)
    const origin = own?.xpub === wallet.accountXpub ? describeKeys(state, wallet, own) : {}
    transaction.addOutput({ script: Buffer.from(script, 'hex'), amount: amountSats, ...origin })
  }
  if (sign) {
    const account = accountKey(state, wallet)
    for (const [i, { script }] of coins.entries()) {
      const key = privateChild(account, state.addresses.get(script) as AddressRecord)
      transaction.signIdx(key.privateKey as Uint8Array, i)
    }
    transaction.finalize()
  }
  const sumSats = (list: readonly { amountSats: bigint }[]) =>
    list.reduce((sum, { amountSats }) => sum + amountSats, 0n)
  const described = sign ? parseTransaction(transaction.hex) : undefined
  return {
    ok: true,
    // The id of a native witness transaction doesn't change when it is signed. The others get theirs with the signature.
    txid: described?.txid ?? parseTransaction(Buffer.from(transaction.unsignedTx).toString('hex')).txid,
    ...(described ? { hex: transaction.hex } : {}),
    psbt: Buffer.from(transaction.toPSBT()).toString('base64'),
    feeSats: sumSats(coins) - sumSats(outputs),
    vsize:
      described?.vsize ??
      estimateVsize(
        state.branch(wallet.accountXpub, 1).scheme,
        coins.length,
        outputs.map(({ script }) => script),
      ),
    inputs: coins.map(({ outpoint }) => outpoint),
    changeSats: sumSats(outputs.filter(({ isChange }) => isChange)),
  }
}

/** Never below the size of the signed transaction: signatures are counted at their maximum length. */
export const estimateVsize = (scheme: Scheme, inputs: number, outputScripts: readonly string[]): number => {
  const count = (length: number) => (length < 0xfd ? 1 : 3)
  const outputBytes = outputScripts.reduce((sum, script) => sum + 8 + count(script.length / 2) + script.length / 2, 0)
  const bare = 8 + count(inputs) + count(outputScripts.length) + 41 * inputs + outputBytes
  return Math.ceil((4 * bare + 2 + signatureWeight(scheme) * inputs) / 4)
}

export const freeChangeScript = (state: WalletState, xpub: string): string =>
  (state.addresses.first('free', `${xpub}/1`) as AddressRecord).script

export const extractPsbt = (base64: string): string | undefined => {
  try {
    const transaction = readPsbt(base64)
    if (!transaction.isFinal) transaction.finalize()
    return Buffer.from(transaction.extract()).toString('hex')
  } catch {
    return undefined
  }
}

export const signPsbt = (state: WalletState, wallet: Wallet, base64: string): string | undefined => {
  if (!seedOf(state, wallet)) return undefined
  try {
    const transaction = readPsbt(base64)
    const account = accountKey(state, wallet)
    let signed = 0
    for (let i = 0; i < transaction.inputsLength; i += 1) {
      const script = transaction.getInput(i).witnessUtxo?.script
      const address = script && state.addresses.get(Buffer.from(script).toString('hex'))
      if (address?.xpub !== wallet.accountXpub) continue
      if (transaction.signIdx(privateChild(account, address).privateKey as Uint8Array, i)) signed += 1
    }
    return signed > 0 ? Buffer.from(transaction.toPSBT()).toString('base64') : undefined
  } catch {
    return undefined
  }
}

const readPsbt = (base64: string): Transaction => {
  if (!/^[A-Za-z0-9+/\s]+=*\s*$/.test(base64)) throw new Error('not base64')
  return Transaction.fromPSBT(Buffer.from(base64, 'base64'), { allowUnknownOutputs: true })
}

/** Undefined when the wallet may not sign, or no seed was ever kept for its account. */
export const seedOf = (
  state: WalletState,
  wallet: Wallet,
): Pick<Wallet, 'mnemonic' | 'passphrase' | 'accountNumber'> | undefined => {
  if (!wallet.isHot) return undefined
  return wallet.mnemonic === undefined ? state.seeds.get(wallet.accountXpub) : wallet
}

const accountKey = (state: WalletState, wallet: Wallet): HDKey => {
  const known = accountKeys.get(wallet.accountXpub)
  if (known) return known
  const { mnemonic = '', passphrase = '', accountNumber = 0 } = seedOf(state, wallet) ?? {}
  const { key } = deriveAccount(mnemonic, passphrase, accountNumber)
  accountKeys.set(wallet.accountXpub, key)
  return key
}

/** What a PSBT says about a coin: what it holds, by which scripts, and whose keys they are. */
const describeCoin = (state: WalletState, wallet: Wallet, coin: CoinRecord) => {
  const address = state.addresses.get(coin.script) as AddressRecord
  const { kind } = state.branch(address.xpub, address.branch).scheme
  const isLegacy = kind === 'pkh' || kind === 'sh-multi'
  // BTCPay adds the whole previous transaction to every input whose signature doesn't cover all amounts.
  const previous = kind === 'tr' ? undefined : state.chain.transaction(coin.outpoint.slice(0, 64))?.hex
  return {
    ...(isLegacy ? {} : { witnessUtxo: witnessUtxo(coin) }),
    ...(previous === undefined ? {} : { nonWitnessUtxo: previous }),
    ...describeKeys(state, wallet, address),
  }
}

const witnessUtxo = ({ script, amountSats }: CoinRecord) => ({ script: Buffer.from(script, 'hex'), amount: amountSats })

/** Scripts of an own address and the origin of each of its keys. */
const describeKeys = (state: WalletState, wallet: Wallet, address: AddressRecord) => {
  const { xpub: account, branch, index } = address
  const { scheme, keys } = state.branch(account, branch)
  const publicKeys = keys.map((key, i) => publicChild(key, scheme.xpubs[i] ?? '', address))
  const { script: _script, ...scripts } = scriptsOf(scheme, publicKeys)
  const derivations = publicKeys.map((key, i): KeyOf => {
    const { fingerprint, path } = originOf(wallet, scheme.xpubs[i] ?? '')
    return [key, { fingerprint, path: [...path, branch, index] }]
  })
  if (scheme.kind !== 'tr') return { ...scripts, bip32Derivation: derivations }
  const tapBip32Derivation = derivations.map(([key, der]): TapKeyOf => [key.subarray(1), { hashes: [], der }])
  return { ...scripts, tapBip32Derivation }
}

type Origin = { fingerprint: number; path: number[] }
type KeyOf = [publicKey: Uint8Array, origin: Origin]
type TapKeyOf = [publicKey: Uint8Array, origin: { hashes: Uint8Array[]; der: Origin }]

/** A key whose origin isn't known completely is named as its own root, as NBXplorer does. */
const originOf = (wallet: Wallet, xpub: string): Origin => {
  const generated = { xpub, fingerprint: wallet.masterFingerprint, keyPath: wallet.accountKeyPath }
  const { fingerprint, keyPath } = wallet.accountKeys
    ? (wallet.accountKeys.find((key) => key.xpub === xpub) ?? {})
    : generated
  if (fingerprint === undefined || keyPath === undefined) {
    return { fingerprint: HDKey.fromExtendedKey(xpub, regtest.bip32).fingerprint, path: [] }
  }
  return { fingerprint: Number.parseInt(fingerprint, 16), path: pathNumbers(keyPath) }
}

const publicChild = (branchKey: HDKey, xpub: string, { branch, index }: AddressRecord): Uint8Array =>
  keptChild(`public/${xpub}/${branch}/${index}`, () => branchKey.deriveChild(index)).publicKey as Uint8Array

const privateChild = (account: HDKey, { xpub, branch, index }: AddressRecord): HDKey =>
  keptChild(`private/${xpub}/${branch}/${index}`, () => account.deriveChild(branch).deriveChild(index))

/** Derivation is the slowest step of a payment, and busy wallets spend from the same few addresses. */
const keptChild = (id: string, derive: () => HDKey): HDKey => {
  const known = childKeys.get(id)
  if (known) return known
  const key = derive()
  if (childKeys.size >= childKeysAtHand) childKeys.delete(childKeys.keys().next().value as string)
  childKeys.set(id, key)
  return key
}

const pathNumbers = (path: string): number[] =>
  path
    .replace(/^m\//, '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (Number.parseInt(part, 10) | (/['h]$/.test(part) ? 0x8000_0000 : 0)) >>> 0)
