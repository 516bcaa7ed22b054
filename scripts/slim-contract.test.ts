import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { listLayout } from '../web/list-layout.ts'
import { slimContract } from '../web/slim-contract.ts'

/** What a plugin makes of a module. */
const load = async (plugin: { load?: unknown }, id: string): Promise<string> => {
  const loaded: unknown = await (plugin.load as (this: object, id: string) => unknown).call({ parse: parseAst }, id)
  return typeof loaded === 'string' ? loaded : (loaded as { code: string }).code
}

const contract = join(import.meta.dirname, '../contract/src')

test('a browser gets a declared list and its calls without schemas', async () => {
  const light = await load(slimContract(), `${contract}/audit-log.ts?light`)
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

test('the layout of a list follows from its widths', async () => {
  const css = await load(listLayout(), 'list-layout:merchants.admin/merchantList.css')
  const rulesWithin = (pixels: number) =>
    css.split(`(max-width: ${pixels}px) {`)[1]?.split('\n}')[0]?.trim().split('\n')
  expect(css).toContain('.dt--merchants { --w-merchant: minmax(9rem, 1fr); --w-status: 7.75rem;')
  expect(rulesWithin(880)).toEqual(['.dt--merchants { --w-active: ; }', '.dt--merchants .c-active { display: none; }'])
  // Dropped before and back in the block, never in it, and dropped before.
  expect(rulesWithin(540)).toContain('.dt--merchants .row .c-active { display: block; grid-area: a; }')
  expect(rulesWithin(540)).toContain('.dt--merchants .row .c-owed { display: none; }')
  expect(rulesWithin(540)?.join()).not.toContain('.c-trend')
  await expect(load(listLayout(), 'list-layout:merchants.admin/nothing.css')).rejects.toThrow(
    'declares no list nothing',
  )
})
