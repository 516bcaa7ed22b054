import { message } from '../../lib/message.ts'

// Every chapter.
export const documentation = message('Documentation')
export const onThisPage = message('On this page')
export const otherChapters = message('Previous and next')
export const previous = message('Previous')
export const next = message('Next')

// The search.
export const search = message('Search docs')
export const searchResults = message('Search results')
export const nothingFound = message('No results for “{typed}”.')
export const searchNotLoaded = message('Couldn’t load the search. Reload the page.')

// The guide.
export const guideTitle = message('Your first payment in five minutes')
export const guideLead = message(
  'Create a key and an invoice, pay it, and receive a webhook. You need curl, and Node for the receiver. No real money moves.',
)
export const firstPayments = message('The same in your language')
export const firstPaymentsText = message(
  'Each program creates an invoice and waits until it’s paid. They use standard libraries only, except JavaScript, which uses {link}.',
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
export const webhookFormat = message('Webhook format')
export const webhookFormatText = message(
  'Add an endpoint in the Developer tab of your settings and choose its events. A webhook is a POST with three headers and the event as JSON. {data} is the object as the API showed it at that moment.',
)
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
export const conventions = message(
  'Send {authorization}. Money is a decimal string, times are ISO 8601. Lists take {limit} and {cursor}. The next cursor is in the {next} header. Every POST takes an {key}. {remaining} is the number of requests you have left this minute.',
)
export const tryIt = message('Try it')
export const tryLead = message('Send requests to this sandbox from here.')
export const tryText = message(
  'Requests move test money only. Your key stays in this page’s memory and is gone when you reload or leave.',
)
export const tryKey = message('Test key')
export const tryKeyStart = message('bq_test_…')
export const tryKeyHint = message('Create one in Settings > Developer.')
export const tryKeyWrong = message('Enter a test key. It starts with bq_test_.')
export const tryCall = message('Call')
export const tryRequest = message('Request')
export const tryQuery = message('Query parameters')
export const tryBody = message('Body')
export const tryBodyWrong = message('This isn’t valid JSON.')
export const tryReset = message('Reset to example')
export const trySend = message('Send request')
export const tryNeedsKey = message('Enter your test key first.')
export const tryNeeds = message('Enter {name} first.')
export const tryNeedsJson = message('Fix the body first.')
export const tryCurl = message('The same with curl')
export const tryResponse = message('Response')
export const tryDuration = message('{time} ms')
export const tryJson = message('JSON')
export const tryFailed = message('Couldn’t reach the API. Check your connection and try again.')
export const callCount = message('{count, plural, one{# call} other{# calls}}')
export const linkToCall = message('Link to this call')
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
export const timeout = message(
  'A timeout doesn’t mean failure. The request may have worked. Retry with the same {key} and you get the first response, marked {replayed}.',
)
export const errorFormat = message('Error format')
export const codes = message('Codes')

// The sandbox.
export const sandboxTools = message('Sandbox tools')
export const sandboxLead = message('The sandbox is your own Bitcoin network. Simulate customers, miners and outages.')
export const sandboxText = message(
  'Each tool is a POST to {path} plus its name. On your own machine you don’t need a key. On a hosted sandbox, only administrators can use them, but your test key can pay your own invoices. They don’t exist in live mode. The {link} page has a form for each.',
)
export const sandbox = message('Sandbox')
export const callTools = message('Call a tool')
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
export const connect = message('Connect a shop')
export const calls = message('Supported calls')
export const missingCalls = message('Not offered')
export const missingCallsText = message('These return 403 or 404 in BTCPay’s format.')
export const callsText = message(
  'The BTCPay Greenfield API calls that shop plugins use, under {base}, with {authorization}. Keys, scopes and limits are the same as in our own API.',
)
export const call = message('Call')
export const purpose = message('For')

// The embedded checkout.
export const embedding = message('Embedded checkout')
export const embeddingLead = message(
  'Customers pay in a window over your page. A script of 3 KB opens it and reports the result.',
)
export const embeddingStart = message('Add it to your page')
export const embeddingVersions = message(
  'A version never changes, so browsers check it against the hash in {integrity}. To always get the latest version, without a hash:',
)
export const embeddingOpen = message('Open it from JavaScript')
export const embeddingProof = message(
  'What a browser reports can be forged. Before you deliver, check the invoice with the API or wait for the webhook.',
)
export const embeddingMessages = message('Messages')
export const embeddingMessagesText = message(
  'The checkout sends these with {postMessage} to the listed site that opened it, and only to it. If you listen yourself, compare the event’s {origin} with this server’s.',
)
export const embeddingBtcpay = message('For shops that use BTCPay’s script')
export const embeddingBtcpayText = message(
  'The same checkout with BTCPay’s interface. Change the address of the script and keep your code.',
)

// Point of sale.
export const pos = message('Point of sale')
export const posLead = message(
  'Sell at a counter with a phone or tablet. On-chain payments go straight to your wallet.',
)
export const posSetUp = message('Set it up')
export const posSell = message('Sell')
export const posNetwork = message('When the network fails')
export const posRefunds = message('Refunds')
export const posDevices = message('Lost devices')
// The client.
export const client = message('Client')
export const clientLead = message(
  'A typed client for Node 18.18 and newer, Deno and Bun, for import and require, without dependencies. Its types are those that the server checks with.',
)
export const clientInstall = message('Install it and create an invoice')
export const clientInstallText = message(
  'This platform offers the version that fits it. {sums} has the checksum. After an update of the platform, npm ci refuses the changed file until you run npm install again.',
)
export const clientLists = message('Lists')
export const clientListsText = message(
  '{list} returns one page and where it continues. {all} iterates over all pages and ends by itself.',
)
export const clientMethods = message('Methods')
export const clientMethodsText = message(
  'Every call of the API has a method. Your editor shows what each takes and returns.',
)
export const clientMethodGroup = message('Group')
export const clientMethodNames = message('Methods')
export const clientMethodAbout = message('About')
export const clientErrors = message('Errors')
export const clientErrorsText = message(
  'Every error is a {base} with status, code, fields and {id}. Its class says what went wrong. Include the request ID when you contact support.',
)
export const clientErrorStatus = message('Status')
export const clientErrorMeaning = message('Meaning')
export const clientRetries = message('Retries')
export const clientWebhooks = message('Receive webhooks')
export const clientWebhooksText = message(
  'Pass the body as text, exactly as received. The event is typed: its type says what data has.',
)
export const clientListen = message('Listen without a public address')
export const clientListenText = message(
  'Events arrive as they happen, over a connection that your program opens. It reconnects by itself and continues after the last event. A key can have 10 connections.',
)

// The command line tool.
export const cli = message('Command line')
export const cliLead = message('Receive webhooks on your machine, and create and pay test invoices.')
export const cliInstall = message('Install it and sign in')
export const cliListen = message('Receive webhooks on your machine')
export const cliListenText = message(
  'Events are sent to your program as webhooks, without a public address. Each session has its own secret, which it prints at the start. Use it to verify the signature.',
)
export const cliPay = message('Create and pay an invoice')
export const cliPayText = message(
  'A test key can pay the invoices of its own store, also in a hosted sandbox. Mining, reorganizations, the clock and faults stay with administrators there.',
)
export const cliCommands = message('Commands')
