import { sql } from 'kysely'

/** Names for statements whose plans PostgreSQL keeps for as long as a connection lasts. */
export type KeptPlans = {
  /** The name of a statement that is worth one. */
  nameOf: (statement: string) => string | undefined
  /** Gives all statements other names, because the plans under the present ones can't be used anymore. */
  forget: () => void
}

/**
 * Marks a statement whose plan is kept outside of transactions and workers too. It must find its rows by key, for any merchant.
 */
export const planKept = sql.raw('/* plan kept */')
export const isMarked = (statement: string) => statement.includes('/* plan kept */')

/** A statement that is run once or twice would take longer with a name. */
const usesBefore = 3
/** Each plan takes memory on every connection. */
const mostNames = 400
const mostCounted = 2_000

const isPlannable = /^\s*(select|insert|update|delete|with|\/\* plan kept \*\/)/i

/**
 * PostgreSQL plans a statement without a name each time, which takes longer than running it for most statements of a payment.
 * One with a name is planned a few times, until PostgreSQL sees that a general plan is as good.
 */
export const createKeptPlans = (): KeptPlans => {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  let generation = 0
  return {
    nameOf: (statement) => {
      const name = names.get(statement)
      if (name !== undefined) return name
      if (names.size >= mostNames || !isPlannable.test(statement)) return undefined
      const count = (uses.get(statement) ?? 0) + 1
      if (count <= usesBefore) {
        if (uses.size >= mostCounted) uses.clear()
        uses.set(statement, count)
        return undefined
      }
      uses.delete(statement)
      const given = `kept_${generation}_${names.size}`
      names.set(statement, given)
      return given
    },
    forget: () => {
      names.clear()
      generation += 1
    },
  }
}

/** A migration changed the columns that a kept plan returns. Its name is of no use anymore. */
export const isStalePlan = (error: unknown): boolean =>
  (error as { routine?: string } | undefined)?.routine === 'RevalidateCachedQuery'
