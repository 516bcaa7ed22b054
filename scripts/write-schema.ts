/**
 * Writes server/schema from a migrated database: one file per noun, in the order of the floors. Tables are in the file of
 * the noun that writes them, functions stay in the file where they are. Comments are kept, so edit them there.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { findTableOwners, readFloors } from './foreign-reads.mjs'
import { readSources } from './foreign-writes.mjs'
import { root } from './project.mjs'
import { type Notes, readNotes } from './sql-notes.ts'

const folder = join(root, 'server/schema')
const referencesFile = 'zz-references'

/** The texts of all files by name. `migrations` are the texts of those that server/schema doesn't have yet. */
export const writeSchema = async (pool: pg.Pool, migrations: string[]): Promise<Map<string, string>> => {
  const nouns: string[] = readFloors(readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8'))
  const catalog = await readCatalog(pool)
  const present = readPresent(nouns)
  const notes = mergeNotes([...present.values(), ...migrations.map(readNotes)])
  const place = placeObjects(catalog, nouns, present)
  const references: string[] = []
  const texts = nouns.flatMap((noun): [string, string][] => {
    const blocks = writeNoun({ catalog, notes, place, noun, nouns, references })
    const { heading = [], others = [] } = present.get(noun) ?? {}
    const parts = [heading.join('\n'), ...blocks, ...others].filter(Boolean)
    return parts.length === 0 ? [] : [[noun, `${parts.join('\n\n')}\n`]]
  })
  const last = [(present.get(referencesFile)?.heading ?? []).join('\n'), references.join('\n')].filter(Boolean)
  if (references.length > 0) texts.push([referencesFile, `${last.join('\n\n')}\n`])
  const order = `${texts.map(([name]) => `${name}.sql`).join('\n')}\n`
  return new Map([...texts.map(([name, text]): [string, string] => [`${name}.sql`, text]), ['order.txt', order]])
}

type Present = Map<string, Notes>

const readPresent = (nouns: string[]): Present => {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql')) : []
  const placeOf = (name: string) => nouns.indexOf(name.replace('.sql', ''))
  return new Map(
    names
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map((name) => [name.replace('.sql', ''), readNotes(readFileSync(join(folder, name), 'utf8'))]),
  )
}

/** Later ones win. */
const mergeNotes = (all: Notes[]): Pick<Notes, 'comments' | 'texts'> => ({
  comments: new Map(all.flatMap(({ comments }) => [...comments])),
  texts: new Map(all.flatMap(({ texts }) => [...texts])),
})

type Relation = {
  id: string
  name: string
  isView: boolean
  options: string
  columns: Column[]
  constraints: Constraint[]
  indexes: { id: string; name: string; definition: string }[]
  triggers: { name: string; definition: string; function: string }[]
  rows: Record<string, string | null>[]
  /** Of a table that is divided by month. */
  partitioned: { by: string; others: string[] } | undefined
}
type Column = {
  name: string
  type: string
  isRequired: boolean
  /** The name of the rule that it is required, if it isn't the usual one. */
  requiredBy: string | null
  fallback: string | null
  isGenerated: boolean
  identity: { always: boolean; sequence: string; start: string } | undefined
}
type Constraint = {
  name: string
  kind: 'check' | 'foreign' | 'primary' | 'unique'
  columns: string[]
  definition: string
  target: string | null
}
type Routine = { id: string; name: string; argumentCount: number; header: string; settings: string[]; body: string }
type Domain = { id: string; name: string; definition: string }
type Catalog = {
  relations: Relation[]
  routines: Routine[]
  domains: Domain[]
  /** What must exist before a relation, index or function, by ID. */
  needs: Map<string, Set<string>>
}

const readCatalog = async (pool: pg.Pool): Promise<Catalog> => {
  const read = async <Row extends pg.QueryResultRow>(query: string) => (await pool.query<Row>(query)).rows
  const inPublic = (column: string) => `${column} = 'public'::regnamespace`
  const columns = await read<Column & { table: string; always: string; sequence: string | null; start: string }>(`
    select 'r' || a.attrelid as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isRequired", nullif(n.conname, c.relname || '_' || a.attname || '_not_null') as "requiredBy",
      pg_get_expr(d.adbin, d.adrelid, true) as fallback, a.attgenerated <> '' as "isGenerated", a.attidentity as always,
      s.seqrelid::regclass::text as sequence, s.seqstart::text as start
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_constraint n on n.conrelid = a.attrelid and n.contype = 'n' and n.conkey = array[a.attnum]
      left join pg_sequence s on a.attidentity <> ''
        and s.seqrelid = pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass
    where ${inPublic('c.relnamespace')} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by a.attnum`)
  const constraints = await read<Constraint & { table: string }>(`
    select 'r' || conrelid as table, conname as name, pg_get_constraintdef(c.oid, true) as definition,
      case contype when 'c' then 'check' when 'f' then 'foreign' when 'p' then 'primary' else 'unique' end as kind,
      array(select attname::text from unnest(conkey) k join pg_attribute a on a.attrelid = conrelid and a.attnum = k) as columns,
      'r' || nullif(confrelid, 0) as target
    from pg_constraint c where ${inPublic('connamespace')} and conrelid <> 0 and conparentid = 0 and contype in ('c', 'f', 'p', 'u')
    order by contype <> 'p', c.oid`)
  const indexes = await read<{ table: string; id: string; name: string; definition: string }>(`
    select 'r' || indrelid as table, 'r' || indexrelid as id, c.relname as name, pg_get_indexdef(indexrelid, 0, true) as definition
    from pg_index i join pg_class c on c.oid = indexrelid
    where ${inPublic('c.relnamespace')} and not c.relispartition
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by c.oid`)
  const triggers = await read<{ table: string; name: string; definition: string; function: string }>(`
    select 'r' || tgrelid as table, tgname as name, pg_get_triggerdef(oid, true) as definition, 'f' || tgfoid as function
    from pg_trigger where not tgisinternal and tgparentid = 0 order by oid`)
  const partitions = await read<{ parent: string; name: string; bound: string }>(`
    select 'r' || inhparent as parent, relname as name, pg_get_expr(relpartbound, c.oid) as bound
    from pg_inherits join pg_class c on c.oid = inhrelid where c.relkind = 'r' order by c.oid`)
  const relations = await read<{ id: string; name: string; kind: string; options: string; by: string | null }>(`
    select 'r' || oid as id, relname as name, relkind as kind, pg_get_partkeydef(oid) as by,
      case relpersistence when 'u' then 'unlogged ' else '' end || coalesce(array_to_string(reloptions, ', '), '') as options
    from pg_class where ${inPublic('relnamespace')} and relkind in ('r', 'p', 'v') and not relispartition and relname <> 'migrations'
    order by oid`)
  const routines = await read<Routine>(`
    select 'f' || p.oid as id, proname as name, pronargs as "argumentCount", prosrc as body,
      coalesce(proconfig, '{}') as settings,
      concat_ws(' ', 'create function ' || proname || '(' || pg_get_function_arguments(p.oid) || ')',
        'returns ' || pg_get_function_result(p.oid), 'language ' || lanname,
        case provolatile when 'i' then 'immutable' when 's' then 'stable' end, case when proisstrict then 'strict' end,
        case when prosecdef then 'security definer' end, case when proleakproof then 'leakproof' end,
        case proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
        case when procost <> 100 then 'cost ' || procost end,
        case when proretset and prorows <> 1000 then 'rows ' || prorows end) as header
    from pg_proc p join pg_language l on l.oid = prolang where ${inPublic('pronamespace')} order by p.oid`)
  const domains = await read<Domain>(`
    select 't' || t.oid as id, typname as name, concat_ws(' ', 'create domain ' || typname || ' as ' || format_type(typbasetype, typtypmod),
      (select string_agg('constraint ' || conname || ' ' || pg_get_constraintdef(c.oid, true), ' ' order by conname)
       from pg_constraint c where contypid = t.oid)) as definition
    from pg_type t where ${inPublic('typnamespace')} and typtype = 'd' order by t.oid`)
  const needs = new Map<string, Set<string>>()
  const dependencies = await read<{ id: string; needed: string }>(`
    with d as (
      select case d.classid when 'pg_proc'::regclass then 'f' || objid when 'pg_class'::regclass then 'r' || objid
          when 'pg_attrdef'::regclass then 'r' || (select adrelid from pg_attrdef where oid = objid)
          when 'pg_rewrite'::regclass then 'r' || (select ev_class from pg_rewrite where oid = objid)
          when 'pg_constraint'::regclass then 'r' || (select conrelid from pg_constraint where oid = objid) end as id,
        case d.refclassid when 'pg_proc'::regclass then 'f' || refobjid when 'pg_class'::regclass then 'r' || refobjid
          when 'pg_type'::regclass then (
            select case when t.typrelid <> 0 then 'r' || t.typrelid when t.typtype = 'd' then 't' || t.oid end
            from pg_type y join pg_type t on t.oid = case when y.typelem <> 0 then y.typelem else y.oid end where y.oid = refobjid)
        end as needed
      from pg_depend d)
    select distinct id, needed from d where id <> needed`)
  for (const { id, needed } of dependencies) needs.set(id, (needs.get(id) ?? new Set()).add(needed))

  const all = await Promise.all(
    relations.map(async ({ id, name, kind, options, by }): Promise<Relation> => {
      const ofThis = <Part extends { table: string }>(parts: Part[]) => parts.filter(({ table }) => table === id)
      const months = partitions.filter(({ parent }) => parent === id)
      return {
        id,
        name,
        isView: kind === 'v',
        options,
        columns: ofThis(columns).map(({ always, sequence, start, ...column }) => ({
          ...column,
          identity: sequence === null ? undefined : { always: always === 'a', sequence, start },
        })),
        constraints: ofThis(constraints),
        indexes: ofThis(indexes),
        triggers: ofThis(triggers),
        rows: kind === 'v' ? [] : await readRows(pool, name),
        partitioned:
          by === null
            ? undefined
            : {
                by,
                others: months
                  .map((one) => `${one.name} partition of ${name} ${one.bound}`)
                  .filter((one) => !/_\d{4}_\d\d /.test(one)),
              },
      }
    }),
  )
  return { relations: all, routines, domains, needs }
}

/** Rows that migrations insert, as literals. */
const readRows = async (pool: pg.Pool, table: string): Promise<Record<string, string | null>[]> => {
  const { rows } = await pool.query<{ row: Record<string, string | null> }>(`
    select (select jsonb_object_agg(key, quote_literal(value)) from jsonb_each_text(to_jsonb(t))) as row from ${table} t order by ctid`)
  return rows.map(({ row }) => row)
}

/** Which noun's file each relation, function and domain is in, by ID. */
const placeObjects = ({ relations, routines, domains, needs }: Catalog, nouns: string[], present: Present) => {
  const { texts, tables } = readSources()
  const owners: Map<string, string> = findTableOwners(
    texts,
    new Set([...tables, ...relations.map(({ name }) => name)]),
    nouns,
  )
  const place = new Map<string, string>()
  const highest = (found: string[]) => found.sort((a, b) => nouns.indexOf(b) - nouns.indexOf(a))[0] ?? 'platform'
  for (const { id } of domains) place.set(id, 'platform')
  for (const { id, name } of relations) {
    const owner = owners.get(name)
    if (owner === undefined)
      throw new Error(`No table file writes ${name}. Name its noun in scripts/foreign-reads.mjs.`)
    place.set(id, owner)
  }
  for (const routine of routines) {
    const kept = nouns.find((noun) => present.get(noun)?.defined.has(keyOf(routine)))
    const named = relations.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(routine.body.replace(/--.*/g, '')))
    place.set(routine.id, kept ?? highest(named.map(({ id }) => place.get(id) ?? 'platform')))
  }
  // A view or function comes after the tables that its definition names.
  for (const { id } of [...relations.filter(({ isView }) => isView), ...routines]) {
    const needed = [...(needs.get(id) ?? [])].flatMap((other) => place.get(other) ?? [])
    place.set(id, highest([place.get(id) ?? 'platform', ...needed]))
  }
  return place
}

const keyOf = ({ name, argumentCount }: Routine) => `function ${name}/${argumentCount}`

type Writing = {
  catalog: Catalog
  notes: Pick<Notes, 'comments' | 'texts'>
  place: Map<string, string>
  noun: string
  nouns: string[]
  references: string[]
}

/** The blocks of a noun's file: tables with their indexes first, each after what it needs, then views and functions. */
const writeNoun = ({ catalog, notes, place, noun, nouns, references }: Writing): string[] => {
  const blocks: string[][] = []
  const begun = new Set<string>()
  const done = new Set<string>()
  const keysToLater: { target: string; line: string }[] = []
  const isHere = (id: string) => place.get(id) === noun
  const isBelow = (id: string) => nouns.indexOf(place.get(id) ?? '') < nouns.indexOf(noun)
  const said = (key: string, text: string) => [...(notes.comments.get(key) ?? []), text].join('\n')
  const written = (key: string) => `${notes.texts.get(key)};`
  const open = (first?: string): string[] => {
    const block = first === undefined ? [] : [first]
    blocks.push(block)
    return block
  }

  const writeTriggers = (relation: Relation, isWanted: (routine: string) => boolean) =>
    relation.triggers
      .filter((trigger) => isWanted(trigger.function))
      .map(({ name, definition }) =>
        said(
          `trigger ${relation.name}.${name}`,
          wrap(`${plain(definition)};`, [
            / (?=referencing |for each )/,
            / (?=when \(|execute )/,
            / (?=is distinct from )/,
          ]),
        ),
      )

  const writeTable = (relation: Relation) => {
    for (const { target } of relation.constraints) if (target !== null) write(target)
    const isKnown = (id: string) => id === relation.id || isBelow(id) || done.has(id)
    const late = relation.constraints.filter(({ target }) => target !== null && !isKnown(target))
    for (const { name, definition, target } of late) {
      const text = wrap(`alter table ${relation.name} add constraint ${name} ${plain(definition)};`, [
        / (?=add constraint )/,
      ])
      const line = said(`constraint ${relation.name}.${name}`, text)
      if (target !== null && isHere(target)) keysToLater.push({ target, line })
      else references.push(line)
    }
    const inline = relation.constraints.filter((constraint) => !late.includes(constraint))
    let block = open(said(`table ${relation.name}`, describeTable(relation, inline, notes)))
    done.add(relation.id)
    block.push(...describePartitions(relation))
    for (const { id, name, definition } of relation.indexes) {
      const needed = [...(catalog.needs.get(id) ?? [])].filter((other) => isHere(other) && !done.has(other))
      for (const other of needed) write(other)
      if (needed.length > 0) block = open()
      block.push(said(`index ${name}`, wrap(`${plain(definition)};`, [/ (?=include \(|where )/])))
    }
    block.push(
      ...writeTriggers(relation, isBelow),
      ...keysToLater.filter(({ target }) => target === relation.id).map(({ line }) => line),
      ...describeRows(relation, notes),
    )
  }

  const write = (id: string) => {
    if (begun.has(id) || !isHere(id)) return
    begun.add(id)
    for (const needed of catalog.needs.get(id) ?? []) write(needed)
    const relation = catalog.relations.find((one) => one.id === id)
    const routine = catalog.routines.find((one) => one.id === id)
    const domain = catalog.domains.find((one) => one.id === id)
    if (relation?.isView) open(said(`view ${relation.name}`, written(`view ${relation.name}`)))
    else if (relation) writeTable(relation)
    else if (domain) open(said(`domain ${domain.name}`, wrap(`${plain(domain.definition)};`, [/ (?=constraint )/])))
    else if (routine) {
      const key = keyOf(routine)
      const block = open(said(key, routine.body === '' ? written(key) : describeRoutine(routine)))
      const tables = catalog.relations.filter((one) => isHere(one.id) || isBelow(one.id))
      block.push(...tables.flatMap((table) => writeTriggers(table, (called) => called === id)))
    }
    done.add(id)
  }

  const { relations, routines, domains } = catalog
  for (const { id } of [...domains, ...relations.filter(({ isView }) => !isView), ...relations, ...routines]) write(id)
  return blocks.filter(({ length }) => length > 0).map((lines) => lines.join('\n'))
}

const describeTable = (relation: Relation, constraints: Constraint[], { comments }: Pick<Notes, 'comments'>) => {
  const { name: table, columns, partitioned } = relation
  const isOfOne = ({ columns: [column, ...others] }: Constraint) => column !== undefined && others.length === 0
  const indent = (text: string) => text.replace(/^/gm, '  ')
  const items = [
    ...columns.map((column) => {
      const own = constraints.filter((constraint) => isOfOne(constraint) && constraint.columns[0] === column.name)
      const text = describeColumn(table, column, own)
      const keys = [`column ${table}.${column.name}`, ...own.map(({ name }) => `constraint ${table}.${name}`)]
      return { text, comment: keys.flatMap((key) => comments.get(key) ?? []) }
    }),
    ...constraints
      .filter((constraint) => !isOfOne(constraint))
      .map((constraint) => ({
        text: describeConstraint(table, constraint),
        comment: comments.get(`constraint ${table}.${constraint.name}`) ?? [],
      })),
  ]
  const lines = items.map(({ text, comment }, index) =>
    [...comment, `${wrap(text, [/ (?=constraint \w+ )/, / (?=when |else )/])}${index === items.length - 1 ? '' : ','}`]
      .map(indent)
      .join('\n'),
  )
  const [, unlogged = '', options] = /^(unlogged )?(.*)$/.exec(relation.options) ?? []
  const end = [partitioned ? ` partition by ${plain(partitioned.by)}` : '', options ? ` with (${options})` : ''].join(
    '',
  )
  return `create ${unlogged}table ${table} (\n${lines.join('\n')}\n)${end};`
}

const describeColumn = (table: string, column: Column, constraints: Constraint[]) => {
  const { name, isRequired, requiredBy, fallback, isGenerated, identity } = column
  const isImplied = identity !== undefined || constraints.some(({ kind }) => kind === 'primary')
  const parts = [name, plain(column.type)]
  if (isRequired && requiredBy !== null) parts.push(`constraint ${requiredBy} not null`)
  else if (isRequired && !isImplied) parts.push('not null')
  if (identity) parts.push(describeIdentity(table, name, identity))
  if (isGenerated) parts.push(`generated always as (${plain(fallback ?? '')}) stored`)
  else if (fallback !== null)
    parts.push(`default ${plain(fallback).replace(/^('(?:[^']|'')*')::[\w ]+(?:\[\])?$/, '$1')}`)
  return [...parts, ...constraints.map((constraint) => describeConstraint(table, constraint, true))].join(' ')
}

const describeIdentity = (
  table: string,
  column: string,
  { always, sequence, start }: NonNullable<Column['identity']>,
) => {
  const options = [
    ...(sequence === `${table}_${column}_seq` ? [] : [`sequence name ${sequence}`]),
    ...(start === '1' ? [] : [`start with ${start}`]),
  ]
  const how = always ? 'always' : 'by default'
  return `generated ${how} as identity${options.length > 0 ? ` (${options.join(' ')})` : ''}`
}

const describeConstraint = (table: string, { name, kind, definition }: Constraint, isInline = false) => {
  const rule =
    isInline && kind !== 'check'
      ? definition.replace(/^(?:FOREIGN KEY|(PRIMARY KEY|UNIQUE)) \(\w+\) ?/, '$1')
      : definition
  return kind === 'primary' && name === `${table}_pkey` ? plain(rule) : `constraint ${name} ${plain(rule)}`
}

/** The months are created by the clock. */
const describePartitions = ({ name, partitioned }: Relation) =>
  partitioned
    ? [
        ...partitioned.others.map((other) => `create table ${plain(other)};`),
        `select keep_months('${name}', 3, '-infinity');`,
      ]
    : []

/** What the database fills in itself is left out. */
const describeRows = ({ name: table, columns, rows }: Relation, { comments }: Pick<Notes, 'comments'>) => {
  const isFilled = ({ name, fallback, identity }: Column) =>
    identity !== undefined ||
    (fallback ?? '').includes('(') ||
    rows.every(
      (row) => row[name] === null || `${fallback}::`.startsWith(`${row[name]}::`) || row[name] === `'${fallback}'`,
    )
  const given = columns.filter((column) => !isFilled(column))
  if (rows.length === 0) return []
  if (given.length === 0) return rows.map(() => `insert into ${table} default values;`)
  const literal = (row: Record<string, string | null>, { name, type }: Column) => {
    const value = row[name] ?? 'null'
    return /^(?:integer|smallint|bigint|boolean|numeric)/.test(type) ? value.replace(/^'(.*)'$/, '$1') : value
  }
  const lines = rows.map((row, index) => {
    const values = given.map((column) => literal(row, column))
    const comment = comments.get(`row ${table}.${values[0]}`)
    return `  (${values.join(', ')})${index === rows.length - 1 ? ';' : ','}${comment ? ` ${comment[0]}` : ''}`
  })
  return [
    [
      ...(comments.get(`rows ${table}`) ?? []),
      `insert into ${table} (${given.map(({ name }) => name).join(', ')}) values`,
      ...lines,
    ].join('\n'),
  ]
}

const describeRoutine = ({ header, settings, body }: Routine) => {
  const quote = body.includes('$$') ? '$body$' : '$$'
  const set = settings.map((setting) => ` set ${setting.replace('=', ' = ')}`).join('')
  const line = `${plain(header)}${set} as ${quote}`
  const wrapped = wrap(line, [/ (?=returns )(?<! returns .*)/, / (?=set )(?<! set .*)/])
  return `${wrapped.replace(/^(create function \w+)\((.{100,})\)$/m, breakArguments)}${body}${quote};`
}

/** A long list of arguments gets lines of its own. */
const breakArguments = (_: string, start: string, list: string) =>
  `${start}(\n  ${list.replace(/(.{1,110},) (?=\S)/g, '$1\n  ')}\n)`

/** As a person would write it: lower case, without casts that change nothing. */
const plain = (definition: string) =>
  definition
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\( /g, '(')
    .replace(/('(?:[^']|'')*')::text(?![\w[])/g, '$1')
    .replace(/'(-?\d+)'::integer|\b(\d+)::numeric/g, '$1$2')
    .replace(/(?<=DEFAULT NULL)::[\w ]+/g, '')
    .replace(/([\w.]+(?:\([\w.]+\))?) >= (-?\d[\d.]*) AND \1 <= ([\w.'-]+)/g, '$1 between $2 and $3')
    .replace(/(?:old\.(\w+) IS DISTINCT FROM new\.\1(?: OR |\b)){2,}/g, (list) => {
      const names = [...list.matchAll(/old\.(\w+)/g)].map(([, name]) => name)
      return `(${names.map((name) => `old.${name}`).join(', ')}) is distinct from (${names.map((name) => `new.${name}`).join(', ')})`
    })
    .replace(/= ANY \(ARRAY\[([^\]]*)\]\)/g, 'in ($1)')
    .replace(/<> ALL \(ARRAY\[([^\]]*)\]\)/g, 'not in ($1)')
    .split(/('(?:[^']|'')*')/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/\b[A-Z]{2,}\b/g, (word) => word.toLowerCase())
            .replaceAll('timestamp with time zone', 'timestamptz')
            .replace(' using btree ', ' ')
            .replace(' on only ', ' on '),
    )
    .join('')

/** Breaks a line that is too long before what the first pattern finds, and lines that are still too long by the next. */
const wrap = (line: string, [before, ...others]: RegExp[]): string => {
  if (line.length <= 120 || before === undefined) return line
  const [first = '', ...rest] = line.split(before)
  return [first, ...rest.map((part) => `  ${part}`)].map((part) => wrap(part, others)).join('\n')
}
