import { RawOldTx, RawTx } from '@scure/btc-signer/script.js'
import type { OwnWallet } from '../src/platform/bitcoin/own-wallet.ts'
import { inputFields, isPsbt, type PsbtMaps, readPsbt, writePsbt } from '../src/platform/bitcoin/psbt-maps.ts'
import { type Accepted, readSignatures } from '../src/sends/check-psbt.ts'
import { checkUnsigned } from '../src/sends/check-unsigned.ts'

type Requested = {
  wallet: OwnWallet
  psbt: string
  sign: (psbt: string, cosigner?: number) => { psbt: string; hex?: string }
  signByAll: (psbt: string) => { psbt: string; hex?: string }
  /** Undefined if the network accepts it. */
  refusal: (rawTransaction: string) => string | undefined
}

/**
 * Changes what honest devices returned in thousands of ways. The result must be a refusal, or honest: our PSBT with some
 * of the honest signatures, and a transaction that the network accepts and that is the requested one byte for byte,
 * but for its signatures. Throws when it is anything else.
 */
export const fuzzSignatures = async (requested: Requested, { seed, changes }: { seed: number; changes: number }) => {
  const { wallet, psbt } = requested
  const random = randomOf(seed)
  const signed = requested.signByAll(psbt)
  const all = wallet.script === 'wsh-sortedmulti' ? requested.sign(signed.psbt, 2) : signed
  const single = wallet.keys.length > 1 ? wallet.keys.map((_, at) => requested.sign(psbt, at).psbt) : []
  const texts = [signed.psbt, signed.hex ?? '', all.psbt, ...single]
  const known = new Set<string>()
  const counts = { accepted: 0, refused: 0 }
  for (let change = 0; change < changes; change += 1) {
    const text = mutate(texts, random)
    const read = await readSignatures({ wallet, network: 'regtest', psbt, maxFeeSats: 3000n }, text)
    if ('fault' in read) {
      counts.refused += 1
      continue
    }
    counts.accepted += 1
    const outcome = JSON.stringify(read)
    if (known.has(outcome)) continue
    known.add(outcome)
    const dishonest = findDishonesty(requested, all.psbt, read)
    if (dishonest) throw new Error(`seed ${seed}, change ${change}: accepted ${dishonest} of ${text}`)
  }
  return counts
}

const findDishonesty = ({ wallet, psbt, refusal }: Requested, signed: string, read: Accepted): string | undefined => {
  const [given, honest, merged] = [psbt, signed, read.psbt].map((text) => readPsbt(Buffer.from(text, 'base64')))
  if (!given || !honest || !merged) return 'an unreadable PSBT'
  const isKept = (rows: PsbtMaps['global'], at: number) => {
    const [before, after] = [namesOf(given.inputs[at]), namesOf(honest.inputs[at])]
    const now = namesOf(rows)
    return [...before].every((name) => now.has(name)) && [...now].every((name) => before.has(name) || after.has(name))
  }
  if (!merged.inputs.every(isKept)) return 'fields that are not honest'
  const bare = (maps: PsbtMaps) => writePsbt({ ...maps, inputs: [] }).toString()
  if (bare(merged) !== bare(given)) return 'another transaction'
  const signatures = merged.inputs.map((rows, at) => rows.length - (given.inputs[at]?.length ?? 0))
  const isComplete = signatures.every((count) => count >= wallet.required)
  if (isComplete !== (read.complete !== undefined)) return 'a wrong number of signatures'
  if (!read.complete) return undefined
  const raw = Buffer.from(read.complete.rawTransaction, 'hex')
  const { version, inputs, outputs, lockTime } = raw[4] === 0 ? RawTx.decode(raw) : RawOldTx.decode(raw)
  const unsigned = inputs.map((input) => ({ ...input, finalScriptSig: new Uint8Array() }))
  const bytes = RawOldTx.encode({ version, inputs: unsigned, outputs, lockTime })
  if (Buffer.compare(bytes, RawOldTx.encode(given.unsigned)) !== 0) return 'another transaction'
  return refusal(read.complete.rawTransaction)
}

const namesOf = (rows: PsbtMaps['global'] = []): Set<string> =>
  new Set(rows.map(({ key, value }) => `${Buffer.from(key).toString('hex')} ${Buffer.from(value).toString('hex')}`))

/**
 * Changes what BTCPay built. What is handed out must have the same coins, payee and change as the honest one, and
 * describe them in the same way: only its fee, locktime and sequences may differ. Throws when it doesn't.
 */
export const fuzzUnsigned = async (
  psbt: string,
  wanted: Parameters<typeof checkUnsigned>[1],
  { seed, changes }: { seed: number; changes: number },
) => {
  const random = randomOf(seed)
  const essence = async (text: string) => {
    const checked = await checkUnsigned(text, wanted)
    if ('objection' in checked) return undefined
    const maps = readPsbt(Buffer.from(checked.psbt, 'base64'))
    const paid = maps?.unsigned.outputs[checked.payeeIndex]
    return JSON.stringify({
      inputs: [...checked.inputs].sort(),
      payee: [Buffer.from(paid?.script ?? []).toString('hex'), String(paid?.amount)],
      change: checked.change?.address,
      isKept: (checked.change?.amountSats ?? 0n) + checked.payeeSats + checked.feeSats === sumOf(wanted.coins),
      fields: maps?.inputs.map(fieldsOf).sort(),
    })
  }
  const expected = await essence(psbt)
  const counts = { accepted: 0, refused: 0 }
  for (let change = 0; change < changes; change += 1) {
    const text = Buffer.from(mutateBytes(Buffer.from(psbt, 'base64'), random)).toString('base64')
    const found = await essence(text)
    if (found === undefined) counts.refused += 1
    else if (found === expected) counts.accepted += 1
    else throw new Error(`seed ${seed}, change ${change}: handed out ${found} for ${text}`)
  }
  return counts
}

/** Previous transactions may be left out where a witness says as much. */
const fieldsOf = (rows: PsbtMaps['global']): string =>
  rows
    .filter(({ type }) => type !== inputFields.previous)
    .map(({ key, value }) => Buffer.concat([key, value]).toString('hex'))
    .join()

const sumOf = (coins: ReadonlyMap<string, bigint>) => [...coins.values()].reduce((sum, sats) => sum + sats, 0n)

type Random = (below: number) => number

/** The same numbers for the same seed. */
const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const mutate = (texts: readonly string[], random: Random): string => {
  const text = pick(texts, random) ?? ''
  const changed = mutateBytes(Buffer.from(text, /^[0-9a-f]+$/.test(text) ? 'hex' : 'base64'), random)
  return changed.toString(random(2) === 0 || !isPsbt(changed) ? 'hex' : 'base64')
}

const mutateBytes = (bytes: Buffer, random: Random): Buffer => {
  let changed = bytes
  for (let times = 1 + random(3); times > 0; times -= 1) {
    const maps = random(2) === 0 ? readPsbt(changed) : undefined
    changed = maps ? Buffer.from(writePsbt(changeFields(maps, random))) : changeBytes(changed, random)
  }
  return changed
}

const changeBytes = (bytes: Buffer, random: Random): Buffer => {
  const at = random(bytes.length + 1)
  const more = Buffer.from(Array.from({ length: 1 + random(4) }, () => random(256)))
  const way = random(8)
  if (way === 0) return bytes.subarray(0, at)
  if (way === 1) return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
  if (way === 2) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + more.length)])
  const copy = Buffer.from(bytes)
  if (way === 3) more.copy(copy, at)
  else if (at < copy.length) copy[at] = way === 4 ? random(256) : (copy[at] ?? 0) ^ (1 << random(8))
  return copy
}

/** Fields that are moved, exchanged, left out, doubled or changed, with a form that is still right. */
const changeFields = (given: PsbtMaps, random: Random): PsbtMaps => {
  const copy = (maps: PsbtMaps['inputs']) => maps.map((rows) => rows.map((row) => ({ ...row })))
  const [global = []] = copy([given.global])
  const maps = { ...given, global, inputs: copy(given.inputs), outputs: copy(given.outputs) }
  const all = [...maps.inputs, ...maps.inputs, ...maps.outputs, maps.global]
  const [rows, others] = [pick(all, random) ?? [], pick(all, random) ?? []]
  const [one, other] = [pick(rows, random), pick(others, random)]
  const way = random(8)
  if (way === 0) maps.inputs.reverse()
  if (way === 1) maps.outputs.reverse()
  if (!one || !other) return maps
  if (way === 2) [one.value, other.value] = [other.value, one.value]
  if (way === 3) [one.key, other.key] = [other.key, one.key]
  if (way === 4) rows.splice(rows.indexOf(one), 1)
  if (way === 5) others.push({ ...one })
  if (way === 6) one.value = changeBytes(Buffer.from(one.value), random)
  if (way === 7) one.key = Buffer.concat([Buffer.from([random(32)]), one.key.subarray(1)])
  return maps
}

const pick = <T>(list: readonly T[], random: Random): T | undefined => list[random(list.length || 1)]
