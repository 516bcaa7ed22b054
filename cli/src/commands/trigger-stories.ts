import { setTimeout as sleep } from 'node:timers/promises'
import type { BitquayClient, EventType } from '../../../client/src/index.ts'
import { CommandError } from '../command.ts'

/** What the event is about. */
export type Reached = { kind: string; id: string | number }

type Progress = { note: (line: string) => void; signal: AbortSignal }
type Story = (client: BitquayClient, progress: Progress) => Promise<Reached>
type InvoiceForm = Parameters<BitquayClient['invoices']['create']>[0]

const pollMs = 1000
const description = 'Created by the trigger command'
const nextBlock =
  'This happens with the next block. Waiting for one. In your own sandbox, press Mine a block in the browser.'

const invoice = (id: string): Reached => ({ kind: 'invoice', id })

const create = (client: BitquayClient, more: Partial<InvoiceForm> = {}) =>
  client.invoices.create({ amount: '25.00', description, ...more })

const waitForStatus = async (client: BitquayClient, invoiceId: string, wanted: string, { signal }: Progress) => {
  while ((await client.invoices.get(invoiceId)).status !== wanted) await sleep(pollMs, undefined, { signal })
}

const pay =
  (method: 'onchain' | 'lightning'): Story =>
  async (client) => {
    const { invoiceId } = await create(client)
    await client.sandbox.pay({ invoiceId, method })
    return invoice(invoiceId)
  }

const overpay: Story = async (client, { note }) => {
  const { invoiceId, amountBtc } = await create(client)
  await client.sandbox.pay({ invoiceId, method: 'onchain', amountBtc: shareOf(amountBtc, 150n) })
  note(nextBlock)
  return invoice(invoiceId)
}

/** Satoshis are whole. */
const shareOf = (amountBtc: string | null, percent: bigint) => {
  const sats = (BigInt((amountBtc ?? '0').replace('.', '')) * percent) / 100n
  const digits = String(sats).padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

/** Lets an invoice expire, unpaid or after a part of it was paid. */
const expire =
  (paidPercent: bigint): Story =>
  async (client, progress) => {
    const { invoiceId, amountBtc } = await create(client, { expirationMinutes: 1 })
    if (paidPercent > 0n) {
      await client.sandbox.pay({ invoiceId, method: 'onchain', amountBtc: shareOf(amountBtc, paidPercent) })
    }
    progress.note('The invoice expires in a minute. Waiting.')
    await waitForStatus(client, invoiceId, 'expired', progress)
    return invoice(invoiceId)
  }

const payLate: Story = async (client, progress) => {
  const expired = await expire(0n)(client, progress)
  await client.sandbox.pay({ invoiceId: String(expired.id), method: 'onchain' })
  return expired
}

const missDueDate: Story = async (client) => {
  const dueDate = new Date(Date.now() + 3000).toISOString()
  return invoice((await create(client, { dueDate })).invoiceId)
}

const mark: Story = async (client) => {
  const { invoiceId } = await create(client)
  await client.invoices.mark(invoiceId, 'invalid')
  return invoice(invoiceId)
}

const offerRefund = async (client: BitquayClient, progress: Progress) => {
  const { invoiceId } = await create(client, { customerEmail: 'trigger@example.com' })
  await client.sandbox.pay({ invoiceId, method: 'lightning' })
  await waitForStatus(client, invoiceId, 'settled', progress)
  return client.refunds.create(invoiceId)
}

const refund: Story = async (client, progress) => {
  const { id } = await offerRefund(client, progress)
  return { kind: 'refund', id }
}

const cancelRefund: Story = async (client, progress) => {
  const { id } = await offerRefund(client, progress)
  await client.refunds.cancel(id)
  return { kind: 'refund', id }
}

const withdraw: Story = async (client) => {
  const [address] = (await client.key.get()).withdrawalAddresses
  if (address === undefined) {
    throw new CommandError('This key can’t withdraw. Create one with the scope withdrawals and an address.')
  }
  const { id } = await client.withdrawals.create({ address, amountUsd: '5.00', description })
  return { kind: 'withdrawal', id }
}

const confirmWithdrawal: Story = async (client, progress) => {
  const reached = await withdraw(client, progress)
  progress.note(nextBlock)
  return reached
}

const createLink = async (client: BitquayClient) =>
  (await client.paymentLinks.create({ title: description, amount: '25.00' })).id

const addLink: Story = async (client) => ({ kind: 'payment link', id: await createLink(client) })

const pauseLink: Story = async (client) => {
  const id = await createLink(client)
  await client.paymentLinks.update(id, { paused: true })
  return { kind: 'payment link', id }
}

/** Nothing is ever sent to this name, which nobody can register. */
const nowhere = { url: 'https://bitquay-trigger.invalid/', description, events: ['ping' as const] }

const disableEndpoint: Story = async (client) => {
  const { id } = await client.webhookEndpoints.create(nowhere)
  await client.webhookEndpoints.update(id, { enabled: false })
  await client.webhookEndpoints.delete(id)
  return { kind: 'webhook endpoint', id }
}

const testEndpoint: Story = async (client) => {
  const { id } = await client.webhookEndpoints.create(nowhere)
  await client.webhookEndpoints.test(id)
  await client.webhookEndpoints.delete(id)
  return { kind: 'webhook endpoint', id }
}

/** What really causes each event. */
export const stories: Partial<Record<EventType, Story>> = {
  'invoice.created': async (client) => invoice((await create(client)).invoiceId),
  'invoice.processing': pay('onchain'),
  'invoice.settled': pay('lightning'),
  'invoice.expired': expire(0n),
  'invoice.paid_partial': expire(40n),
  'invoice.paid_late': payLate,
  'invoice.invalid': mark,
  'invoice.overdue': missDueDate,
  'invoice.overpaid': overpay,
  'payment.received': pay('onchain'),
  'payment.confirmed': pay('lightning'),
  'withdrawal.created': withdraw,
  'withdrawal.broadcast': withdraw,
  'withdrawal.confirmed': confirmWithdrawal,
  'refund.created': refund,
  'refund.failed': cancelRefund,
  'payment_link.created': addLink,
  'payment_link.updated': pauseLink,
  'webhook_endpoint.disabled': disableEndpoint,
  ping: testEndpoint,
}

/** The others, and why a key can't cause them. */
export const untriggerable: readonly { types: readonly EventType[]; because: string }[] = [
  { types: ['payment.reversed'], because: 'only an administrator can replace a payment or reorganize the chain.' },
  {
    types: ['withdrawal.failed', 'withdrawal.canceled'],
    because: 'a key can’t spend coins elsewhere or cancel a withdrawal.',
  },
  {
    types: ['refund.claimed', 'refund.broadcast', 'refund.confirmed'],
    because: 'only the customer has the link that claims a refund.',
  },
  { types: ['refund.expired'], because: 'a customer has 30 days to claim a refund.' },
]
