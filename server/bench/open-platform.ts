import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startProcess } from '../test/process.ts'

/** The same HTTP client calls both sides, so that its own cost does not count against one of them. */
export const callJson = async (url: string, body: object | undefined, headers: Record<string, string>) => {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const parsed = (await answer.json()) as Record<string, unknown>
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${JSON.stringify(parsed)}`)
  return parsed
}

/** A server as a process of its own, with the demo's people and a merchant who is signed in. */
export const openPlatform = async (folder: string, sandboxUrl: string) => {
  const server = await startProcess({
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'server'),
    SANDBOX_URL: sandboxUrl,
    RATE_LIMITS: 'off',
    DEMO_DATA: 'people',
  })
  const account = { email: 'merchant@bitquay.test', password: 'bitquay-demo-1' }
  const { token } = await callJson(`${server.origin}/api/auth/login`, account, {})
  const signedIn = { authorization: `Bearer ${String(token)}` }
  const ask = (path: string, body?: object) => callJson(`${server.origin}${path}`, body, signedIn)
  while (!(await ask('/api/merchant/balance')).configured) await sleep(200)
  return { ask, stop: server.stop }
}

export const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

export const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}
