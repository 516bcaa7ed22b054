import pg from 'pg'

/** A transaction that has written something and stays open, like a migration in another program's database. */
export const holdWriting = async (
  databaseUrl: string,
  write: (client: pg.Client) => Promise<unknown> = (client) => client.query('select pg_current_xact_id()'),
) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await write(client)
  let isOver = false
  return {
    commit: async () => {
      if (isOver) return
      isOver = true
      await client.query('commit')
      await client.end()
    },
  }
}
