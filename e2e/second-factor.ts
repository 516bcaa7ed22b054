import { authenticatorFor } from './authenticator.ts'
import { type Person, tokenOf } from './fixtures.ts'
import type { ServerProcess } from './server-process.ts'

/** Turns a merchant's second factor on through the API. Returns a session, a source of codes and the recovery codes. */
export const withSecondFactor = async (server: ServerProcess, person: Person) => {
  const token = await tokenOf(server, person)
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/api/merchant/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { secret?: string; message?: string; recoveryCodes?: string[] }
    if (response.status !== 200) throw new Error(`${path}: ${answer.message}`)
    return answer
  }
  const { secret = '' } = await post('setup-2fa', {})
  const nextCode = authenticatorFor(secret)
  const { recoveryCodes = [] } = await post('verify-2fa', { secret, token: await nextCode() })
  return { token, nextCode, recoveryCodes }
}
