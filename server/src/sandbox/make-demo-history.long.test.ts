import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freePort } from '../../test/process.ts'
import { readConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { startServer } from '../start-server.ts'

test('the demo starts with three months of payments and nothing that looks broken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-demo-'))
  const config = readConfig({ DATA_DIR: folder, DEMO_DATA: 'true', PORT: String(await freePort()) })
  const found: Deps[] = []
  const server = await startServer(config, { adjust: (deps) => found.push(deps) })
  try {
    const [deps] = found
    if (!deps) throw new Error('the server did not say what it uses')
    const count = async (table: 'ledgerTransfers' | 'unannouncedPayments' | 'alerts') => {
      const row = await deps.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('rows'))
        .executeTakeFirstOrThrow()
      return Number(row.rows)
    }
    expect(await count('ledgerTransfers')).toBeGreaterThan(100)
    expect(await count('unannouncedPayments')).toBe(0)
    // A payment that is found later looks as if its webhook was missing.
    const unread = await deps.db
      .selectFrom('invoices')
      .select('invoiceId')
      .where('status', '=', 'new')
      .where('createdAt', '>', sql<Date>`app_now() - interval '1 hour'`)
      .execute()
    expect(unread).toEqual([])
    expect(await count('alerts')).toBe(0)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
