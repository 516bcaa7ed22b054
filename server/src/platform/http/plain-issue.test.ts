import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainIssue } from './plain-issue.ts'

const problemOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: plainIssue }).error?.issues[0]?.message

test.each([
  [z.object({ name: z.string() }), {}, 'name is required'],
  [z.object({ name: z.string() }), { name: 7 }, 'name must be a string'],
  [z.object({ name: z.string().min(1) }), { name: '' }, 'name must have at least 1 character'],
  [z.object({ name: z.string().max(2) }), { name: 'abc' }, 'name must have at most 2 characters'],
  [z.object({ names: z.array(z.string()).min(1) }), { names: [] }, 'names must have at least 1 entry'],
  [z.object({ names: z.array(z.string()).min(2) }), { names: [] }, 'names must have at least 2 entries'],
  [z.object({ count: z.number().max(5) }), { count: 6 }, 'count must be at most 5'],
])('says in plain words what is wrong with a field (%#)', (schema, input, expected) => {
  expect(problemOf(schema, input)).toBe(expected)
})
