import { message } from '../../lib/message.ts'

// Every chapter.
export const documentation = message('Documentation')

// The guide.
export const guideTitle = message('Your first payment in five minutes')
export const guideLead = message(
  'Create a key and an invoice, pay it, and receive a webhook. You need curl, and Node for the receiver. No real money moves.',
)
export const nextTitle = message('Next steps')
export const webhooks = message('Webhooks')
export const nextWebhooks = message('{link}: verify signatures in your language, and catch up after an outage.')
export const nextReference = message('{link}: every call with its fields.')
export const nextSandbox = message('{link}: simulate late payments, chain reorganizations and outages.')

// Webhooks.
export const webhooksLead = message(
  'When something happens, we send a signed request to your server. Signatures follow Standard Webhooks, so existing libraries work.',
)
export const webhooksDescription = message(
  'Signed webhooks for invoices, payments, withdrawals and refunds, and how to verify them.',
)
export const webhookFormat = message('Webhook format')
export const webhookFormatText = message(
  'Add an endpoint in the Developer tab of your settings and choose its events. A webhook is a POST with three headers and the event as JSON. {data} is the object as the API showed it at that moment.',
)
export const received = message('What you receive')
export const verify = message('Verify signatures')
export const verifyText = message(
  'The signature is a base64 HMAC-SHA256 over {signed}. The key is the part of your secret after {prefix}, decoded from base64. Use the raw body, byte for byte, and reject webhooks more than five minutes old.',
)
export const library = message('Or use the {library} library, available for these and other languages: {example}.')
export const rules = message('What to expect')
export const events = message('Events')
export const type = message('Type')
export const when = message('When')
export const catchUp = message('Catch up')
export const catchUpText = message(
  'Save the ID of the last event you handled. After an outage, request the events after it until the list is empty. Events are listed oldest first, and no event is ever added before one you’ve already seen.',
)
export const language = message('Language')

// The reference.
export const reference = message('Reference')
export const referenceLead = message('Every call in version 1 of the API. The OpenAPI description is at {link}.')
export const referenceDescription = message('Every call of the merchant API with its parameters, fields and errors.')
export const conventions = message(
  'Send {authorization}. Money is a decimal string, times are ISO 8601. Lists take {limit} and {cursor}. The next cursor is in the {next} header. Every POST takes an {key}. {remaining} is the number of requests you have left this minute.',
)
export const referenceNotLoaded = message('Couldn’t load the reference. Reload the page.')
export const scope = message('scope {name}')
export const shell = message('Shell')
export const parameters = message('Parameters')
export const body = message('Body')
export const answer = message('Response')
export const refusals = message('Errors')
export const fieldCount = message('{count, plural, one{# field} other{# fields}}')
export const required = message('required')
export const listOf = message('list of {type}')
export const isoTime = message('time, ISO 8601')
export const defaultsTo = message('default {value}')
export const atMost = message('at most {count} characters')
export const range = message('{from} to {to}')

// Errors.
export const errors = message('Errors')
export const errorsLead = message(
  'All errors share one format. Branch on code, show message to people, and give support the requestId.',
)
export const errorsDescription = message('Every error code of the API, its status, and what to do about it.')
export const sampleError = message('An error')
export const timeout = message(
  'A timeout doesn’t mean failure. The request may have worked. Retry with the same {key} and you get the first response, marked {replayed}.',
)
export const codes = message('Codes')

// The sandbox.
export const sandboxTools = message('Sandbox tools')
export const sandboxLead = message('The sandbox is your own Bitcoin network. Simulate customers, miners and outages.')
export const sandboxDescription = message(
  'Simulate payments, blocks, chain reorganizations and the passing of time in the sandbox.',
)
export const sandboxText = message(
  'Each tool is a POST to {path} plus its name. On your own machine you don’t need a key. On a shared sandbox, only its operator can use them. They don’t exist in live mode. The {link} page has a form for each.',
)
export const sandbox = message('Sandbox')
export const sampleTool = message('Advance one hour')
export const tools = message('Tools')
export const tryTitle = message('Try these')
export const tryPartial = message(
  'Pay half of an invoice, then advance the clock past its expiry. It expires partially paid.',
)
export const tryReorg = message(
  'Pay, mine a block, then reorganize with depth 1. You get payment.reversed, and payment.confirmed again later.',
)
export const tryOutage = message(
  'Stop your receiver, pay, then start it again. The webhook arrives late with the same webhook-id.',
)
export const tryTwice = message('Send the same request twice with one Idempotency-Key. Only one invoice is created.')

// Shop plugins.
export const plugins = message('Shop plugins')
export const pluginsLead = message(
  'Existing BTCPay plugins work unchanged. Just change the server address and the API key.',
)
export const pluginsDescription = message(
  'Use BTCPay Server plugins for WooCommerce and other shops by changing URL and key.',
)
export const connect = message('Connect a shop')
export const calls = message('Supported calls')
export const callsText = message(
  'The BTCPay Greenfield API calls that shop plugins use, under {base}, with {authorization}. Keys, scopes and limits are the same as in our own API.',
)
export const call = message('Call')
export const purpose = message('For')
