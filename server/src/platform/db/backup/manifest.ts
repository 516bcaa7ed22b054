import { z } from 'zod'

const columns = z.array(z.string())

/** The first frame: what the backup is of. */
export const manifestShape = z.object({
  format: z.literal('bitquay-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  mode: z.string(),
  network: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** Partitions that the server created, which no migration has. */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})
export type Manifest = z.output<typeof manifestShape>

/** What a `j` frame after the first one announces: the rows of a table in COPY's text format, or a file. */
export const sectionShape = z.union([
  z.object({ table: z.string(), columns }),
  z.object({ file: z.string().regex(/^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/) }),
])
export type Section = z.output<typeof sectionShape>

/** Hints and heartbeats of running processes. They mean nothing later, or in another PostgreSQL. */
export const transientTables = ['changes', 'event_streams', 'worker_beats']
