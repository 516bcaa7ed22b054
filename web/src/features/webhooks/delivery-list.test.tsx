import type { WebhookDelivery } from '@bitquay/contract/webhooks'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/draw.tsx'
import { DeliveryList } from './list.tsx'

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const delivery = (id: number, more: Partial<WebhookDelivery>): WebhookDelivery => ({
  ...{ id, eventId: `evt_${id}`, type: 'invoice.settled', status: 'waiting', attempts: 0, answerStatus: null },
  ...{ error: null, dueAt: null, lastAttemptAt: null, createdAt: inHours(-3) },
  ...more,
})

it('shows the next attempt of everything that waits, in the order of the server', async () => {
  show(<DeliveryList endpointId={7} />, {
    at: '/merchant/webhooks/7',
    answers: {
      'GET /api/merchant/webhooks/7/deliveries': [
        delivery(1, { attempts: 2, answerStatus: 503, lastAttemptAt: inHours(-1), dueAt: inHours(72) }),
        delivery(2, { status: 'delivered', attempts: 1, answerStatus: 204, lastAttemptAt: inHours(-2) }),
        delivery(3, { dueAt: inHours(-1) }),
        delivery(4, { dueAt: inHours(48) }),
      ],
    },
  })
  const rows = await screen.findAllByText('invoice.settled')
  const texts = rows.map((cell) => cell.closest('[role=row], tr, li')?.textContent ?? '')
  expect(texts).toEqual([
    expect.stringMatching(/Pending.*Next attempt.*503/),
    expect.not.stringMatching(/attempt|Due since/),
    expect.stringMatching(/Pending.*Due since/),
    expect.stringMatching(/Pending.*Next attempt.*None/),
  ])
})
