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

test('a declared event that nothing publishes is found', () => {
  const server = ["await recordEvent(tx, merchantId, 'invoice.created', shown)"]
  expect(findUnpublishedEvents(catalog, server)).toEqual(['invoice.paused'])
})

test('a comparison with an event type does not count as publishing it', () => {
  const server = ["eventOf(merchantId, 'invoice.created', shown)", "if (type === 'invoice.paused') return marked"]
  expect(findUnpublishedEvents(catalog, server)).toEqual(['invoice.paused'])
})

test('every event of the contract is published', () => {
  expect(checkPublishedEvents()).toEqual([])
})
