import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { startServer } from '../src/start-server.ts'
import { freePort } from './process.ts'

/** A server with the whole demo, as `npm start` shows it. */
export const startDemo = async (settings: Record<string, string> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-demo-'))
  const port = String(await freePort())
  const config = readConfig({ DATA_DIR: folder, DEMO_DATA: 'true', PORT: port, ...settings })
  let deps: Deps | undefined
  const server = await startServer(config, {
    adjust: (given) => {
      deps = given
    },
  })
  if (!deps) throw new Error('the server started without what it depends on')
  return {
    deps,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Demo = Awaited<ReturnType<typeof startDemo>>
