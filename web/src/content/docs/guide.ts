/**
 * The guide's text. The e2e story of a new developer runs these commands unchanged, so one that doesn't work fails a
 * test. `{origin}` is the address at which the guide is read.
 */
export type Command = {
  /** By which the test finds it on the page. */
  id: string
  /** What it is written in, for people. */
  language: string
  /** What colors it. Without it, it's plain text. */
  syntax?: 'bash' | 'csharp' | 'go' | 'http' | 'javascript' | 'json' | 'php' | 'python' | 'xml'
  /** Named where it is to be saved as a file. */
  file?: string
  text: string
}

type GuideStep = {
  id: string
  title: string
  /** Fields and values are between backticks. */
  paragraphs: readonly string[]
  commands?: readonly Command[]
  /** What the reader sees when it has worked. */
  outcome?: Command
  after?: string
}

/** Verifies a webhook with Node alone. samples.ts has the same in other languages. */
export const receiver = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64')

function verify(headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const expected = createHmac('sha256', secret).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return String(headers['webhook-signature']).split(' ').some((part) => {
    const given = Buffer.from(part.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part) => (body += part))
  request.on('end', () => {
    if (!verify(request.headers, body)) return response.writeHead(401).end()
    response.writeHead(204).end()
    const event = JSON.parse(body)
    console.log('verified', event.type, event.data.invoiceId)
  })
}).listen(process.env.PORT ?? 4242)
`

export const guideSteps: readonly GuideStep[] = [
  {
    id: 'key',
    title: 'Create an API key',
    paragraphs: [
      'Sign in, open the Developer tab in Settings, and create an API key with the scopes `read` and `invoices`. You’ll see it once. Put it into your shell:',
    ],
    commands: [
      {
        id: 'environment',
        language: 'Shell',
        syntax: 'bash',
        text: `export BITQUAY_URL={origin}
export BITQUAY_KEY=your-key`,
      },
    ],
    after: 'Sandbox keys start with `bq_test_` and only move test funds.',
  },
  {
    id: 'invoice',
    title: 'Create an invoice',
    paragraphs: [
      'The `Idempotency-Key` is your own ID for this order. If you send the request twice, for example after a timeout, only one invoice is created.',
    ],
    commands: [
      {
        id: 'create-invoice',
        language: 'Shell',
        syntax: 'bash',
        text: `curl -sS "$BITQUAY_URL/api/v1/invoices" \\
  -H "Authorization: Bearer $BITQUAY_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-1001" \\
  -d '{"amount": "25.00", "currency": "USD", "description": "Order 1001"}'`,
      },
    ],
    outcome: {
      id: 'created',
      language: 'Response, shortened',
      syntax: 'json',
      text: `{
  "invoiceId": "5JkUwQSy9vWVpmtTQ1u7rA",
  "status": "new",
  "amount": "25.00",
  "currency": "USD",
  "amountBtc": "0.00023148",
  "checkoutLink": "{origin}/i/5JkUwQSy9vWVpmtTQ1u7rA",
  "bitcoinAddress": "bcrt1q…",
  "lightningInvoice": "lnbcrt…"
}`,
    },
    after:
      'Send your customer to `checkoutLink`, or display the address and Lightning invoice yourself. Save the invoice ID for the next steps:',
  },
  {
    id: 'remember',
    title: 'Save the invoice ID',
    paragraphs: ['Copy `invoiceId` from the response.'],
    commands: [
      { id: 'invoice-id', language: 'Shell', syntax: 'bash', text: 'export INVOICE_ID=the-invoiceId-of-the-answer' },
    ],
  },
  {
    id: 'receiver',
    title: 'Listen for the payment',
    paragraphs: [
      'In the same Developer tab, add a webhook endpoint with the URL `http://localhost:4242/webhooks`. You’ll see its signing secret once. Save this small server, which only needs Node, and start it in a second shell:',
    ],
    commands: [
      { id: 'receiver', language: 'JavaScript', syntax: 'javascript', file: 'receiver.mjs', text: receiver },
      { id: 'start-receiver', language: 'Shell', syntax: 'bash', text: 'WEBHOOK_SECRET=your-secret node receiver.mjs' },
    ],
    after:
      'A sandbox on your own machine can call localhost. Anywhere else the URL must be public, and in live mode it must use https.',
  },
  {
    id: 'pay',
    title: 'Pay the invoice',
    paragraphs: ['In the sandbox you simulate the customer and the miner:'],
    commands: [
      {
        id: 'pay-invoice',
        language: 'Shell',
        syntax: 'bash',
        text: `curl -sS "$BITQUAY_URL/api/sandbox/pay" \\
  -H "Authorization: Bearer $BITQUAY_KEY" \\
  -H "Content-Type: application/json" \\
  -d "{\\"invoiceId\\": \\"$INVOICE_ID\\", \\"method\\": \\"onchain\\"}"`,
      },
      {
        id: 'mine-block',
        language: 'Shell',
        syntax: 'bash',
        text: `curl -sS "$BITQUAY_URL/api/sandbox/mine" \\
  -H "Content-Type: application/json" \\
  -d '{"blocks": 1}'`,
      },
    ],
    outcome: {
      id: 'told',
      language: 'What your receiver prints',
      text: `verified payment.received 5JkUwQSy9vWVpmtTQ1u7rA
verified invoice.processing 5JkUwQSy9vWVpmtTQ1u7rA
verified invoice.settled 5JkUwQSy9vWVpmtTQ1u7rA
verified payment.confirmed 5JkUwQSy9vWVpmtTQ1u7rA`,
    },
    after:
      'If the block comes at once, `invoice.processing` may be left out. With `"method": "lightning"` the invoice settles instantly, without a block. In a hosted sandbox only administrators mine, so pay with Lightning or wait for a block.',
  },
  {
    id: 'read',
    title: 'Check the invoice',
    paragraphs: [
      'A webhook tells you when to check. The API has the current state. Ship the order when `status` is `settled`.',
    ],
    commands: [
      {
        id: 'read-invoice',
        language: 'Shell',
        syntax: 'bash',
        text: `curl -sS "$BITQUAY_URL/api/v1/invoices/$INVOICE_ID" \\
  -H "Authorization: Bearer $BITQUAY_KEY"`,
      },
    ],
    after:
      'That’s your first payment. To go live, create a key on your live account and change the two lines of the first step.',
  },
]
