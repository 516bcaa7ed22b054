import type { Command } from './guide.ts'

export const cliInstall: Command = {
  id: 'cli-install',
  language: 'Shell',
  syntax: 'bash',
  text: `npm install --global {origin}/downloads/cli.tgz

# Enter a key with the scopes read and invoices when it asks.
bitquay login --url {origin}`,
}

export const cliListen: Command = {
  id: 'cli-listen',
  language: 'Shell',
  syntax: 'bash',
  text: 'bitquay listen --forward-to localhost:4242/webhooks',
}

export const cliListening: Command = {
  id: 'cli-listening',
  language: 'What it prints',
  text: `Events are forwarded to http://localhost:4242/webhooks, signed with whsec_…
Ready. Press Ctrl+C to stop.
2026-11-16T19:12:03.120Z  payment.received  5JkUwQSy9vWVpmtTQ1u7rA  evt_3f1c…
  → 204 in 12 ms`,
}

export const cliPay: Command = {
  id: 'cli-pay',
  language: 'Shell',
  syntax: 'bash',
  text: `bitquay invoices create --amount 25.00 --order-id A-17
bitquay sandbox pay INVOICE_ID --method lightning
bitquay trigger invoice.settled`,
}

export const cliCommands: readonly { name: string; does: string }[] = [
  {
    name: 'login --url URL',
    does: 'Checks an API key and saves it where only you can read it. It asks for the key, or reads a pipe or BITQUAY_KEY. --key works too, but stays in the history of your shell.',
  },
  { name: 'logout', does: 'Deletes the saved key.' },
  {
    name: 'listen',
    does: 'Prints events as they happen. --forward-to sends them to your program, --events chooses, --json prints whole events, --after EVENT_ID starts with those since that event. A key can have 10 sessions.',
  },
  {
    name: 'trigger EVENT',
    does: 'Makes an event happen with real invoices, refunds, links and withdrawals, and waits for it: invoice.created, invoice.processing, invoice.settled, invoice.expired, invoice.paid_partial, invoice.paid_late, invoice.invalid, invoice.overdue, invoice.overpaid, payment.received, payment.confirmed, withdrawal.created, withdrawal.broadcast, withdrawal.confirmed, refund.created, refund.failed, payment_link.created, payment_link.updated, webhook_endpoint.disabled or ping. bitquay help says why the others can’t be triggered.',
  },
  {
    name: 'invoices create --amount 25.00',
    does: 'Creates an invoice. Also --currency, --description, --order-id, --email, --idempotency-key and --json.',
  },
  { name: 'invoices get INVOICE_ID', does: 'Prints an invoice with its payments and refunds.' },
  {
    name: 'sandbox pay INVOICE_ID',
    does: 'Pays one of your invoices, on-chain or with --method lightning. --amount-btc pays another amount.',
  },
  {
    name: 'psbt list',
    does: 'Lists what waits for your signature, from a wallet of your own. --json prints all of it.',
  },
  { name: 'psbt get ID', does: 'Prints the PSBT in base64. --output payment.psbt writes the file that wallets read.' },
  {
    name: 'psbt submit ID FILE',
    does: 'Hands in what your wallet signed. It’s checked, and sent as soon as it has all signatures. The key needs the scope withdrawals.',
  },
  {
    name: 'logs',
    does: 'Prints the latest requests of your keys, with status and request ID. --limit says how many, and --follow waits for new ones.',
  },
]
