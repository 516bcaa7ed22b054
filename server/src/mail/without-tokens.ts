import { type RawBuilder, sql } from 'kysely'

/** A text of an email without the secret part of its links, which must not leave the inbox that it was sent to. */
export const withoutTokens = (text: RawBuilder<unknown>) =>
  sql<string>`regexp_replace(${text}, '([/=])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])', '\\1…', 'g')`
