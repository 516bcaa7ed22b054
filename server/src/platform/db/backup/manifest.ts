import { z } from 'zod'

const columns = z.array(z.string())

/** A bound becomes part of a statement, so nothing else may be in it. */
const moment = String.raw`\('[\d :.+-]+'\)`
const bound = z.string().regex(new RegExp(`^(DEFAULT|FOR VALUES FROM ${moment} TO ${moment})$`))

/** What the backup of a sandbox adds. Any other file could be one that the server or PostgreSQL trusts. */
const fileName = z.string().regex(/^(app-secret|sandbox\.port|sandbox\/engine\/(snapshot|journal)-\d+)$/)

/** The first frame: what the backup is of. */
export const manifestShape = z.object({
  format: z.literal('bitquay-backup'),
  version: z.literal(1),
  createdAt: z.string().datetime(),
  mode: z.string(),
  network: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** Partitions that the server created, which no migration has. */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})
export type Manifest = z.output<typeof manifestShape>

/** What a `j` frame after the first one announces: the rows of a table in COPY's text format, or a file. */
export const sectionShape = z.union([z.object({ table: z.string(), columns }), z.object({ file: fileName })])

/** Hints and heartbeats of running processes. They mean nothing later, or in another PostgreSQL. */
export const transientTables = ['changes', 'event_streams', 'worker_beats']
