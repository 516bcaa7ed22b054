import { recognizeSecret } from '@bitquay/contract/own-keys.secrets'
import { toBase64 } from '../../lib/read-base64.ts'
import { type Content, type Found, isPsbt } from '../codes/index.ts'

/** Its base64 is as long as a call may be. */
export const mostFileBytes = 1_048_576

/** What a wallet app or a device writes: a PSBT as bytes, or a text in base64 or hex. */
export const fileEndings = '.psbt,.txt,.base64,.hex,.txn'

/** What is handed in, or why it isn't sent anywhere. */
export type Reading = { psbt: string } | { problem: 'unreadable' | 'secret' }

export const readPsbtFile = async (file: Blob): Promise<Reading> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isPsbt(bytes)) return { psbt: toBase64(bytes) }
  return readPsbtText(new TextDecoder().decode(bytes))
}

const base64 = /^cHNidP[\da-z+/]*={0,2}$/i
/** A PSBT, or a transaction of version 1 or 2. Any other hex may be what nobody should send. */
const hex = /^(?:70736274ff|0[12]000000)(?:[\da-f]{2})+$/i

/** Takes base64 and hex in lines of any length. A private key or a recovery phrase never leaves the browser. */
export const readPsbtText = (text: string): Reading => {
  const psbt = text.replace(/\s+/g, '')
  // A PSBT is long enough to hold by chance what looks like a key.
  if (base64.test(psbt)) return { psbt }
  if (recognizeSecret(text)) return { problem: 'secret' }
  return hex.test(psbt) ? { psbt } : { problem: 'unreadable' }
}

/** What the camera read. */
export const readPsbtCode = (content: Content): Found => {
  if (content.type === 'psbt') return { text: toBase64(content.bytes) }
  if (content.type === 'transaction') return { text: toHex(content.bytes) }
  if (content.type !== 'text') return { problem: 'unreadable' }
  const reading = readPsbtText(content.text)
  return 'psbt' in reading ? { text: reading.psbt } : reading
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
