import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventTypes } from '@bitquay/contract/webhooks.events'
import { expect, test } from 'vitest'
import { acts } from './audit-log/table.ts'
import type { Action, Fact } from './facts/index.ts'

type AnyFact = Fact<never> | Action<never>

const channels = ['act', 'event', 'emails', 'bell', 'screens']

const isFact = (value: object): value is AnyFact => channels.some((channel) => channel in value)

/** Facts, and those in a record of facts. */
const factsIn = (value: unknown): AnyFact[] => {
  if (typeof value !== 'object' || value === null) return []
  return isFact(value) ? [value] : Object.values(value).flatMap(factsIn)
}

const paths = readdirSync(import.meta.dirname)
  .map((noun) => join(import.meta.dirname, noun, 'facts.ts'))
  .filter((path) => existsSync(path))
const modules: object[] = await Promise.all(paths.map((path) => import(path)))
const facts = modules.flatMap(factsIn)

test('every noun that announces something is read', () => {
  expect(paths.length).toBeGreaterThan(20)
  expect(facts.length).toBeGreaterThan(150)
})

test('every act of the audit log belongs to a fact', () => {
  // Emails are below facts, so who looks at an address of one is recorded there.
  const known = new Set(['email-address-shown', ...facts.map(({ act }) => act)])
  expect(acts.filter((act) => !known.has(act))).toEqual([])
})

test('every event of the contract belongs to a fact', () => {
  // A ping goes to one endpoint and is no fact.
  const known = new Set(['ping', ...facts.map(({ event }) => event)])
  expect(eventTypes.filter((type) => !known.has(type))).toEqual([])
})

test('a fact that shows an event names it, and one with an entry names its act', () => {
  expect(facts.filter((fact) => 'shown' in fact && fact.event === undefined)).toEqual([])
  expect(facts.filter((fact) => 'entry' in fact && fact.act === undefined)).toEqual([])
})
