import { submitApplication } from '@bitquay/contract/applications'
import { reviewApplication } from '@bitquay/contract/applications.admin'
import {
  type ApplicationDetails,
  answerInformationRequest,
  cancelInformationRequest,
  getApplication,
  requestInformation,
  viewInformationRequest,
} from '@bitquay/contract/applications.requests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addApplication } from '../../test/applications.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'
import { hashToken } from '../platform/crypto/tokens.ts'

let app: TestApp
let admin: { email: string; id: number }
let token: string
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off', PUBLIC_URL: 'https://pay.example.test' })
  admin = await addAdmin(app)
  token = await signInAs(app, admin)
})
afterAll(() => app.close())

const apply = () =>
  addApplication(app, {
    businessName: 'Saltmarsh',
    businessType: 'Online Gambling',
    businessDescription: 'Poker tournaments for players in two countries',
    contactName: 'Dario Shop',
    website: 'https://salt.example.test',
  })

const rowOf = (id: number) =>
  app.deps.db.selectFrom('merchantApplications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const emailsTo = (email: string) =>
  app.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).orderBy('id').execute()
const activityOf = (id: number) =>
  app.deps.db
    .selectFrom('actLog')
    .select(['act', 'actorKind', 'actorEmail', 'sourceAddress', 'detail'])
    .where('subjectKind', '=', 'application')
    .where('subjectId', '=', String(id))
    .orderBy('id')
    .execute()

const sendRequest = (id: number, body: object, by = token) =>
  ask(app, requestInformation, { token: by, params: { id }, body })
const cancel = (id: number) => ask(app, cancelInformationRequest, { token, params: { id } })
const review = (id: number, status: string) => ask(app, reviewApplication, { token, params: { id }, body: { status } })
const view = (link: string) => ask(app, viewInformationRequest, { body: { token: link } })
const answer = (link: string, answers: object) => ask(app, answerInformationRequest, { body: { token: link, answers } })
const detailsOf = async (id: number) =>
  (await ask(app, getApplication, { token, params: { id } })).body as unknown as ApplicationDetails

/** The token of the newest link that was emailed. */
const linkOf = async (email: string) => {
  const link = (await emailsTo(email))
    .map(({ bodyText }) => /https:\/\/pay\.example\.test\/application\?token=(\S+)/.exec(bodyText)?.[1])
    .findLast((found) => found !== undefined)
  return decodeURIComponent(link ?? '')
}

/** Applies, and gets a link that opens some fields. */
const beAsked = async (fields: string[]) => {
  const applicant = await apply()
  const asked = await sendRequest(applicant.id, { fields, message: 'Which one is right?' })
  expect(asked.status).toBe(200)
  return { ...applicant, link: await linkOf(applicant.email) }
}

const ascending = (one: number, other: number) => one - other

/** What a response says, without the ID that each response has. */
const saidBy = ({ status, body }: Awaited<ReturnType<typeof view>>) => {
  const { requestId: _, ...said } = body
  return { status, body: said }
}
const gone = {
  status: 404,
  body: { code: 'not-found', message: 'This link isn’t valid anymore.', error: 'This link isn’t valid anymore.' },
}
const isGone = async (link: string) => {
  expect(saidBy(await view(link))).toEqual(gone)
  expect(saidBy(await answer(link, { website: 'https://other.example.test' }))).toEqual(gone)
}

test('an applicant corrects exactly the requested fields, and every step is recorded', async () => {
  const { id, email } = await apply()
  const before = await rowOf(id)
  const asked = await sendRequest(id, {
    fields: ['website', 'taxId', 'contactPhone'],
    message: 'Hello Dario,\nwhich phone number is right?',
  })
  expect(asked.body).toMatchObject({
    status: 'pending',
    requests: [
      { status: 'open', fields: ['taxId', 'website', 'contactPhone'], requestedBy: admin.email, before: null },
    ],
  })
  const email1 = (await emailsTo(email)).at(-1)
  expect(email1?.subject).toBe('We need more information about your application')
  expect(email1?.bodyText).toContain('Hello Dario,')
  expect(email1?.bodyText).toContain('Please check: Tax ID, Website, Phone.')

  const link = await linkOf(email)
  const { requests } = await detailsOf(id)
  expect(saidBy(await view(link))).toEqual({
    status: 200,
    body: {
      businessName: before.businessName,
      message: 'Hello Dario,\nwhich phone number is right?',
      fields: [
        { name: 'taxId', value: '' },
        { name: 'website', value: 'https://salt.example.test' },
        { name: 'contactPhone', value: '555 010 0200' },
      ],
      expiresAt: requests[0]?.expiresAt,
    },
  })
  const answers = { taxId: ' MT-104882 ', website: '', contactPhone: '+356 2133 0198' }
  expect((await answer(link, answers)).status).toBe(200)
  expect(await rowOf(id)).toEqual({ ...before, taxId: 'MT-104882', website: null, phone: '+356 2133 0198' })
  expect((await detailsOf(id)).requests).toMatchObject([
    {
      status: 'answered',
      endedAt: expect.any(String),
      before: { taxId: null, website: 'https://salt.example.test', contactPhone: '555 010 0200' },
    },
  ])
  expect((await emailsTo(email)).at(-1)?.subject).toBe('We received your answer')

  expect((await review(id, 'approved')).status).toBe(200)
  const fields = 'taxId, website, contactPhone'
  expect(await activityOf(id)).toMatchObject([
    { act: 'application-request-sent', actorEmail: admin.email, detail: { fields, replaced: false } },
    { act: 'application-request-answered', actorKind: 'anonymous', detail: { email, fields, changed: fields } },
    { act: 'application-approved', actorEmail: admin.email },
  ])
  await isGone(link)
})

test('a link has 256 random bits and only its hash is stored', async () => {
  const { id, link } = await beAsked(['website'])
  expect(Buffer.from(link, 'base64url')).toHaveLength(32)
  const stored = await app.deps.db
    .selectFrom('applicationRequests')
    .selectAll()
    .where('applicationId', '=', id)
    .executeTakeFirstOrThrow()
  expect(stored.tokenHash).toEqual(hashToken(link))
  expect(JSON.stringify({ ...stored, tokenHash: null })).not.toContain(link)
  expect(JSON.stringify(await activityOf(id))).not.toContain(link)
  expect(JSON.stringify(await detailsOf(id))).not.toContain(link)
})

test('links that were used, replaced, canceled, closed or never existed get the same answer', async () => {
  const used = await beAsked(['website'])
  expect((await answer(used.link, { website: '' })).status).toBe(200)
  const replaced = await beAsked(['website'])
  const [open] = (await detailsOf(replaced.id)).requests
  const again = { fields: ['taxId'], message: 'One more thing', replaces: open?.id }
  expect((await sendRequest(replaced.id, again)).body).toMatchObject({
    requests: [{ status: 'open' }, { status: 'replaced' }],
  })
  const canceled = await beAsked(['website'])
  expect((await cancel(canceled.id)).body).toMatchObject({ requests: [{ status: 'canceled' }] })
  const rejected = await beAsked(['website'])
  expect((await review(rejected.id, 'rejected')).status).toBe(200)
  expect((await detailsOf(rejected.id)).requests).toMatchObject([{ status: 'closed' }])
  for (const { link } of [used, replaced, canceled, rejected]) await isGone(link)
  for (const guess of ['', 'x', 'a'.repeat(43), used.link.toUpperCase(), `${replaced.link}A`]) await isGone(guess)
  expect(await rowOf(replaced.id)).toMatchObject({ website: 'https://salt.example.test', taxId: null })
  // The newer link of the same application works.
  expect((await view(await linkOf(replaced.email))).body).toMatchObject({ fields: [{ name: 'taxId', value: '' }] })
})

test('other fields are refused by name, change nothing and leave the link open', async () => {
  const { id, link } = await beAsked(['website'])
  const stranger = await beAsked(['taxId'])
  const before = await rowOf(id)
  for (const name of ['taxId', 'businessName', 'contactEmail', 'email', 'status', 'merchantId', 'id', 'fields']) {
    const refused = await answer(link, { website: 'not even a website', [name]: 'approved' })
    expect(refused, name).toMatchObject({
      status: 422,
      body: { code: 'fields-not-open', fields: [{ path: `answers.${name}` }] },
    })
    expect(refused.body.message).toContain(name)
  }
  expect(await rowOf(id)).toEqual(before)
  expect((await view(link)).status).toBe(200)
  // A link of one applicant never reaches the application of another.
  const elsewhere = { token: link, answers: { website: '' }, id: stranger.id }
  expect((await ask(app, answerInformationRequest, { body: elsewhere })).status).toBe(400)
  expect((await answer(link, { website: 'https://new.example.test' })).status).toBe(200)
  expect(await rowOf(stranger.id)).toMatchObject({ website: 'https://salt.example.test', taxId: null })
  expect((await view(stranger.link)).status).toBe(200)
})

test('corrected fields have the rules of the application, and an invalid answer leaves the link open', async () => {
  const { id, link } = await beAsked(['businessName', 'businessDescription', 'contactPhone', 'website', 'taxId'])
  const right = {
    businessName: 'Saltmarsh\nPoker',
    businessDescription: 'Poker tournaments',
    contactPhone: '555 010 0299',
    website: 'https://salt.example.test',
    taxId: 'MT-1',
  }
  const before = await rowOf(id)
  const refusedWith = async (answers: object) => {
    const { status, body } = await answer(link, answers)
    expect(status).toBe(400)
    return body.fields
  }
  const applied = { ...right, businessType: 'x', contactName: 'xx', contactEmail: 'a@b.test', monthlyVolume: 'x' }
  for (const [name, value] of [
    ['businessName', 'x'],
    ['businessDescription', 'short'],
    ['contactPhone', '123'],
    ['website', 'javascript:alert(1)'],
  ] as const) {
    const { taxId: _, ...form } = { ...applied, [name]: value }
    const { body } = await ask(app, submitApplication, { body: form })
    const [field] = body.fields as { path: string; message: string }[]
    expect(await refusedWith({ ...right, [name]: value })).toEqual([
      { path: `answers.${name}`, message: field?.message },
    ])
  }
  expect(await refusedWith({ ...right, taxId: ' ' })).toEqual([
    { path: 'answers.taxId', message: 'Please fill in this field' },
  ])
  for (const answers of [
    {},
    { ...right, taxId: 7 },
    { ...right, taxId: 'x'.repeat(81) },
    { ...right, website: null },
  ]) {
    await refusedWith(answers)
  }
  expect(await rowOf(id)).toEqual(before)
  expect((await answer(link, right)).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ businessName: 'Saltmarsh Poker', taxId: 'MT-1', phone: '555 010 0299' })
})

test('a link expires after 14 days, and then the application can be approved', async () => {
  const { id, email, link } = await beAsked(['website'])
  expect(await review(id, 'approved')).toMatchObject({ status: 409, body: { code: 'application-waiting' } })
  await app.advance(14 * 86_400 - 60)
  expect((await view(link)).status).toBe(200)
  await app.advance(120)
  // Sessions don't last that long.
  token = await signInAs(app, admin)
  await isGone(link)
  const [expired] = (await detailsOf(id)).requests
  expect(expired).toMatchObject({ status: 'expired', endedAt: expired?.expiresAt })
  // An expired request needs no mention to be replaced.
  expect((await sendRequest(id, { fields: ['taxId'], message: 'Are you still there?' })).body).toMatchObject({
    requests: [{ status: 'open' }, { status: 'expired' }],
  })
  await isGone(link)
  expect(await linkOf(email)).not.toBe(link)
  await app.advance(15 * 86_400)
  token = await signInAs(app, admin)
  expect((await review(id, 'approved')).body).toMatchObject({ status: 'approved' })
  expect((await detailsOf(id)).requests).toMatchObject([{ status: 'expired' }, { status: 'expired' }])
})

test('an open request keeps an application from being approved until it is canceled', async () => {
  const { id, link } = await beAsked(['website'])
  expect(await review(id, 'approved')).toMatchObject({ status: 409, body: { code: 'application-waiting' } })
  expect((await rowOf(id)).status).toBe('pending')
  expect((await view(link)).status).toBe(200)
  for (let turn = 0; turn < 2; turn++) expect((await cancel(id)).status).toBe(200)
  expect((await review(id, 'approved')).body).toMatchObject({ status: 'approved' })
  expect((await activityOf(id)).map(({ act }) => act)).toEqual([
    'application-request-sent',
    'application-request-canceled',
    'application-approved',
  ])
})

test('of admins who ask at the same time one does, and the applicant gets one email', async () => {
  const { id, email } = await apply()
  const secondToken = await signInAs(app, await addAdmin(app))
  const asked = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      sendRequest(id, { fields: ['website'], message: `Question ${index}` }, index % 2 ? token : secondToken),
    ),
  )
  expect(asked.map(({ status }) => status).sort(ascending)).toEqual([200, ...Array<number>(9).fill(409)])
  expect(asked.find(({ status }) => status === 409)?.body.code).toBe('conflict')
  expect((await detailsOf(id)).requests).toMatchObject([{ status: 'open' }])
  expect(await emailsTo(email)).toHaveLength(2)
  // The same when they all replace the open one.
  const replaces = (await detailsOf(id)).requests[0]?.id
  const again = await Promise.all(
    Array.from({ length: 10 }, () => sendRequest(id, { fields: ['taxId'], message: 'Another question', replaces })),
  )
  expect(again.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await detailsOf(id)).requests).toMatchObject([{ status: 'open' }, { status: 'replaced' }])
  expect(await emailsTo(email)).toHaveLength(3)
})

test('of answers at the same time one is saved', async () => {
  const { id, email, link } = await beAsked(['taxId'])
  const values = Array.from({ length: 10 }, (_, index) => `MT-${index}`)
  const answers = await Promise.all(values.map((taxId) => answer(link, { taxId })))
  expect(answers.map(({ status }) => status).sort(ascending)).toEqual([200, ...Array<number>(9).fill(404)])
  for (const refused of answers.filter(({ status }) => status === 404)) expect(saidBy(refused)).toEqual(gone)
  expect((await rowOf(id)).taxId).toBe(values[answers.findIndex(({ status }) => status === 200)])
  expect((await activityOf(id)).filter(({ act }) => act === 'application-request-answered')).toHaveLength(1)
  expect((await emailsTo(email)).filter(({ subject }) => subject === 'We received your answer')).toHaveLength(1)
})

test('an approval at the same time as the answer never uses the values before it', async () => {
  for (let turn = 0; turn < 8; turn++) {
    const { id, email, link } = await beAsked(['businessName'])
    const [first, answered, ...later] = await Promise.all([
      review(id, 'approved'),
      answer(link, { businessName: 'Corrected' }),
      review(id, 'approved'),
      review(id, 'approved'),
    ])
    expect(answered.status).toBe(200)
    for (const { status, body } of [first, ...later]) {
      if (status !== 200) expect(body.code).toBe('application-waiting')
      else expect(body.businessName).toBe('Corrected')
    }
    expect((await review(id, 'approved')).status).toBe(200)
    const merchants = await app.deps.db.selectFrom('merchants').select('storeName').where('email', '=', email).execute()
    expect(merchants).toEqual([{ storeName: 'Corrected' }])
  }
})

test('an answer at the same time as a rejection, a cancellation or a new request comes first or not at all', async () => {
  const rivals = {
    rejected: (id: number) => review(id, 'rejected'),
    canceled: (id: number) => cancel(id),
    replaced: async (id: number) => {
      const replaces = (await detailsOf(id)).requests[0]?.id
      return sendRequest(id, { fields: ['taxId'], message: 'Another question', replaces })
    },
  }
  for (const [name, rival] of Object.entries(rivals)) {
    for (let turn = 0; turn < 5; turn++) {
      const { id, link } = await beAsked(['website'])
      const [rivaled, answered] = await Promise.all([rival(id), answer(link, { website: 'https://new.example.test' })])
      const came = answered.status === 200
      if (!came) expect(saidBy(answered)).toEqual(gone)
      // A new request that names the one that was just answered is a conflict.
      if (name === 'replaced') expect(rivaled.status).toBe(came ? 409 : 200)
      else expect(rivaled.status).toBe(200)
      expect((await rowOf(id)).website).toBe(came ? 'https://new.example.test' : 'https://salt.example.test')
      expect((await detailsOf(id)).requests.filter(({ status }) => status === 'answered')).toHaveLength(came ? 1 : 0)
      await isGone(link)
    }
  }
})

test('returns 400 for an invalid request, 404 for an unknown application and 409 for a decided one', async () => {
  const { id } = await apply()
  for (const body of [
    {},
    { fields: [], message: 'Hello' },
    { fields: ['contactEmail'], message: 'Hello' },
    { fields: ['status'], message: 'Hello' },
    { fields: ['website'], message: '  ' },
    { fields: ['website'], message: 'x'.repeat(2001) },
  ]) {
    expect((await sendRequest(id, body)).status, JSON.stringify(body)).toBe(400)
  }
  const hello = { fields: ['website', 'website'], message: 'Hello' }
  expect((await sendRequest(999_999, hello)).status).toBe(404)
  expect((await cancel(999_999)).status).toBe(404)
  expect((await ask(app, getApplication, { token, params: { id: 999_999 } })).status).toBe(404)
  expect((await sendRequest(id, { ...hello, replaces: 999_999 })).body.code).toBe('conflict')
  await review(id, 'rejected')
  expect(await sendRequest(id, hello)).toMatchObject({ status: 409, body: { code: 'application-decided' } })
  expect((await detailsOf(id)).requests).toEqual([])
})

test('an application names its pending neighbors', async () => {
  const [older, decided, newer] = [await apply(), await apply(), await apply()]
  await review(decided.id, 'rejected')
  expect(await detailsOf(newer.id)).toMatchObject({ previousPendingId: null, nextPendingId: older.id })
  expect(await detailsOf(decided.id)).toMatchObject({ previousPendingId: newer.id, nextPendingId: older.id })
})

test('guessing links is limited for each source, and using a link that works is not', async () => {
  const limited = await startTestApp({ PUBLIC_URL: 'https://pay.example.test' })
  const unlimited = app
  try {
    app = limited
    token = await signInAs(app, await addAdmin(app))
    const { link } = await beAsked(['website'])
    for (let turn = 0; turn < 40; turn++) expect((await view(link)).status).toBe(200)
    const from = '192.0.2.1'
    const guess = { token: 'a'.repeat(43) }
    const statuses: number[] = []
    for (let turn = 0; turn < 16; turn++) {
      statuses.push((await ask(app, viewInformationRequest, { body: guess, from })).status)
      statuses.push((await ask(app, answerInformationRequest, { body: { ...guess, answers: {} }, from })).status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(404), 429, 429])
    expect((await answer(link, { website: '' })).status).toBe(200)
  } finally {
    app = unlimited
    await limited.close()
  }
})
