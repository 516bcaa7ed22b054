import pg from 'pg'

/** The driver has these, and its types leave them out. */
type Session = { processID: number; secretKey: number }
type Line = pg.Connection & {
  connect: (portOrPath: number | string, host?: string) => void
  requestSsl: () => void
  cancel: (processID: number, secretKey: number) => void
}

const patienceMs = 5_000

/**
 * Asks PostgreSQL to end what a session is doing. That takes a connection of its own, also through a pooler. Resolves when
 * it was asked, or can't be reached.
 */
export const cancelQuery = (options: pg.ClientConfig, client: pg.PoolClient): Promise<void> => {
  const { processID, secretKey } = client as pg.PoolClient & Session
  const own = new pg.Client(options)
  const { host, port, ssl } = own
  const connection = own.connection as Line
  return new Promise((resolve) => {
    const limit = setTimeout(() => connection.stream.destroy(), patienceMs)
    const ask = () => connection.cancel(processID, secretKey)
    connection.on('error', () => connection.stream.destroy())
    connection.once('connect', () => (ssl ? connection.requestSsl() : ask()))
    connection.once('sslconnect', ask)
    connection.once('end', () => {
      clearTimeout(limit)
      resolve()
    })
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
  })
}
