/** What a SQL file says beside its definitions: the comment of each object, and texts that the catalog doesn't keep. */
export type Notes = {
  /** The keys of all objects that are defined. */
  defined: Set<string>
  /** By object: `table x`, `column x.y`, `constraint x.y`, `index x`, `function x/2` (arguments), `row x.'first value'`. */
  comments: Map<string, string[]>
  /** Views and functions as they were written. Of views and SQL-standard functions, the catalog keeps only the meaning. */
  texts: Map<string, string>
  /** The comment at the top, if an empty line follows. */
  heading: string[]
  /** Statements that define none of these, with their comments. */
  others: string[]
}

export const readNotes = (sql: string): Notes => {
  const { heading, statements } = splitStatements(sql)
  const notes: Notes = { defined: new Set(), comments: new Map(), texts: new Map(), heading, others: [] }
  for (const { comment, text } of statements) {
    const keys = nameParts(text, notes.comments)
    if (keys.length === 0) notes.others.push([...comment, `${text};`].join('\n'))
    for (const key of keys) notes.defined.add(key)
    const [first] = keys
    if (first !== undefined && comment.length > 0) notes.comments.set(first, comment)
    if (/^(?:view|function) /.test(first ?? ''))
      notes.texts.set(first ?? '', text.replace(/^create or replace/, 'create'))
  }
  return notes
}

const token =
  /--[^\n]*|\bbegin atomic\b[\s\S]*?\bend(?=;)|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|[(),;]|\s+|[^\s'$(),;-]+|./g

const splitStatements = (sql: string) => {
  const statements: { comment: string[]; text: string }[] = []
  let heading: string[] = []
  let comment: string[] = []
  let text = ''
  let isSameLine = false
  for (const [part] of sql.matchAll(token)) {
    const last = statements.at(-1)
    if (isSameLine && last && part.startsWith('--')) {
      last.text += ` ${part}`
      continue
    }
    isSameLine = part === ';' || (isSameLine && /^ +$/.test(part))
    if (part === ';') {
      statements.push({ comment, text })
      comment = []
      text = ''
    } else if (text !== '') text += part
    else if (part.startsWith('--')) comment.push(part)
    else if (part.trim() !== '') text = part
    else if (/\n\s*\n/.test(part)) {
      // An empty line after a comment: it is about what follows in general.
      if (statements.length === 0 && heading.length === 0) heading = comment
      comment = []
    }
  }
  return { heading, statements }
}

/** The items of a list with the comments above or behind each. */
const splitItems = (list: string) => {
  const items: { comment: string[]; text: string }[] = []
  let item = { comment: [] as string[], text: '' }
  let depth = 0
  let isSameLine = false
  for (const [part] of list.matchAll(token)) {
    if (part.startsWith('--')) {
      const owner = isSameLine && item.text === '' ? (items.at(-1) ?? item) : item
      owner.comment.push(part)
    } else if (part === ',' && depth === 0) {
      items.push(item)
      item = { comment: [], text: '' }
      isSameLine = true
    } else {
      if (part === '(') depth++
      if (part === ')') depth--
      if (part.includes('\n')) isSameLine = false
      if (item.text !== '' || part.trim() !== '') item.text += part
    }
  }
  if (item.text !== '') items.push(item)
  return items
}

/** The keys of what a statement defines, the first one for the comment above it. Comments inside go to their parts. */
const nameParts = (text: string, comments: Notes['comments']): string[] => {
  const found = (pattern: RegExp) => pattern.exec(text)
  const keep = (key: string, comment: string[]) => {
    if (comment.length > 0) comments.set(key, comment)
    return key
  }
  const table = found(/^create (?:unlogged )?table (\w+) \(([\s\S]*)\)/)
  if (table?.[1] && table[2]) {
    for (const item of splitItems(table[2])) keep(keyOfPart(table[1], item.text), item.comment)
    return [`table ${table[1]}`]
  }
  const change = found(/^alter table (\w+)\s([\s\S]*)/)
  if (change?.[1] && change[2]) {
    const name = change[1]
    const added = splitItems(change[2]).filter((item) => item.text.startsWith('add '))
    return added.map((item) => keep(keyOfPart(name, item.text.replace(/^add (?:column )?/, '')), item.comment))
  }
  const rows = found(/^insert into (\w+)/)
  if (rows) {
    for (const row of text.matchAll(/\(('[^']*'|\w+),[^\n]*\)[,;]? *(--.*)$/gm)) {
      if (row[1] && row[2]) comments.set(`row ${rows[1]}.${row[1]}`, [row[2]])
    }
    return [`rows ${rows[1]}`]
  }
  const called = found(/^create (?:or replace )?function (\w+)\s*\(/)
  if (called) return [`function ${called[1]}/${countArguments(text)}`]
  const trigger = found(/^create (?:constraint )?trigger (\w+)[\s\S]*? on (\w+)/)
  if (trigger) return [`trigger ${trigger[2]}.${trigger[1]}`]
  const other = found(/^create (?:or replace |unique )?(index|view|domain) (\w+)/)
  if (other) return [`${other[1]} ${other[2]}`]
  return found(/^(?:create table \w+ partition of|select keep_months)/) ? ['partition'] : []
}

const keyOfPart = (table: string, text: string) => {
  const [first, second] = text.split(/\s+/)
  return first === 'constraint' ? `constraint ${table}.${second}` : `column ${table}.${first}`
}

const countArguments = (text: string) => {
  const list = text.slice(text.indexOf('(') + 1)
  let depth = 0
  for (const { 0: part, index } of list.matchAll(token)) {
    if (part === ')' && depth === 0)
      return splitItems(list.slice(0, index)).filter((item) => !/^out /i.test(item.text)).length
    if (part === '(') depth++
    if (part === ')') depth--
  }
  return 0
}
