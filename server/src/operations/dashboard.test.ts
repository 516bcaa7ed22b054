import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database } from '../platform/db/connect.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { projectRoot } from '../platform/root.ts'
import { exportFigures } from './export-figures.ts'

const rules = join(projectRoot, 'docs/alert-rules.yaml')
const dashboard = join(projectRoot, 'docs/grafana-dashboard.json')
const readText = (path: string) => readFileSync(path, 'utf8')

let exported: Set<string>
let away: Database
beforeAll(async () => {
  const { registry, print } = createMetrics({ version: '0', role: 'all' })
  away = connectDatabase('postgres://nobody@127.0.0.1:1/nothing', { maxConnections: 1 })
  exportFigures(registry, away.db, new Set())
  await print()
  exported = new Set(
    registry.getMetricsAsArray().flatMap(({ name }) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]),
  )
})
afterAll(() => away.close())

const namesIn = (text: string) => [...new Set(text.match(/\b(bitquay|process|nodejs)_[a-z0-9_]+/g))]

test.each([rules, dashboard])('every figure that %s names is exported', (path) => {
  const names = namesIn(readText(path))
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !exported.has(name))).toEqual([])
})

test('every figure of ours is on the dashboard or in a rule', () => {
  const used = new Set(namesIn(readText(rules) + readText(dashboard)))
  const own = [...exported].filter((name) => /^bitquay_(?!.*_(bucket|sum|count)$)/.test(name))
  expect(own.filter((name) => !used.has(name) && !used.has(`${name}_bucket`))).toEqual([])
})

test('the operator’s guide names every figure of ours and no other', () => {
  const guide = readText(join(projectRoot, 'docs/operating/monitoring.md'))
  const named = [...new Set(guide.match(/\bbitquay_[a-z_]+/g))]
  const own = [...exported].filter((name) => /^bitquay_(?!.*_(bucket|sum|count)$)/.test(name))
  expect(named.sort()).toEqual(own.sort())
})

test('the dashboard has one ID and one place for each panel', () => {
  const { panels } = JSON.parse(readText(dashboard)) as {
    panels: { id: number; title: string; gridPos: { x: number; y: number; w: number } }[]
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length)
  for (const { title, gridPos } of panels) expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
})

const promtool = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })
if (promtool.error)
  process.stderr.write('The alert rules are not checked: promtool (Debian package prometheus) is not installed.\n')

test.skipIf(promtool.error)('promtool accepts the alert rules', () => {
  expect([promtool.status, promtool.stderr]).toEqual([0, ''])
})
