import { Secret, TOTP } from 'otpauth'
import type { ServerProcess } from './server-process.ts'

/** An authenticator app whose codes are always fresh: the sandbox's clock is moved on instead of waiting half a minute. */
export const authenticatorFor = (server: ServerProcess, manualKey: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(manualKey.replace(/\s/g, '')) })
  return async (): Promise<string> => {
    await fetch(`${server.url}/api/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds: 30 }),
    })
    const status = (await (await fetch(`${server.url}/api/status`)).json()) as { at: string }
    return totp.generate({ timestamp: Date.parse(status.at) })
  }
}
