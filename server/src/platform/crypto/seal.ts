import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts stored secrets with AES-256-GCM. The identity of the row is the associated data, so that a ciphertext moved
 * to another row does not open. A sealed text names its key, so that the application secret can be changed.
 */
export type Sealer = {
  seal: (plain: string, identity: string) => string
  open: (sealed: string, identity: string) => string
}

type Key = { id: string; key: Buffer }

export const createSealer = (secret: string, previousSecret?: string): Sealer => {
  const current = deriveKey(secret)
  const known = [current, ...(previousSecret ? [deriveKey(previousSecret)] : [])]
  return {
    seal: (plain, identity) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(identity))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return ['v1', current.id, Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')].join('.')
    },
    open: (sealed, identity) => {
      const [version, id, body] = sealed.split('.')
      const key = known.find((candidate) => candidate.id === id)
      if (version !== 'v1' || !key || !body) throw new Error('encrypted with an unknown key')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(identity))
        .setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

const deriveKey = (secret: string): Key => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'bitquay secrets at rest', 32))
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key }
}
