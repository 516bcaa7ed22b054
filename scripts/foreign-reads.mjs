/**
 * Finds SQL that reads a table of a noun above: SQL follows the rule of imports. A noun reads its own tables and those of
 * nouns before it in `floors` of .dependency-cruiser.cjs. Files of the root may read everything. The owner of a table is
 * the noun that writes it (foreign-writes.mjs), or is named here if only the database writes it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOwners, lineOf, nounOf, readSources, toSnakeCase } from './foreign-writes.mjs'
import { root } from './project.mjs'

/**
 * Tables that only functions and triggers write, and views. Where two nouns are named, the second one owned it in earlier
 * commits, which `npm run measure` reads too.
 */
const keptByDatabase = {
  fees: ['fee_parts', 'standing_fee_schedules'],
  ledger: ['ledger_account_kinds', 'ledger_accounts', 'ledger_balances', 'ledger_entries', 'ledger_transfers'],
  partners: [
    ...['carried_collections', 'carried_partner_figures', 'carried_sums', 'carried_through', 'collected_shares'],
    ...['earning_entries', 'earning_sums', 'partner_figures', 'partner_shares', 'swept_shares'],
  ],
  'promo-codes': ['forgiven_fees'],
  payments: ['unexplained_spendings', 'unknown_transactions'],
  people: ['merchant_people', 'partner_share_changes'],
  'people accounts': ['email_addresses', 'people'],
  revenue: ['revenue_by_day', 'revenue_days', 'revenue_through'],
  transactions: ['transaction_sum_changes', 'transaction_sums'],
  'facts webhooks': ['event_clock'],
}

/** All nouns from the bottom up, as the text of .dependency-cruiser.cjs lists them. */
export const readFloors = (text) => {
  const list = /const floors = \[([\s\S]*?)\n\]/.exec(text)?.[1] ?? ''
  return ['platform', ...[...list.matchAll(/'([\w-]+)'/g)].map((match) => match[1])]
}

const blank = (text) => text.replace(/[^\n]/g, ' ')
const withoutComments = (text) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, blank).replace(/(?<=\s)--[^\n]*/g, blank)

/**
 * The tables that a text reads, each with the place of its first mention: calls of the query builder, `from`, `join` and
 * `using` in SQL with the rest of a list, a fragment that is a table with its alias, and `sql.table('x')`. What
 * `with … as` defines in the same text isn't a table.
 */
const readsIn = (raw, tables) => {
  const text = withoutComments(raw)
  const column = String.raw`(?:\s*\([^)]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(`
  const defined = new Set(
    [...text.matchAll(new RegExp(String.raw`(?:\bwith\s+(?:recursive\s+)?|\),\s*)([a-z_]+)${column}`, 'g'))].map(
      (match) => match[1],
    ),
  )
  const found = []
  const builder =
    /(?:\.(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|from)|\bsql\.table)\(\s*'(\w+)/g
  for (const match of text.matchAll(builder)) found.push([match.index, toSnakeCase(match[1])])
  for (const match of text.matchAll(/`\s*([a-z_]+)(?:\s+(?:as\s+)?[a-z]{1,3})?\s*`/g))
    found.push([match.index, match[1]])
  const place =
    /(\b(?:delete\s+|distinct\s+)?from|\bjoin|\busing)\s+(?:only\s+|lateral\s+)?"?([a-z][a-z_]*)"?(?![\w.(])/g
  for (const match of text.matchAll(place)) {
    if (/^(?:delete|distinct)/.test(match[1])) continue
    if (!defined.has(match[2])) found.push([match.index, match[2]])
    let end = match.index + match[0].length
    for (;;) {
      const next = /^(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*(?:lateral\s+)?"?([a-z][a-z_]*)"?(?=\s+[a-z]{1,3}\b)/.exec(
        text.slice(end, end + 120),
      )
      if (!next) break
      if (!defined.has(next[1])) found.push([end, next[1]])
      end += next[0].length
    }
  }
  const first = new Map()
  for (const [index, table] of found.sort((a, b) => a[0] - b[0])) {
    if (tables.has(table) && !first.has(table)) first.set(table, index)
  }
  return [...first].map(([table, index]) => ({ table, line: lineOf(text, index) }))
}

/** The noun of every table and view, by its name. */
export const findTableOwners = (texts, tables, nouns) => {
  const kept = Object.entries(keptByDatabase).flatMap(([candidates, names]) =>
    names.map((name) => [name, candidates.split(' ').find((noun) => nouns.includes(noun))]),
  )
  return new Map([...kept, ...[...findOwners(texts, tables)].map(([table, [noun]]) => [table, noun])])
}

/**
 * Every read, one per file and table. `way` is own, lower, root, or upward, which is also a noun that comes later in the
 * same row. `texts` maps paths below server/src to their text, `nouns` are all nouns from the bottom up.
 */
export const findReads = (texts, tables, nouns) => {
  const owners = findTableOwners(texts, tables, nouns)
  return [...texts].flatMap(([path, text]) =>
    readsIn(text, tables).map(({ table, line }) => {
      const noun = nounOf(path)
      const owner = owners.get(table)
      const isLower = nouns.indexOf(owner) < nouns.indexOf(noun)
      const way = noun === '' ? 'root' : noun === owner ? 'own' : owner && isLower ? 'lower' : 'upward'
      return { path, line, table, owner, way }
    }),
  )
}

/** One sentence for each read of a table above. */
export const findForeignReads = (texts, tables, nouns) =>
  findReads(texts, tables, nouns)
    .filter(({ way }) => way === 'upward')
    .map(({ path, line, table, owner }) => `${path}:${line} reads ${table}, which belongs to ${owner ?? 'nobody'}`)

export const checkForeignReads = () => {
  const { texts, tables } = readSources()
  const nouns = readFloors(readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8'))
  return findForeignReads(texts, tables, nouns).map((finding) => `server/src/${finding}`)
}
