import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, signInAs } from '../../test/people.ts'
import { ensureFirstAdmin } from './ensure-first-admin.ts'

let app: TestApp
afterEach(() => app.close())

const settings = { ADMIN_EMAIL: 'Operator@Example.test', ADMIN_PASSWORD: 'first harbour light' }

test('the admin from the settings is created once, keeps their password and can sign in', async () => {
  app = await startTestApp(settings)
  await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdmin(app.deps)))
  await signInAs(app, { email: 'operator@example.test' }, { password: settings.ADMIN_PASSWORD })
  const changed = { ...app.deps.config, firstAdmin: { email: settings.ADMIN_EMAIL, password: 'another light 22' } }
  await ensureFirstAdmin({ ...app.deps, config: changed })
  await signInAs(app, { email: 'operator@example.test' }, { password: settings.ADMIN_PASSWORD })
  expect(await app.deps.db.selectFrom('admins').select('email').execute()).toEqual([{ email: 'operator@example.test' }])
  const activity = await app.deps.db
    .selectFrom('actLog')
    .select(['act', 'actorKind'])
    .where('actorKind', '=', 'system')
    .execute()
  expect(activity).toEqual([{ act: 'first-admin-created', actorKind: 'system' }])
})

test('another address in the settings creates no second admin, on several servers at once and whoever has it', async () => {
  app = await startTestApp(settings)
  const emails = ['one@example.test', 'two@example.test', 'three@example.test']
  const start = (email: string, password = settings.ADMIN_PASSWORD) =>
    ensureFirstAdmin({ ...app.deps, config: { ...app.deps.config, firstAdmin: { email, password } } })
  await Promise.all(emails.map((email) => start(email)))
  const listAdmins = () => app.deps.db.selectFrom('admins').select(['id', 'email']).execute()
  const admins = await listAdmins()
  expect(admins).toHaveLength(1)
  await start('later@example.test')
  await app.deps.db.updateTable('admins').set({ isActive: false }).execute()
  await start('while-deactivated@example.test')
  await addMerchant(app, 'shop@example.test')
  await start('shop@example.test', 'Password123')
  expect(await listAdmins()).toEqual(admins)
})

test('without the settings no admin is created', async () => {
  app = await startTestApp()
  await ensureFirstAdmin(app.deps)
  expect(await app.deps.db.selectFrom('admins').selectAll().execute()).toEqual([])
})

test('a common password or a taken address stops the start with a message', async () => {
  app = await startTestApp({ ...settings, ADMIN_PASSWORD: 'Password123' })
  await expect(ensureFirstAdmin(app.deps)).rejects.toThrow('ADMIN_PASSWORD is too common. Choose another one.')
  await addMerchant(app, 'operator@example.test')
  await expect(ensureFirstAdmin(app.deps)).rejects.toThrow(
    'ADMIN_EMAIL belongs to an account that isn’t an administrator. Use another address.',
  )
})
