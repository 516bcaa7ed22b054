import { z } from 'zod'
import { call } from './call.ts'
import { declareList } from './lists.ts'
import { id, longIdParam, timestamp } from './scalars.ts'

export const emailStates = ['waiting', 'delayed', 'failed', 'sent', 'discarded'] as const
/** Why an email wasn't sent yet, as far as the answer of the mail server says. */
const emailReasons = [
  'no-mailbox',
  'mailbox-full',
  'spam',
  'busy',
  'no-server',
  'sign-in',
  'refused',
  'held',
  'kept',
  'other',
] as const

/** The words of the screen. */
export const emailStateWords: Record<(typeof emailStates)[number], string> = {
  waiting: 'Waiting',
  delayed: 'Delayed',
  failed: 'Failed',
  sent: 'Sent',
  discarded: 'Discarded',
}
export const emailReasonWords: Record<(typeof emailReasons)[number], string> = {
  'no-mailbox': 'The mailbox doesn’t exist',
  'mailbox-full': 'The mailbox is full',
  spam: 'Refused as spam by their server',
  busy: 'Their server is busy',
  'no-server': 'Our mail server couldn’t be reached',
  'sign-in': 'Our mail server refused the sign-in',
  refused: 'Their server refused it',
  held: 'Held after a restore, so that nobody gets it twice',
  kept: 'Kept in the sandbox’s mailbox',
  other: 'It couldn’t be sent',
}

const outboxEmail = z.strictObject({
  id: z.number().int(),
  state: z.enum(emailStates),
  subject: z.string(),
  /** Without most of the part before the @. */
  recipient: z.string(),
  /** Whose business it is about. Null: the platform's own. */
  merchantId: id.nullable(),
  storeName: z.string().nullable(),
  tries: z.number().int(),
  reason: z.enum(emailReasons).nullable(),
  createdAt: timestamp,
  sentAt: timestamp.nullable(),
  /** Null if nothing is tried by itself anymore. */
  nextTryAt: timestamp.nullable(),
})
export type OutboxEmail = z.infer<typeof outboxEmail>

const count = z.number().int()

/** All emails, without their text. */
export const emailList = declareList({
  name: 'emails',
  audience: 'admin',
  path: '/api/admin/emails',
  row: outboxEmail,
  longIds: true,
  filters: {
    search: { kind: 'text', longest: 254, description: 'One whole email address.' },
    state: { kind: 'one-of', values: emailStates },
    merchantId: { kind: 'id', as: 'merchant' },
  },
  sorts: ['date'],
  columns: {
    state: { width: '7.5rem', area: 's', always: true },
    subject: { width: 'minmax(12rem, 1.6fr)', area: 'n', always: true },
    merchant: { width: 'minmax(8rem, 0.8fr)', below: { 880: null } },
    recipient: { width: 'minmax(10rem, 1fr)', area: 'r', always: true },
    tries: { width: '4rem', below: { 760: null }, numeric: true },
    date: { width: '9.5rem', below: { 640: null }, sort: 'date' },
  },
  // Two lines: subject and reason, then to whom and its state.
  block: { below: 600, grid: '"n n" auto "r s" auto / minmax(0, 1fr) auto', gap: '0.25rem 0.75rem' },
  file: {
    name: 'bitquay-emails',
    date: 'createdAt',
    columns: {
      ID: 'id',
      State: 'state',
      Subject: 'subject',
      Recipient: 'recipient',
      Merchant: 'storeName',
      Tries: 'tries',
      Reason: 'reason',
      Sent: 'sentAt',
    },
    words: {
      'State in words': ({ state }: OutboxEmail) => emailStateWords[state],
      'Reason in words': ({ reason }: OutboxEmail) => reason && emailReasonWords[reason],
    },
  },
  summary: z.strictObject({
    /** With the other filters, whatever `state` is. */
    states: z.strictObject({ waiting: count, delayed: count, failed: count }),
  }),
  texts: {
    list: 'List emails without their text, newest first. Recipients are masked',
    export: 'Download the list of emails as CSV, with the same filters',
    summarize: 'How many emails wait, are delayed or have failed, with the same filters',
  },
})
export const listEmails = emailList.calls.list
export const exportEmails = emailList.calls.export
export const summarizeEmails = emailList.calls.summarize

const params = z.strictObject({ id: longIdParam })

const emailDetail = z.strictObject({
  ...outboxEmail.shape,
  /** The mail server's own words, with the recipient masked. */
  answer: z.string().nullable(),
  /** A link that works once. After it was sent, the same email can't be sent again. */
  hasSecretLink: z.boolean(),
  /** Whether it can be sent again or discarded. */
  isUnsent: z.boolean(),
  /** The recipient, if they were invited and haven't joined yet. */
  invited: z.strictObject({ kind: z.enum(['admin', 'merchant', 'merchant-user', 'partner']), id }).nullable(),
})
export type EmailDetail = z.infer<typeof emailDetail>

export const getEmail = call({
  method: 'GET',
  path: '/api/admin/emails/:id',
  audience: 'admin',
  summary: 'Retrieve what is known of an email, without its text',
  params,
  output: emailDetail,
  errors: ['not-found'],
})

export const showRecipient = call({
  method: 'POST',
  path: '/api/admin/emails/:id/recipient',
  audience: 'admin',
  summary: 'Show the whole address of an email’s recipient. It’s written to the audit log',
  params,
  output: z.strictObject({ recipient: z.string() }),
  errors: ['not-found'],
})
