import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { mostUploadBytes } from '../contract/src/brands.ts'
import { calls } from '../contract/src/calls.ts'
import { errors } from '../contract/src/errors.ts'
import { eventTypes } from '../contract/src/webhooks.events.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documentsIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
const chapters = documentsIn('docs/operating')
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...documentsIn('docs'), ...chapters]
const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`)
const everyDocument = [
  ...documents,
  ...decisions,
  ...documentsIn('docs/releases'),
  'CHANGELOG.md',
  'client/README.md',
  'cli/README.md',
]

/** The names in the settings schema: two spaces, capitals, a colon. */
const settings = [...read('server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)

it('the operator’s guide lists every setting and no other', () => {
  const table = /\n## Settings\n([\s\S]*)/.exec(read('docs/operating/settings.md'))?.[1] ?? ''
  const listed = table.split('\n').flatMap((row) => {
    const [, names = ''] = row.split('|')
    return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
  })
  expect(settings.length).toBeGreaterThan(15)
  expect(new Set(listed)).toEqual(new Set(settings))
})

it('the operator’s guide has the default of every setting that has one', () => {
  const guide = read('docs/operating/settings.md')
  const blocks = read('server/src/config.ts').split(/^ {2}(?=[A-Z][A-Z_]+: )/m)
  const wrong = blocks.slice(1).flatMap((block) => {
    const [name = ''] = block.split(':')
    const [, given = ''] = /\.default\('?([^'\n]+)'?\),?\n/.exec(block) ?? []
    if (given === '') return []
    const row = guide.split('\n').find((line) => line.startsWith('| `') && line.includes(`\`${name}\``)) ?? ''
    const [, names = '', defaults = ''] = row.split('|')
    const place = [...names.matchAll(/`([A-Z_]+)`/g)].findIndex(([, each]) => each === name)
    const stated = defaults.split(', ')[place]?.trim() ?? ''
    return stated === given || stated.startsWith(`${given} `) ? [] : [`${name}: ${given}, not ${stated}`]
  })
  expect(wrong).toEqual([])
})

it('documents and containers name only settings that exist', () => {
  const ours = new Set([
    ...settings,
    'BITQUAY_CHROMIUM',
    'BITQUAY_LONG',
    'BITQUAY_BROWSER',
    'TEST_DATABASE_URL',
    'DATABASE_PASSWORD',
    // OpenTelemetry's exporter reads it.
    'OTEL_EXPORTER_OTLP_HEADERS',
  ])
  const composed = [...read('compose.yaml').matchAll(/^ {6}([A-Z_]+): \$?\{?/gm)].map(([, name = '']) => name)
  expect(composed).toContain('DATABASE_URL')
  for (const name of composed.filter((each) => !each.startsWith('POSTGRES_'))) expect(ours, name).toContain(name)
  for (const [, name] of read('Dockerfile').matchAll(/\b([A-Z_]{4,})=/g))
    if (name !== 'NODE_ENV') expect(ours, name).toContain(name)
})

it('the container gets the settings that the guide requires for real money, including an empty SANDBOX', () => {
  const compose = read('compose.yaml')
  const chapter = /## A real BTCPay\n([\s\S]+?)\n## /.exec(read('docs/operating/btcpay.md'))?.[1] ?? ''
  const named = [...chapter.matchAll(/^ {3}([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(named).toContain('NETWORK')
  for (const name of named) expect(compose).toContain(`      ${name}: \${${name}`)
  // With a colon the default would also replace an empty value.
  expect(compose).toContain('SANDBOX: ${SANDBOX-true}')
})

it('the container gets every setting but those that its image decides or that only its own machine can use', () => {
  const compose = read('compose.yaml')
  const decided = ['PORT', 'HOST', 'DATA_DIR', 'ROLE', 'MIGRATE', 'METRICS_PORT']
  const passed = (name: string) => compose.includes(`      ${name}: `)
  expect(settings.filter((name) => !decided.includes(name) && !passed(name))).toEqual([])
})

it('the proxy in the operator’s guide lets the largest upload pass', () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(read('docs/operating/connections.md'))?.[1])
  expect(megabytes * 1024 * 1024).toBeGreaterThanOrEqual(mostUploadBytes)
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

it('documents name only events that exist', () => {
  const subjects = [...new Set(eventTypes.filter((type) => type.includes('.')).map((type) => type.split('.')[0]))]
  const event = new RegExp(`\`((?:${subjects.join('|')})\\.[a-z_]+)\``, 'g')
  const named = everyDocument.flatMap((document) => [...read(document).matchAll(event)].map(([, type = '']) => type))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((type) => !eventTypes.some((known) => known === type))).toEqual([])
})

it('documents name errors with their status', () => {
  const known = Object.entries(errors).map(([code, { status }]) => `${status} ${code}`)
  // Those of BTCPay are in a document of their own.
  const ours = everyDocument.filter((document) => document !== 'docs/btcpay-behaviours.md')
  const named = ours.flatMap((document) =>
    [...read(document).matchAll(/\b([45]\d\d)\s+`([a-z-]+)`/g)].map(([, status, code]) => `${status} ${code}`),
  )
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((error) => !known.includes(error))).toEqual([])
})

/** As GitHub names a heading in an address. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

it('links to headings lead to one', () => {
  const faults = everyDocument.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
      .filter(([, path = '', anchor = '']) => {
        const target = path === '' ? document : join(dirname(document), path)
        return ![...read(target).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)
      })
      .map(([link]) => `${document}: ${link}`),
  )
  expect(faults).toEqual([])
})

it('links to files of the project lead to one', () => {
  const faults = everyDocument.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)\s]*)?\)/g)]
      .filter(([, path = '']) => !existsSync(join(root, dirname(document), path)))
      .map(([link]) => `${document}: ${link}`),
  )
  expect(faults).toEqual([])
})

it('the operator’s guide is a table of contents and chapters that can be read at once', () => {
  const listed = [...read('docs/operating.md').matchAll(/^\| \[.+?\]\((.+?)\)/gm)].map(
    ([, path = '']) => `docs/${path}`,
  )
  expect(listed.sort()).toEqual(chapters.sort())
  const long = chapters.filter((chapter) => read(chapter).split('\n').length > 300)
  expect(long).toEqual([])
})

it('commands that install a package name where every platform offers it', () => {
  const named = {
    client: ['client/README.md', 'web/src/content/docs/client.ts'],
    cli: ['cli/README.md', 'web/src/content/docs/cli.ts'],
  }
  for (const [workspace, documents] of Object.entries(named)) {
    for (const document of documents) expect(read(document), document).toContain(`/downloads/${workspace}.tgz`)
  }
})
