import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { chooseRunAs, identity, type RunAs } from '../src/platform/postgres/run-as.ts'
import { freePort } from './process.ts'
import { until } from './webhook-receiver.ts'

/** Debian's PostgreSQL, newest first. The embedded one can't copy a database for a standby. */
const findPrograms = (): string | undefined => {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).map(Number) : []
  return versions
    .filter((version) => version >= 15)
    .sort((a, b) => b - a)
    .map((version) => join(base, String(version), 'bin'))
    .find((bin) => existsSync(join(bin, 'pg_basebackup')))
}
export const programs = findPrograms()

const settings = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 120',
  'wal_level = replica',
  'max_wal_senders = 10',
  'hot_standby = on',
  "wal_receiver_status_interval = '1s'",
  "wal_keep_size = '256MB'",
]

/** One PostgreSQL server with its folder, which is killed, promoted, and rebuilt from another one. */
type Node = {
  port: number
  url: string
  folder: string
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  kill: () => Promise<void>
  start: () => Promise<void>
  promote: () => Promise<void>
  /** Empties the folder and copies the other one, as its standby. */
  rebuildFrom: (primary: Node) => Promise<void>
}

export type Pair = {
  nodes: [Node, Node]
  /** The address that always leads to the primary, as HAProxy or PgBouncer in front. */
  url: string
  primary: () => Node
  standby: () => Node
  /** Leads the address to the other node and ends the connections to this one. */
  lead: (to: Node) => void
  stop: () => Promise<void>
}

const run = (program: string, words: string[], runAs: RunAs) => {
  const ended = spawnSync(join(programs ?? '', program), words, {
    ...identity(runAs),
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  if (ended.status !== 0) throw new Error(`${program} failed: ${ended.stderr}`)
}

const createNode = async (folder: string, runAs: RunAs): Promise<Node> => {
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const answers = () =>
    query('select 1').then(
      () => true,
      () => false,
    )
  const start = async () => {
    await launch()
    await until(`PostgreSQL answers at ${port}`, async () => {
      // It refuses to start while a session of the killed one is ending.
      if (child?.exitCode !== null) await launch()
      return answers()
    })
  }
  const launch = async () => {
    const server = spawn(join(programs ?? '', 'postgres'), ['-D', folder, '-p', String(port)], {
      ...identity(runAs),
      cwd: '/',
      stdio: 'ignore',
    })
    child = server
  }
  const kill = async () => {
    const server = child
    if (!server?.pid) return
    child = undefined
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    const sessions = spawnSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' }).stdout.split('\n')
    server.kill('SIGKILL')
    for (const session of sessions.filter(Boolean)) {
      try {
        process.kill(Number(session), 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    await ended
  }
  return {
    port,
    url,
    folder,
    query,
    start,
    kill,
    promote: async () => {
      await query('select pg_promote(true, 60)')
    },
    rebuildFrom: async (primary) => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
      const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=node${port}`
      // In the background, because the test goes on meanwhile.
      const copying = spawn(
        join(programs ?? '', 'pg_basebackup'),
        ['-D', folder, '-d', from, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'],
        { ...identity(runAs), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
      )
      let said = ''
      copying.stderr?.on('data', (chunk) => (said += String(chunk)))
      const code = await new Promise((resolve) => copying.once('close', resolve))
      if (code !== 0) throw new Error(`pg_basebackup failed: ${said}`)
      await start()
    },
  }
}

/** A primary and its standby on loopback, and an address that leads to the primary. */
export const startPair = async (folder: string, { synchronous }: { synchronous: boolean }): Promise<Pair> => {
  const runAs = await chooseRunAs()
  chmodSync(folder, 0o755)
  const base = join(folder, 'postgres')
  mkdirSync(base, { mode: 0o755 })
  if (runAs.uid !== undefined) chownSync(base, runAs.uid, runAs.gid ?? runAs.uid)
  const nodes: [Node, Node] = [await createNode(join(base, 'a'), runAs), await createNode(join(base, 'b'), runAs)]
  const [first, second] = nodes
  run('initdb', ['-D', first.folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '-k'], runAs)
  appendFileSync(join(first.folder, 'postgresql.conf'), settings.map((setting) => `${setting}\n`).join(''))
  await first.start()
  await second.rebuildFrom(first)
  if (synchronous) {
    // The standby takes the setting with it, so a new primary waits for a standby from its first commit on.
    for (const node of nodes) {
      await node.query(`alter system set synchronous_standby_names = '*'`)
      await node.query('select pg_reload_conf()')
    }
  }

  let primary = first
  const sockets = new Set<Socket>()
  const proxy: Server = createServer((client) => {
    const upstream = connect(primary.port, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket
        .on('error', () => undefined)
        .once('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { port: number }
  return {
    nodes,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    primary: () => primary,
    standby: () => (primary === first ? second : first),
    lead: (to) => {
      primary = to
      for (const socket of sockets) socket.destroy()
    },
    stop: async () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
      for (const node of nodes) await node.kill()
    },
  }
}

/** Whether a standby has everything that this primary acknowledges. */
export const isSynchronous = async (primary: Node) =>
  (await primary.query(`select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`)).length >
  0
