import { randomBytes } from 'node:crypto'
import { login } from '@bitquay/contract/accounts'
import { sql } from 'kysely'
import pg from 'pg'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createDeps } from '../src/create-deps.ts'
import { createPasswords } from '../src/platform/crypto/passwords.ts'
import { claimPlatform } from '../src/platform/db/claim-platform.ts'
import { connectDatabase } from '../src/platform/db/connect.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { sqlFolder } from '../src/platform/db/migrate-database.ts'

/** Creates an empty database and returns its address. */
export const createDatabase = async (serverUrl: string, name: string) => {
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(`create database ${name}`)
  await server.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** A platform with one merchant whose history `fill` writes, and a signed-in browser. */
export const openWorld = async (url: string, folder: string, fill: (url: string) => Promise<void>) => {
  const { db, pool, close } = connectDatabase(url, { maxConnections: 4 })
  await migrate(pool, sqlFolder)
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' })
  await claimPlatform(pool, config.mode, config.network)
  const password = randomBytes(12).toString('hex')
  const hash = await createPasswords().hash(password)
  await sql`insert into merchants (email, store_name, password_hash) values ('m@example.test', 'M', ${hash})`.execute(
    db,
  )
  await fill(url)
  const noEngine = { url: 'http://127.0.0.1:1', apiKey: '', esploraUrl: undefined, sandboxUrl: undefined }
  const deps = createDeps(config, db, noEngine)
  const app = await createApp(deps)
  const signedIn = await app.inject({ method: 'POST', url: login.path, payload: { email: 'm@example.test', password } })
  const { token } = signedIn.json<{ token: string }>()
  return {
    app,
    db,
    token,
    /** A page of a list and how long it took. */
    readPage: async (path: string) => {
      const started = performance.now()
      const answer = await app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } })
      const ms = performance.now() - started
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
      const next = answer.headers['x-next-cursor']
      return { ms, answer, next: typeof next === 'string' ? next : undefined }
    },
    end: async () => {
      await app.close()
      await deps.engines.close()
      await close()
    },
  }
}
