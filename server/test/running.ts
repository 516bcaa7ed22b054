import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@bitquay/contract/accounts'
import { createApiKey } from '@bitquay/contract/api-keys'
import type { ApiScope } from '@bitquay/contract/call'
import { readConfig } from '../src/config.ts'
import { startServer } from '../src/start-server.ts'
import { openTestDatabase } from './database.ts'
import { freePort } from './process.ts'
import { until } from './webhook-receiver.ts'

export type Running = {
  url: string
  /** Creates an API key of the demo merchant, whose store is set up. */
  createKey: (scopes: readonly ApiScope[]) => Promise<string>
  close: () => Promise<void>
}

/** A server with its workers and a sandbox, as someone has it after `npm start`. Things happen by themselves. */
export const startRunning = async (environment: Record<string, string> = {}): Promise<Running> => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-running-'))
  const database = await openTestDatabase()
  const PORT = String(await freePort())
  const settings = { PORT, DATA_DIR: folder, DATABASE_URL: database.url, SANDBOX: 'true', DEMO_DATA: 'people' }
  const server = await startServer(readConfig({ LOG_LEVEL: 'silent', ...settings, ...environment }))
  const url = `http://127.0.0.1:${PORT}`
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    const said = (await answer.json()) as Record<string, string>
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${said.message}`)
    return said
  }
  const createKey = async (scopes: readonly ApiScope[]) => {
    const { token } = await post(login.path, { email: 'merchant@bitquay.test', password: 'bitquay-demo-1' })
    const { key } = await post(createApiKey.path, { name: 'Test', scopes }, token)
    return String(key)
  }
  const reader = await createKey(['read'])
  const isConfigured = async () => {
    const answer = await fetch(`${url}/api/v1/balances`, { headers: { authorization: `Bearer ${reader}` } })
    return ((await answer.json()) as { configured?: boolean }).configured === true
  }
  await until('the store is set up', isConfigured, 120_000)
  return {
    url,
    createKey,
    close: async () => {
      await server.stop()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
