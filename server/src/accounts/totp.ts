import { timingSafeEqual } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'

const stepSeconds = 30
/** Clocks differ and typing takes time, so the previous and the next step are accepted too. */
const nearbySteps = [0, -1, 1]

export const newTotpSecret = () => new Secret({ size: 20 }).base32

export const totpStepAt = (at: Date) => Math.floor(at.getTime() / 1000 / stepSeconds)

export const totpCodeOf = (secret: string, step: number) =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: step })

/** Returns the step that a code belongs to, if it is current. */
export const findTotpStep = (secret: string, code: string, at: Date): number | undefined => {
  const now = totpStepAt(at)
  return nearbySteps.map((delta) => now + delta).find((step) => isEqual(totpCodeOf(secret, step), code))
}

/** The URI that an authenticator app reads from the QR code. */
export const totpUri = ({ secret, email, brand }: { secret: string; email: string; brand: string }) =>
  new TOTP({ issuer: brand, label: email, secret: Secret.fromBase32(secret) }).toString()

export const isEqual = (expected: string, given: string) => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
