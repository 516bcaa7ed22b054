import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { alertKinds } from '../contract/src/notifications.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const chapter = read('docs/operating/alerts.md')
/** The rows of the chapter's tables in order: pages, tickets, and what Bitquay emails itself. */
const [pages = [], tickets = [], own = []] = chapter
  .split('| alert | meaning | what to do |')
  .slice(1)
  .map((table) =>
    [...table.matchAll(/^\| (?!-)(.+?) \| (.+?) \| (.+?) \|$/gm)].map(([, alert = '', meaning = '', action = '']) => ({
      alert: alert.replaceAll('`', ''),
      meaning,
      action,
    })),
  )
const namesOf = (rows: { alert: string }[]) => rows.map(({ alert }) => alert).sort()

const rules = read('docs/alert-rules.yaml')
  .split('- alert: ')
  .slice(1)
  .map((rule) => ({
    alert: rule.split('\n')[0] ?? '',
    severity: /severity: (\w+)/.exec(rule)?.[1],
  }))

it.each([
  ['page', pages],
  ['ticket', tickets],
])('the operator’s guide explains every rule with the severity %s and no other', (severity, rows) => {
  const expected = namesOf(rules.filter((rule) => rule.severity === severity))
  expect(expected.length).toBeGreaterThan(5)
  expect(namesOf(rows)).toEqual(expected)
})

it('every rule has a severity that the guide knows', () => {
  expect(rules.filter(({ severity }) => severity !== 'page' && severity !== 'ticket')).toEqual([])
})

it('the operator’s guide explains every alert that Bitquay emails, by its title', () => {
  const titles = read('web/src/features/notifications/describe-notification.ts')
  const messages = read('web/src/features/notifications/messages.ts')
  const expected = alertKinds.map((kind) => {
    const name = new RegExp(`'${kind}': t\\.(\\w+),`).exec(titles)?.[1] ?? kind
    return new RegExp(`${name} = message\\('(.+)'\\)`).exec(messages)?.[1]?.replaceAll('’', "'") ?? kind
  })
  expect(namesOf(own)).toEqual(expected.sort())
})

it('every alert that the guide’s text names is a rule', () => {
  const known = rules.map(({ alert }) => alert)
  const chapters = readdirSync(join(root, 'docs/operating')).map((name) => read(`docs/operating/${name}`))
  const named = [...chapters.join('\n').matchAll(/`(Bitquay[A-Z]\w+)`/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})
