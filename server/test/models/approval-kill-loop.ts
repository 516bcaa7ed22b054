import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { freePort, type ServerProcess, startProcess } from '../process.ts'

const admin = { email: 'operator@example.test', password: 'quiet harbour 7' }

type Merchant = { id: number; email: string; storeState: string; invited: boolean }

/**
 * Approves an application over and over while the server is killed, at another moment in each round: before the
 * approval, in the middle of it, or while its store is being created. Afterwards it is approved once more, as an
 * operator who saw no answer would do.
 */
export const approvalKillLoop = async (folder: string, killAfterMs: readonly number[]) => {
  const environment = {
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    DEMO_DATA: 'false',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  }
  const start = async () => startProcess({ ...environment, PORT: String(await freePort()) })
  let server = await start()
  for (const [round, delayMs] of killAfterMs.entries()) {
    const name = `Round ${round} Shop`
    const email = `round-${round}@example.test`
    const id = await apply(server, name, email)
    const token = await signIn(server)
    // Most of them never get an answer.
    const pressed = Array.from({ length: 20 }, () => approve(server, token, id).catch(() => undefined))
    await sleep(delayMs)
    server.child.kill('SIGKILL')
    await server.ended
    await Promise.all(pressed)

    server = await start()
    const again = await signIn(server)
    const answers = await Promise.all(Array.from({ length: 3 }, () => approve(server, again, id)))
    expect(answers, name).toEqual([200, 200, 200])
    const merchant = await becomeReady(server, again, email)
    expect(merchant, name).toMatchObject({ email, invited: true, storeState: 'ready' })
    const emails = (await get(server, `/api/sandbox/mail?to=${encodeURIComponent(email)}`)) as { subject: string }[]
    expect(emails.map(({ subject }) => subject).sort(), name).toEqual([
      'We received your application',
      'Your application was approved',
    ])
    const { stores } = (await get(server, '/api/sandbox/state')) as { stores: { name: string }[] }
    expect(
      stores.filter((store) => store.name.startsWith(name)),
      name,
    ).toHaveLength(1)
  }
  expect(await server.stop()).toBe(0)
}

const readyLimitMs = 90_000

/** Waits until the one merchant with this address has its store. */
const becomeReady = async (server: ServerProcess, token: string, email: string) => {
  for (const started = Date.now(); ; await sleep(200)) {
    const found = (await get(server, `/api/admin/merchants?search=${encodeURIComponent(email)}`, token)) as Merchant[]
    expect(found).toHaveLength(1)
    if (found[0]?.storeState === 'ready' || Date.now() - started > readyLimitMs) return found[0]
  }
}

const get = async (server: ServerProcess, path: string, token = '') => {
  const answer = await fetch(`${server.origin}${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {})
  return answer.json()
}

const send = (server: ServerProcess, method: string, path: string, body: object, token = '') =>
  fetch(`${server.origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })

const signIn = async (server: ServerProcess): Promise<string> => {
  const answer = await send(server, 'POST', '/api/auth/login', admin)
  return ((await answer.json()) as { token: string }).token
}

const approve = async (server: ServerProcess, token: string, id: number) => {
  const answer = await send(server, 'PATCH', `/api/admin/applications/${id}/review`, { status: 'approved' }, token)
  await answer.text()
  return answer.status
}

const apply = async (server: ServerProcess, businessName: string, contactEmail: string): Promise<number> => {
  const body = {
    businessName,
    contactEmail,
    businessType: 'E-commerce',
    businessDescription: 'Sells useful things to people nearby',
    contactName: 'Sam Shop',
    contactPhone: '555 010 0200',
    monthlyVolume: 'Less than $10,000',
  }
  expect((await send(server, 'POST', '/api/merchant-applications', body)).status).toBe(200)
  const found = (await get(
    server,
    `/api/admin/applications?search=${encodeURIComponent(contactEmail)}`,
    await signIn(server),
  )) as { id: number }[]
  return found[0]?.id ?? 0
}
