import type pg from 'pg'

/**
 * Mode and network are stored at the first start and never change: a sandbox database must not meet real money, nor the
 * other way round.
 */
export const claimPlatform = async (pool: pg.Pool, mode: string, network: string) => {
  await pool.query('insert into platform (mode, network) values ($1, $2) on conflict do nothing', [mode, network])
  const { rows } = await pool.query<{ mode: string; network: string }>('select mode, network from platform')
  const kept = rows[0]
  if (kept?.mode !== mode || kept.network !== network) {
    throw new Error(
      `This database belongs to a ${kept?.mode} platform on ${kept?.network}, but the settings say ${mode} on ${network}. Use the right DATABASE_URL or settings.`,
    )
  }
}
