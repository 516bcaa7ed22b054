import { hash, verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { commonPasswords, requireUncommonPassword } from '../../accounts/require-uncommon-password.ts'
import { createPasswords } from './passwords.ts'

const running = { now: 0, most: 0, verified: [] as string[] }
const counted =
  <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
  async (...given: A): Promise<T> => {
    running.now += 1
    running.most = Math.max(running.most, running.now)
    return work(...given).finally(() => (running.now -= 1))
  }
const watched = {
  hash: counted(hash),
  verify: counted((known: string, password: string) => {
    running.verified.push(known)
    return verify(known, password)
  }),
}

test('hashes use argon2id at OWASP’s minimum cost, and the same password gives two different hashes', async () => {
  const passwords = createPasswords(watched)
  const [first, second] = [await passwords.hash('quiet harbour 7'), await passwords.hash('quiet harbour 7')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(await passwords.verify(first, 'quiet harbour 7')).toBe(true)
  expect(await passwords.verify(first, 'quiet harbour 8')).toBe(false)
})

test('without a hash the same work is done, and no password is right', async () => {
  const passwords = createPasswords(watched)
  const real = await passwords.hash('quiet harbour 7')
  running.verified = []
  expect(await passwords.verify(undefined, 'anything')).toBe(false)
  expect(await passwords.verify(null, '')).toBe(false)
  const shape = (hash: string) => hash.split('$').map((part, i) => (i < 4 ? part : part.length))
  expect(running.verified.map(shape)).toEqual([shape(real), shape(real)])
})

test('at most three are hashed at once, and requests beyond the queue are refused', async () => {
  const passwords = createPasswords(watched)
  running.most = 0
  await Promise.all(Array.from({ length: 12 }, (_, i) => passwords.hash(`password of ${i}`)))
  expect(running.most).toBe(3)
  const crowd = await Promise.allSettled(Array.from({ length: 520 }, () => passwords.verify('not a hash', 'x')))
  const sentAway = crowd.filter((one) => one.status === 'rejected' && one.reason.code === 'unavailable')
  expect(sentAway).toHaveLength(520 - 503)
  // A hash that cannot be parsed is an error and frees its slot.
  expect(await passwords.verify(await passwords.hash('still here'), 'still here')).toBe(true)
})

test('the common passwords are long enough to matter and are refused in upper and lower case', () => {
  expect(commonPasswords.size).toBeGreaterThan(300)
  // Shorter ones are already refused for their length.
  for (const common of commonPasswords) expect(common).toMatch(/^[^A-Z]{8,}$/)
  for (const common of ['password', 'Password1', '12345678', 'QwertyUiop', 'iloveyou', 'P@ssw0rd', '11111111']) {
    expect(() => requireUncommonPassword(common)).toThrow('This password is too common.')
  }
  for (const fine of ['bitquay-demo-1', 'quiet harbour 7', 'correct staple horse']) requireUncommonPassword(fine)
})
