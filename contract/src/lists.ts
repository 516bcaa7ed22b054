import { z } from 'zod'
import type { Audience } from './call.ts'
import { idParam, longPage, page, text } from './scalars.ts'

/** What the queries of all lists share. */

/**
 * PostgreSQL reads offsets such as "+02:00" with the opposite sign, and abbreviations such as "IST" as those of another
 * country, so only full names are accepted.
 */
const isTimeZone = (name: string) => {
  if (!/^([A-Za-z]+\/.+|UTC)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** An IANA time zone, such as `Europe/Berlin`. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'Enter a valid time zone')

/** PostgreSQL has neither a year 0 nor offsets of 16 hours or more. */
const isStorable = (moment: string) => !/^0000|[+-](1[6-9]|2\d):\d\d$/.test(moment)

/** A moment, or a date: the whole day in the time zone of the query. */
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Enter an ISO 8601 date or time')
  .refine(isStorable, 'Enter an ISO 8601 date or time')

/** The range of a list. `from` and `to` are both included. Dates are days in `tz`, which is UTC by default. */
export const period = {
  from: moment.optional().describe('The first moment or day, in ISO 8601. It is included.'),
  to: moment.optional().describe('The last moment or day, in ISO 8601. It is included.'),
  tz: timeZone.optional().describe('The IANA time zone of days in `from` and `to`. UTC by default.'),
}
export type Period = { from?: string | undefined; to?: string | undefined; tz?: string | undefined }

/** Several words in a query: `?expand=a,b` or `?expand=a&expand=b`. */
export const listParam = <const Word extends string>(words: readonly Word[]) =>
  z
    .unknown()
    .transform((given) => [given].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text])))
    .pipe(z.array(z.enum(words)).max(20))
    .optional()
    .meta({ type: 'array', items: { type: 'string', enum: words } })

/** `field` sorts up, `-field` down. */
export const sortBy = <const Field extends string>(...fields: Field[]) => {
  const down = fields.map((field) => `-${field}` as const)
  return z
    .enum([...fields, ...down] as [Field, ...(Field | `-${Field}`)[]])
    .optional()
    .describe('The order. A minus sign sorts from the largest or newest.')
}

/** The lists that a person may save views of and choose columns for. */
export const listNames = [
  'transactions',
  'admin-transactions',
  'partner-transactions',
  'invoices',
  'payment-links',
  'withdrawals',
  'merchants',
  'people',
  'emails',
  'applications',
  'loop-outs',
  'audit-log',
  'webhook-deliveries',
] as const
export type ListName = (typeof listNames)[number]

/** What a list is filtered by. `as` is its name in the address of a page, if that is another one. */
export type Filter = (
  | { kind: 'one-of'; values: readonly string[] }
  | { kind: 'text'; longest: number }
  | { kind: 'id' }
  | { kind: 'btc-amount' }
) & { as?: string; description?: string }

type Column<Sort extends string = string> = {
  /** How wide it is on the grid of a wide list. */
  width: string
  /** How wide it is where the list has at most so many pixels. Null drops it. */
  below?: Readonly<Record<number, string | null>>
  /** Its area in the block that a row becomes in a narrow list. Without one it isn't shown there. */
  area?: string
  /** What a press on its head sorts by. */
  sort?: Sort
  numeric?: true
  /** Its head is only read aloud, as above icons. */
  quietHead?: true
  /** Can't be hidden in the Columns menu. */
  always?: true
}

/** What a row becomes where the list has at most so many pixels: a grid of areas instead of one line. */
type Block = { below: number; grid: string; gap?: string; minHeight?: string; padding?: string }

/** A list as plain data and schemas. Its calls, files, screen and layout follow from it. */
export type ListSpec = {
  /** Whose saved views and hidden columns it has, and the class of its layout: `dt--{name}`. */
  name: ListName
  audience: Audience
  path: `/api/${string}`
  params?: z.ZodType
  row: z.ZodObject
  /** Its IDs are bigints. */
  longIds?: true
  filters: Readonly<Record<string, Filter>>
  /** The first one, downwards, is the order of a list that names none. */
  sorts: readonly [string, ...string[]]
  columns: Readonly<Record<string, Column>>
  block: Block
  /**
   * The name of its files, the field with the date of a row, and the columns by title. The server computes those of null.
   * The date comes first, unless a column has the title Date.
   */
  file: {
    name: string
    date: string
    columns: Readonly<Record<string, string | null>>
    /** Columns after all others: what those above have as codes, in the words of the screen. */
    words?: Readonly<Record<string, (row: never) => string | null>>
  }
  /** What the summary says. */
  summary?: z.ZodType
  /** What its calls are described with. A call without a text doesn't exist. */
  texts: { list: string; export: string; print?: string; summarize?: string }
}

type FieldOf<L extends ListSpec> = keyof z.output<L['row']> & string
/** Names of fields, sorts and areas that don't exist are refused. */
type Fitting<L extends ListSpec> = {
  columns: Readonly<Record<string, Column<L['sorts'][number]>>>
  file: {
    date: FieldOf<L>
    columns: Readonly<Record<string, FieldOf<L> | null>>
    words?: Readonly<Record<string, (row: z.output<L['row']>) => string | null>>
  }
}

type FilterSchema<F> = F extends { values: readonly (infer Value extends string)[] }
  ? z.ZodEnum<{ [V in Value]: V }>
  : F extends { kind: 'id' }
    ? typeof idParam
    : z.ZodString
type FilterShape<L extends ListSpec> = {
  [Name in keyof L['filters']]: z.ZodOptional<FilterSchema<L['filters'][Name]>>
} & typeof period
type SortShape<L extends ListSpec> = { sort: ReturnType<typeof sortBy<L['sorts'][number]>> }

type Strict<Shape extends z.core.$ZodLooseShape> = z.ZodObject<Shape, z.core.$strict>
type ListCall<L extends ListSpec, Query extends z.ZodType, Output, More = unknown> = {
  method: 'GET'
  path: `/api/${string}`
  audience: L['audience']
  summary: string
  query: Query
  output: Output
} & (L extends { params: infer Params } ? { params: Params } : unknown) &
  More

type ListCalls<L extends ListSpec> = {
  list: ListCall<L, Strict<typeof page & FilterShape<L> & SortShape<L>>, z.ZodArray<L['row']>>
  export: ListCall<L, Strict<FilterShape<L> & SortShape<L>>, z.ZodUnknown, { media: 'text/csv' }>
} & (L['texts'] extends { print: string }
  ? {
      print: ListCall<
        L,
        Strict<FilterShape<L> & SortShape<L>>,
        z.ZodUnknown,
        { media: 'application/pdf'; errors: readonly ['too-many-rows'] }
      >
    }
  : unknown) &
  SummaryCall<L, L extends { summary: infer Summary } ? Summary : undefined>

type SummaryCall<L extends ListSpec, Summary> = Summary extends z.ZodType
  ? { summarize: ListCall<L, Strict<FilterShape<L>>, Summary> }
  : unknown

/** A list with the schemas of its query and its calls. */
export type List<L extends ListSpec = ListSpec> = L & {
  filterShape: FilterShape<L>
  sort: SortShape<L>['sort']
  calls: ListCalls<L>
}

/** Declares a list. The file of a noun exports the calls by their names, which is how they are found. */
export const declareList = <const L extends ListSpec>(spec: L & Fitting<L>): List<L> => {
  const { audience, path, params, texts, summary } = spec
  const filterShape = { ...shapeOf(spec.filters), ...period }
  const sort = sortBy(...spec.sorts)
  const whole = z.strictObject({ ...filterShape, sort })
  const get = { method: 'GET', audience, ...(params ? { params } : {}) }
  const file = { ...get, query: whole, output: z.unknown() }
  const calls = {
    list: {
      ...{ ...get, path, summary: texts.list, output: z.array(spec.row) },
      query: z.strictObject({ ...(spec.longIds ? longPage : page), ...filterShape, sort }),
    },
    export: { ...file, path: `${path}/export`, summary: texts.export, media: 'text/csv' },
    ...(texts.print === undefined
      ? {}
      : {
          print: {
            ...{ ...file, path: `${path}/pdf`, summary: texts.print, media: 'application/pdf' },
            errors: ['too-many-rows'],
          },
        }),
    ...(texts.summarize === undefined || !summary
      ? {}
      : {
          summarize: {
            ...{ ...get, path: `${path}/summary`, summary: texts.summarize, output: summary },
            query: z.strictObject(filterShape),
          },
        }),
  }
  return { ...spec, filterShape, sort, calls } as unknown as List<L>
}

/** A plain amount in bitcoin, to the satoshi. */
export const btcAmountFilter = /^\d{1,8}(\.\d{1,8})?$/

const shapeOf = (filters: ListSpec['filters']) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => {
      const schema = schemaOf(filter).optional()
      return [name, filter.description === undefined ? schema : schema.describe(filter.description)]
    }),
  )

const schemaOf = (filter: Filter): z.ZodType => {
  if (filter.kind === 'one-of') return z.enum(filter.values)
  if (filter.kind === 'btc-amount') return z.string().regex(btcAmountFilter, 'Please enter a valid amount')
  return filter.kind === 'id' ? idParam : text(filter.longest)
}

type Without<T, Names> = Names extends readonly (infer Name)[] ? Omit<T, Name & keyof T> : T
type Extended<L extends ListSpec, More, F, C> = Omit<L, keyof More | 'filters' | 'columns'> &
  More & { filters: Without<L['filters'], F>; columns: Without<L['columns'], C> }

/** The same list for others: without some filters and columns, with a path and texts of its own. */
export const extendList = <
  L extends ListSpec,
  const More extends Pick<ListSpec, 'audience' | 'path' | 'texts'> & Partial<ListSpec>,
  const F extends readonly (keyof L['filters'])[],
  const C extends readonly (keyof L['columns'])[],
>(
  list: List<L>,
  without: { filters: F; columns: C },
  more: More,
): Extended<L, More, F, C> extends infer E extends ListSpec ? List<E> : never =>
  declareList({
    ...list,
    filters: omit(list.filters, without.filters),
    columns: omit(list.columns, without.columns),
    ...more,
  } as never)

const omit = (whole: object, names: readonly PropertyKey[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)))
