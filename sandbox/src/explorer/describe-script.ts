import { OPNames } from '@scure/btc-signer/script.js'
import { type ScriptKind, scriptKind, scriptToAddress } from '../engine/chain/scripts.ts'

export type EsploraScript = {
  scriptpubkey: string
  scriptpubkey_asm: string
  scriptpubkey_type: string
  scriptpubkey_address?: string
}

const types: { readonly [kind in ScriptKind]: string } = {
  p2wpkh: 'v0_p2wpkh',
  p2wsh: 'v0_p2wsh',
  p2tr: 'v1_p2tr',
  p2pkh: 'p2pkh',
  p2sh: 'p2sh',
  p2pk: 'p2pk',
  anchor: 'anchor',
  op_return: 'op_return',
  multisig: 'multisig',
  witness: 'unknown',
  other: 'unknown',
}

export const describeScript = (script: string): EsploraScript => {
  const address = scriptToAddress(script)
  return {
    scriptpubkey: script,
    scriptpubkey_asm: toAsm(script),
    scriptpubkey_type: types[scriptKind(script)],
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
  }
}

/** Esplora's notation: OP_PUSHBYTES_20 before the pushed bytes, OP_PUSHNUM_1 for numbers. */
export const toAsm = (script: string): string => {
  const bytes = Buffer.from(script, 'hex')
  const words: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const opcode = bytes[at] as number
    at += 1
    const lengthBytes = opcode === 0x4c ? 1 : opcode === 0x4d ? 2 : opcode === 0x4e ? 4 : 0
    if (opcode === 0) words.push('OP_0')
    else if (opcode <= 0x4e) {
      const hasLength = at + lengthBytes <= bytes.length
      const length =
        lengthBytes === 0 ? opcode : hasLength ? bytes.readUIntLE(at, lengthBytes) : Number.POSITIVE_INFINITY
      words.push(lengthBytes === 0 ? `OP_PUSHBYTES_${opcode}` : `OP_PUSHDATA${lengthBytes}`)
      at += lengthBytes
      if (at + length > bytes.length) return [...words, '<push past end>'].join(' ')
      words.push(bytes.toString('hex', at, at + length))
      at += length
    } else if (opcode >= 0x51 && opcode <= 0x60) words.push(`OP_PUSHNUM_${opcode - 0x50}`)
    else words.push(`OP_${OPNames[opcode] ?? `RETURN_${opcode}`}`)
  }
  return words.join(' ')
}
