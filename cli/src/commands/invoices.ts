import type { Currency, InvoiceForm } from '../../../client/src/index.ts'
import { type Command, CommandError, requireText, tableOf, textOf } from '../command.ts'

export const createInvoice: Command = {
  name: 'invoices create',
  usage: 'invoices create --amount 25.00 [--currency USD] [--description TEXT] [--order-id ID] [--email ADDRESS]',
  does: 'Creates an invoice and prints its checkout link. With --json, the whole invoice. With --idempotency-key KEY, repeating the command creates no second one.',
  options: {
    amount: { type: 'string' },
    currency: { type: 'string' },
    description: { type: 'string' },
    'order-id': { type: 'string' },
    email: { type: 'string' },
    'idempotency-key': { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async (typed, { print }, getClient) => {
    const client = await getClient()
    const form: InvoiceForm = {
      amount: requireText(typed, 'amount'),
      // The API says which currencies there are.
      currency: (textOf(typed, 'currency') ?? 'USD') as Currency,
      description: textOf(typed, 'description'),
      orderId: textOf(typed, 'order-id'),
      customerEmail: textOf(typed, 'email'),
    }
    const idempotencyKey = textOf(typed, 'idempotency-key')
    const invoice = await client.invoices.create(form, idempotencyKey === undefined ? {} : { idempotencyKey })
    if (typed.options.json) return print(JSON.stringify(invoice, undefined, 2))
    print(
      tableOf([
        ['Invoice', invoice.invoiceId],
        ['Amount', `${invoice.amount} ${invoice.currency}`],
        ['Bitcoin', invoice.amountBtc],
        ['Checkout', invoice.checkoutLink],
      ]),
    )
  },
}

export const getInvoice: Command = {
  name: 'invoices get',
  usage: 'invoices get INVOICE_ID',
  does: 'Prints an invoice with its payments and refunds as JSON.',
  run: async ({ positionals: [invoiceId] }, { print }, getClient) => {
    if (!invoiceId) throw new CommandError('Add the ID of an invoice.')
    const client = await getClient()
    print(JSON.stringify(await client.invoices.get(invoiceId), undefined, 2))
  },
}

export const payInvoice: Command = {
  name: 'sandbox pay',
  usage: 'sandbox pay INVOICE_ID [--method onchain|lightning] [--amount-btc 0.001]',
  does: 'Pays one of your invoices in the sandbox, as a customer would. On-chain payments wait for a block.',
  options: { method: { type: 'string' }, 'amount-btc': { type: 'string' } },
  run: async (typed, { print }, getClient) => {
    const [invoiceId] = typed.positionals
    if (!invoiceId) throw new CommandError('Add the ID of an invoice.')
    const method = textOf(typed, 'method') ?? 'onchain'
    if (method !== 'onchain' && method !== 'lightning') throw new CommandError('--method is onchain or lightning.')
    const client = await getClient()
    await client.sandbox.pay({ invoiceId, method, amountBtc: textOf(typed, 'amount-btc') })
    print(`Paid ${invoiceId} ${method === 'onchain' ? 'on-chain' : 'over Lightning'}.`)
  },
}
