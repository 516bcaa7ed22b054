import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { application } from '../applications.ts'
import { freePort, type ServerProcess, startProcess } from '../process.ts'
import { until } from '../webhook-receiver.ts'

let count = 0
const limitMs = 120_000

type Load = { acknowledged: string[]; refused: number }

/** Applies as fast as it can until the server is gone. Records the addresses whose application was acknowledged. */
const apply = async (server: ServerProcess, load: Load): Promise<void> => {
  for (;;) {
    const contactEmail = `applicant-${++count}@example.test`
    const body = { ...application, contactEmail }
    try {
      const answer = await fetch(`${server.origin}/api/merchant-applications`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      await answer.text()
      if (answer.ok) load.acknowledged.push(contactEmail)
      else load.refused += 1
    } catch {
      return
    }
  }
}

const isKept = async (server: ServerProcess, email: string) => {
  const answer = await fetch(`${server.origin}/api/sandbox/mail?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as unknown[]).length === 1
}

/**
 * Kills the server (or only its PostgreSQL) at random moments under load, starts it again and looks for everything that
 * was acknowledged.
 */
export const killLoop = async (folder: string, rounds: number, victim: 'server' | 'postgres') => {
  const environment = { DATA_DIR: folder, RATE_LIMITS: 'off', DEMO_DATA: 'false' }
  const all: string[] = []
  let server = await startProcess({ ...environment, PORT: String(await freePort()) })
  for (let round = 0; round < rounds; round++) {
    const load: Load = { acknowledged: [], refused: 0 }
    const { acknowledged } = load
    const writers = [apply(server, load), apply(server, load), apply(server, load)]
    // A kill proves something only once there is something to lose.
    await until('five applications are acknowledged', () => acknowledged.length >= 5, limitMs)
    // The random moment of the kill is what this test varies.
    await sleep(Math.random() * 500)
    if (victim === 'postgres') {
      const [pid] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
      const before = load.refused
      process.kill(Number(pid), 'SIGKILL')
      await until('the server answers without its PostgreSQL', () => load.refused > before, limitMs)
      expect(server.child.exitCode, `round ${round}: the server outlives its PostgreSQL`).toBe(null)
    }
    server.child.kill('SIGKILL')
    await server.ended
    await Promise.all(writers)
    all.push(...acknowledged)
    server = await startProcess({ ...environment, PORT: String(await freePort()) })
    for (const email of acknowledged) expect(await isKept(server, email), `round ${round}: ${email}`).toBe(true)
  }
  for (const email of all) expect(await isKept(server, email), email).toBe(true)
  expect(await server.stop()).toBe(0)
}
