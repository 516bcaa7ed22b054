import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { tokenOf } from './fixtures.ts'
import { createFolder, runServer } from './server-process.ts'

/** Creates the database, the people and their stores once. Every server of the run begins with a copy. */
export default async () => {
  const folder = await createFolder()
  const server = await runServer(folder)
  try {
    const headers = { authorization: `Bearer ${await tokenOf(server, 'cashier')}` }
    const isConfigured = async () => {
      const answer = await fetch(`${server.url}/api/merchant/balance`, { headers })
      return ((await answer.json()) as { configured?: boolean }).configured === true
    }
    for (let looks = 0; !(await isConfigured()); looks++, await sleep(200)) {
      if (looks > 600) throw new Error('The merchant got no store.')
    }
    await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers })
  } finally {
    await server.stop()
  }
  process.env.BITQUAY_E2E_WORLD = folder
  return () => rm(folder, { recursive: true, force: true })
}
