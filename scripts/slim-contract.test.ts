import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { slimContract } from '../web/slim-contract.ts'

/** What a plugin makes of a module. */
const load = async (plugin: { load?: unknown }, id: string): Promise<string> => {
  const loaded: unknown = await (plugin.load as (this: object, id: string) => unknown).call({ parse: parseAst }, id)
  return typeof loaded === 'string' ? loaded : (loaded as { code: string }).code
}

const contract = join(import.meta.dirname, '../contract/src')

test('a browser gets a declared list and its calls without schemas', async () => {
  const light = await load(slimContract(), `${contract}/act-log.ts?light`)
  expect(light).not.toMatch(/import|declareList|\bz\.|row/)
  const { auditLog, storeActivity, exportActs } = (await import(
    `data:text/javascript,${encodeURIComponent(light)}`
  )) as Record<string, unknown>
  expect(exportActs).toEqual({ method: 'GET', path: '/api/admin/act-log/export', media: 'text/csv' })
  expect(auditLog).toMatchObject({
    name: 'audit-log',
    sorts: ['date'],
    filters: { merchantId: { kind: 'id', as: 'store' } },
    columns: { date: { sort: 'date', always: true } },
    calls: { list: { method: 'GET', path: '/api/admin/act-log' } },
  })
  expect(Object.keys((storeActivity as { columns: object }).columns)).toEqual(['activity', 'actor', 'details', 'date'])
})
