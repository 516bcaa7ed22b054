import type { Passwords } from '../platform/crypto/passwords.ts'

/**
 * Hashes each password once. Hashing is slow on purpose, and many demo owners choose the same password, as cashiers do
 * with their PIN.
 */
export const rememberPasswords = (passwords: Passwords): Passwords => {
  const hashes = new Map<string, Promise<string>>()
  return {
    hash: (password) => {
      const known = hashes.get(password) ?? passwords.hash(password)
      hashes.set(password, known)
      return known
    },
    verify: async (hash, password) =>
      (hash && (await hashes.get(password)) === hash) || passwords.verify(hash, password),
  }
}
