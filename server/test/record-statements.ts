import pg from 'pg'
import { vi } from 'vitest'

/**
 * The statements that this process sends to PostgreSQL during `work`, each a round trip. `begin` and `commit` are two
 * of them.
 */
export const recordStatements = async <T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const result = await work()
    return { result, statements: query.mock.calls.map(([sent]) => textOf(sent)) }
  } finally {
    query.mockRestore()
  }
}

/** What a client was given to send: a text, or a statement with its name. */
export const textOf = (sent: unknown): string =>
  typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : String(sent)
