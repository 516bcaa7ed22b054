import { test as base, expect, type Page } from '@playwright/test'
import { type ServerProcess, startServer } from './server-process.ts'

export { expect }

export const password = 'bitquay-demo-1'

/** The sandbox's own people. */
export const people = {
  admin: 'admin@bitquay.test',
  merchant: 'merchant@bitquay.test',
  secondMerchant: 'second-merchant@bitquay.test',
  manager: 'manager@bitquay.test',
  cashier: 'cashier@bitquay.test',
  partner: 'partner@bitquay.test',
  partnerTwo: 'partner-two@bitquay.test',
  partnerThree: 'partner-three@bitquay.test',
} as const

export type Person = keyof typeof people

type Fixtures = {
  /** Tests that change people's accounts name their own world, and get a server that no other test uses. */
  world: string
  server: ServerProcess
  complaints: string[]
}
type WorkerFixtures = { enterWorld: (world: string) => Promise<ServerProcess> }

const sharedWorld = 'shared'

/** Every test has a running server, and fails when the page logs an error or a content policy violation. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  world: [sharedWorld, { option: true }],
  // One worker enters many worlds, because a worker and its browser cost as much to start as a server.
  enterWorld: [
    async ({ browserName }, use) => {
      // Playwright requires the name of another fixture here.
      void browserName
      const servers = new Map<string, ServerProcess>()
      const leave = async (worlds: string[]) => {
        for (const world of worlds) {
          const server = servers.get(world)
          servers.delete(world)
          await server?.stop()
        }
      }
      await use(async (world) => {
        await leave([...servers.keys()].filter((name) => name !== world && name !== sharedWorld))
        const server = servers.get(world) ?? (await startServer())
        servers.set(world, server)
        return server
      })
      await leave([...servers.keys()])
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  server: [async ({ enterWorld, world }, use) => use(await enterWorld(world)), { timeout: 150_000 }],
  baseURL: async ({ server }, use) => use(server.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        const refusal = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !refusal) complaints.push(message.text())
      })
      await use(complaints)
      // Requests still pending at the end of a test don't fail it.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** A token for a person, directly from the API. */
export const tokenOf = async (server: ServerProcess, person: Person, secret: string = password): Promise<string> => {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: people[person], password: secret }),
  })
  const answer = (await response.json()) as { token?: string; message?: string }
  if (response.status !== 200 || !answer.token) throw new Error(`No token for ${person}: ${answer.message}`)
  return answer.token
}

/** Starts signed in, without the form. */
export const beSignedIn = async (page: Page, server: ServerProcess, person: Person) => {
  const token = await tokenOf(server, person)
  await page.addInitScript((value) => {
    // Only once: a later sign-out in the test must stay.
    if (sessionStorage.getItem('was-signed-in')) return
    sessionStorage.setItem('was-signed-in', 'yes')
    localStorage.setItem('bitquay_token', value)
  }, token)
}

/** Navigates inside the running app, so that fifty paths take seconds. */
export const go = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    history.pushState({ idx: 0 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 0 } }))
  }, path)
  await expect(page).toHaveURL(path)
}

/** Fills in the form on /login and submits it. */
export const signIn = async (page: Page, email: string, secret: string = password) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Enters the password when the platform requests it again. */
export const confirmPassword = async (page: Page, secret: string = password) => {
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await dialog.getByLabel('Password', { exact: true }).fill(secret)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
}

/** The only toast there can be. */
export const toast = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' }).locator('li')

export const expectToast = async (page: Page, title: string, sentence?: string) => {
  await expect(toast(page).getByText(title, { exact: true })).toBeVisible()
  if (sentence !== undefined) await expect(toast(page).getByText(sentence, { exact: true })).toBeVisible()
}

type Email = { to: string; subject: string; text: string; at: string }

/** The newest email to an address, once it has arrived. */
export const newestEmail = async (server: ServerProcess, to: string, subject: RegExp): Promise<Email> => {
  let found: Email | undefined
  await expect(async () => {
    const response = await fetch(`${server.url}/api/sandbox/mail?to=${encodeURIComponent(to)}`)
    const mails = (await response.json()) as Email[]
    found = mails.find((mail) => subject.test(mail.subject))
    expect(found).toBeDefined()
  }).toPass({ timeout: 90_000 })
  return found as Email
}

/** The link in an email that begins with one of our paths. */
export const linkIn = (mail: Email, path: string): string => {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((address) => new URL(address).pathname === path)
  if (!link) throw new Error(`No link to ${path} in: ${mail.text}`)
  return link
}
