import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '../src/platform/db/connect.ts'
import { withDatabase } from './postgres.ts'

/** The caller's own database, migrated and empty except for the fee schedule. `close` drops it. */
export const openTestDatabase = async (): Promise<Database & { url: string }> => {
  const { url: serverUrl, template } = ownCluster()
  const name = `bitquay_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  // Copying files takes half as long as logging every page of the template.
  await run(`create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(serverUrl, name)
  const database = connectDatabase(url, { maxConnections: 20 })
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await run(`drop database ${name} with (force)`)
    },
  }
}

/** The PostgreSQL of this worker. */
export const ownCluster = () => {
  const clusters = inject('clusters')
  // Vitest numbers its workers from 1.
  const cluster = clusters[(Number(process.env.VITEST_POOL_ID) - 1) % clusters.length]
  if (!cluster) throw new Error('there is no PostgreSQL for this worker')
  return cluster
}
