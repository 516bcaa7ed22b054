import { HOTP, Secret } from 'otpauth'

const stepSeconds = 30

/**
 * An authenticator app that never gives a code twice. The server accepts the step before and the one after now, so three
 * codes can be had at once; a fourth waits until its time has come.
 */
export const authenticatorFor = (manualKey: string) => {
  const secret = Secret.fromBase32(manualKey.replace(/\s/g, ''))
  let lastStep = 0
  return async (): Promise<string> => {
    const step = Math.max(lastStep + 1, stepNow() - 1)
    while (step > stepNow() + 1) await new Promise((resolve) => setTimeout(resolve, 250))
    lastStep = step
    return HOTP.generate({ secret, counter: step })
  }
}

const stepNow = () => Math.floor(Date.now() / 1000 / stepSeconds)
