import { expect, test } from 'vitest'
import { checkPublishedEvents, findUnpublishedEvents } from './published-events.mjs'

const catalog = `export const webhookEvents = [
  {
    type: 'invoice.created',
    about: 'invoice',
  },
  {
    type: 'invoice.paused',
    about: 'invoice',
  },
]`

test('a declared event that no fact names is found', () => {
  const facts = [`export const invoiceCreated = { event: 'invoice.created', shown }`]
  expect(findUnpublishedEvents(catalog, facts)).toEqual(['invoice.paused'])
})

test('every event of the contract is published', () => {
  expect(checkPublishedEvents()).toEqual([])
})
