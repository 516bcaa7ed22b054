import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { calls } from '../contract/src/calls.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The names in the settings schema: two spaces, capitals, a colon. */
const settings = [...read('server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)

it('the operator’s guide lists every setting and no other', () => {
  const table = /## Settings\n([\s\S]*?)\n## /.exec(read('docs/operating.md'))?.[1] ?? ''
  const listed = table.split('\n').flatMap((row) => {
    const [, names = ''] = row.split('|')
    return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
  })
  expect(settings.length).toBeGreaterThan(15)
  expect(new Set(listed)).toEqual(new Set(settings))
})

it('documents and containers name only settings that exist', () => {
  const ours = new Set([
    ...settings,
    'BITQUAY_CHROMIUM',
    'BITQUAY_LONG',
    'BITQUAY_BROWSER',
    'TEST_DATABASE_URL',
    'DATABASE_PASSWORD',
  ])
  const composed = [...read('compose.yaml').matchAll(/^ {6}([A-Z_]+): \$?\{?/gm)].map(([, name = '']) => name)
  expect(composed).toContain('DATABASE_URL')
  for (const name of composed.filter((each) => !each.startsWith('POSTGRES_'))) expect(ours, name).toContain(name)
  for (const [, name] of read('Dockerfile').matchAll(/\b([A-Z_]{4,})=/g))
    if (name !== 'NODE_ENV') expect(ours, name).toContain(name)
})

it('the container gets the settings that the guide requires for real money, including an empty SANDBOX', () => {
  const compose = read('compose.yaml')
  const chapter = /## A real BTCPay\n([\s\S]+?)\n## /.exec(read('docs/operating.md'))?.[1] ?? ''
  const named = [...chapter.matchAll(/^ {3}([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(named).toContain('NETWORK')
  for (const name of named) expect(compose).toContain(`      ${name}: \${${name}`)
  // With a colon the default would also replace an empty value.
  expect(compose).toContain('SANDBOX: ${SANDBOX-true}')
})

it('documents name only API calls that exist', () => {
  const paths = calls.map(({ path }) => path)
  const faults = documents.flatMap((document) =>
    [...read(document).matchAll(/`(?:GET|POST|PUT|PATCH|DELETE)? ?(\/api\/[\w/:.-]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !paths.includes(path as `/api/${string}`))
      .map((path) => `${document}: ${path}`),
  )
  expect(faults).toEqual([])
})

it('the image copies only files that exist', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  const packages = JSON.parse(read('package.json')) as { workspaces: string[] }
  for (const workspace of packages.workspaces) expect(copied).toContain(`${workspace}/package.json`)
  for (const name of copied.filter((each) => each !== '.')) expect(() => read(name), name).not.toThrow()
})
