import { HOTP, Secret } from 'otpauth'

const stepSeconds = 30
/** How long a code may take to reach the server. */
const onTheWaySeconds = 10

/**
 * An authenticator app that never returns a code twice. The server accepts the current time step and its neighbors, so
 * three codes are available at once. A fourth waits until its time.
 */
export const authenticatorFor = (manualKey: string) => {
  const secret = Secret.fromBase32(manualKey.replace(/\s/g, ''))
  let lastStep = 0
  return async (): Promise<string> => {
    const oldestAccepted = stepIn(onTheWaySeconds) - 1
    const step = Math.max(lastStep + 1, oldestAccepted)
    while (step > stepIn(0) + 1) await new Promise((resolve) => setTimeout(resolve, 250))
    lastStep = step
    return HOTP.generate({ secret, counter: step })
  }
}

const stepIn = (seconds: number) => Math.floor((Date.now() / 1000 + seconds) / stepSeconds)
