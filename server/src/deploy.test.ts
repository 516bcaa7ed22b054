import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from './config.ts'
import { projectRoot } from './platform/root.ts'

type Service = {
  image?: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  stop_grace_period?: string
}
const { services, volumes } = parse(readFileSync(join(projectRoot, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}

/** Fills in variables as Compose does: ${NAME}, ${NAME-default}, ${NAME:-default} and ${NAME:?message}. */
const fill = (text: string, given: Record<string, string>) =>
  text.replace(/\$\{(\w+)(?:(:?[-?])([^}]*))?\}/g, (_, name: string, rule: string | undefined, rest: string) => {
    const value = given[name]
    if (rule === '-') return value ?? rest
    if (rule === ':-') return value || rest
    if (rule === ':?' && !value) throw new Error(rest)
    return value ?? ''
  })

const environmentOf = (service: string, given: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(services[service]?.environment ?? {}).map(([name, value]) => [name, fill(value, given)]),
  )

const sandbox = { DATABASE_PASSWORD: 'secret', APP_SECRET: 'thirty-two characters of a container' }
const live = {
  ...sandbox,
  SANDBOX: '',
  SANDBOX_URL: '',
  PUBLIC_URL: 'https://pay.example.com',
  BTCPAY_URL: 'https://btcpay.example.com',
  BTCPAY_API_KEY: 'key',
  METRICS_TOKEN: 'a token for Prometheus',
}

test.each([
  ['server', 'web', false],
  ['worker', 'worker', false],
  ['migrate', 'all', true],
] as const)('compose starts %s with settings that the server accepts', (service, role, migratesAtStart) => {
  expect(readConfig(environmentOf(service, sandbox))).toMatchObject({ mode: 'sandbox', role, migratesAtStart })
  expect(readConfig(environmentOf(service, live))).toMatchObject({
    mode: 'live',
    network: 'mainnet',
    role,
    metricsToken: live.METRICS_TOKEN,
  })
  expect(() => environmentOf(service, {})).toThrow('set DATABASE_PASSWORD in .env')
})

test('servers and workers wait for the migrations, and get the time to drain', () => {
  for (const name of ['server', 'worker']) {
    expect(services[name]?.depends_on?.migrate?.condition).toBe('service_completed_successfully')
    expect(Number.parseInt(services[name]?.stop_grace_period ?? '0', 10)).toBeGreaterThanOrEqual(45)
  }
  expect(services.migrate?.command).toContain('--migrate-only')
})

test('compose names only services, volumes and files that exist', () => {
  const text = readFileSync(join(projectRoot, 'compose.yaml'), 'utf8')
  for (const { depends_on: needed = {} } of Object.values(services))
    for (const name of Object.keys(needed)) expect(Object.keys(services)).toContain(name)
  for (const [, name = ''] of text.matchAll(/^ {6}- (\w+):\//gm)) expect(Object.keys(volumes)).toContain(name)
  for (const [path] of text.matchAll(/\bdeploy\/[\w-]+/g)) expect(existsSync(join(projectRoot, path)), path).toBe(true)
  expect(text).toContain('@pgbouncer:6432/bitquay')
  expect(readFileSync(join(projectRoot, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8')).toMatch(
    /^pool_mode = transaction$/m,
  )
})

const units = join(projectRoot, 'deploy/systemd')
const unitSettings = (name: string) =>
  Object.fromEntries(
    (/^Environment=(.+)$/m.exec(readFileSync(join(units, name), 'utf8'))?.[1] ?? '')
      .split(' ')
      .map((pair) => pair.replaceAll('%i', '3000').split('=') as [string, string]),
  )

test('the units of systemd set what the server accepts', () => {
  const { NODE_ENV: _, DATA_DIR: __, ...web } = unitSettings('bitquay-web@.service')
  const { NODE_ENV: ___, DATA_DIR: ____, ...worker } = unitSettings('bitquay-worker@.service')
  const rest = { ...live, DATABASE_URL: 'postgres://bitquay@127.0.0.1:6432/bitquay' }
  expect(readConfig({ ...rest, ...web })).toMatchObject({
    role: 'web',
    migratesAtStart: false,
    port: 3000,
    drainMs: 5000,
  })
  expect(readConfig({ ...rest, ...worker })).toMatchObject({ role: 'worker', migratesAtStart: false, port: 3000 })
})

const hasSystemd = !spawnSync('systemd-analyze', ['--version']).error
if (!hasSystemd) process.stderr.write('The units of systemd are not checked: systemd-analyze is not installed.\n')

test.skipIf(!hasSystemd)('systemd accepts the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-units-'))
  // The program is not where the units expect it, so another one takes its place.
  for (const name of readdirSync(units))
    writeFileSync(
      join(folder, name.replace('@.', '@3000.')),
      readFileSync(join(units, name), 'utf8').replace('/usr/bin/node', '/bin/true'),
    )
  const checked = spawnSync('systemd-analyze', ['verify', ...readdirSync(folder).map((name) => join(folder, name))], {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
  })
  rmSync(folder, { recursive: true })
  const complaints = checked.stderr.split('\n').filter((line) => line.includes('bitquay'))
  expect([checked.status, complaints]).toEqual([0, []])
})
