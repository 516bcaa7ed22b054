import { HDKey } from '@scure/bip32'
import { Transaction } from '@scure/btc-signer'
import { regtest } from '../chain/regtest.ts'
import { parseTransaction } from '../chain/transaction-bytes.ts'
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
  { sign, replaceable }: { sign: boolean; replaceable: boolean },
): BuiltTransaction => {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  const account = sign ? accountKey(wallet) : HDKey.fromExtendedKey(wallet.accountXpub, regtest.bip32)
  const keys = coins.map(({ script }) => childKey(account, state.addresses.get(script) as AddressRecord))
  for (const [i, coin] of coins.entries()) {
    const { branch, index } = state.addresses.get(coin.script) as AddressRecord
    const [txid = '', vout = ''] = coin.outpoint.split(':')
    transaction.addInput({
      txid,
      index: Number(vout),
      sequence: replaceable ? replaceableSequence : finalSequence,
      witnessUtxo: { script: Buffer.from(coin.script, 'hex'), amount: coin.amountSats },
      bip32Derivation: [
        [
          keys[i]?.publicKey as Uint8Array,
          {
            fingerprint: Number.parseInt(wallet.masterFingerprint ?? '00000000', 16),
            path: [...pathNumbers(wallet.accountKeyPath), branch, index],
          },
        ],
      ],
    })
  }
  for (const { script, amountSats } of outputs) {
    transaction.addOutput({ script: Buffer.from(script, 'hex'), amount: amountSats })
  }
  if (sign) {
    for (const [i, key] of keys.entries()) transaction.signIdx(key.privateKey as Uint8Array, i)
    transaction.finalize()
  }
  const sumSats = (list: readonly { amountSats: bigint }[]) =>
    list.reduce((sum, { amountSats }) => sum + amountSats, 0n)
  const described = sign ? parseTransaction(transaction.hex) : undefined
  return {
    ok: true,
    // The id of a witness transaction doesn't change when it is signed.
    txid: described?.txid ?? parseTransaction(Buffer.from(transaction.unsignedTx).toString('hex')).txid,
    ...(described ? { hex: transaction.hex } : {}),
    psbt: Buffer.from(transaction.toPSBT()).toString('base64'),
    feeSats: sumSats(coins) - sumSats(outputs),
    vsize:
      described?.vsize ??
      estimateVsize(
        coins.length,
        outputs.map(({ script }) => script),
      ),
    inputs: coins.map(({ outpoint }) => outpoint),
    changeSats: sumSats(outputs.filter(({ isChange }) => isChange)),
  }
}

/** Never below the size of the signed transaction: signatures are counted at their maximum length. */
export const estimateVsize = (inputs: number, outputScripts: readonly string[]): number => {
  const count = (length: number) => (length < 0xfd ? 1 : 3)
  const outputBytes = outputScripts.reduce((sum, script) => sum + 8 + count(script.length / 2) + script.length / 2, 0)
  const bare = 8 + count(inputs) + count(outputScripts.length) + 41 * inputs + outputBytes
  return Math.ceil((4 * bare + 2 + 108 * inputs) / 4)
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
  if (!wallet.isHot) return undefined
  try {
    const transaction = readPsbt(base64)
    const account = accountKey(wallet)
    let signed = 0
    for (let i = 0; i < transaction.inputsLength; i += 1) {
      const script = transaction.getInput(i).witnessUtxo?.script
      const address = script && state.addresses.get(Buffer.from(script).toString('hex'))
      if (address?.xpub !== wallet.accountXpub) continue
      if (transaction.signIdx(childKey(account, address).privateKey as Uint8Array, i)) signed += 1
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

const accountKey = (wallet: Wallet): HDKey => {
  const known = accountKeys.get(wallet.accountXpub)
  if (known) return known
  const { key } = deriveAccount(wallet.mnemonic ?? '', wallet.passphrase ?? '', wallet.accountNumber)
  accountKeys.set(wallet.accountXpub, key)
  return key
}

/** Derivation is the slowest step of a payment, and busy wallets spend from the same few addresses. */
const childKey = (account: HDKey, { xpub, branch, index }: AddressRecord): HDKey => {
  const id = `${account.privateKey ? 'private' : 'public'}/${xpub}/${branch}/${index}`
  const known = childKeys.get(id)
  if (known) return known
  const key = account.deriveChild(branch).deriveChild(index)
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
