import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeCamera, startCamera } from '../../../test/camera.ts'
import { noServer, owner, refusal, show } from '../../../test/draw.tsx'
import { toBbqrParts, toUrParts } from '../codes/index.ts'
import SigningPage from './pages/merchant.tsx'

const psbtBytes = Uint8Array.from({ length: 600 }, (_, at) => [0x70, 0x73, 0x62, 0x74, 0xff][at] ?? (at * 37) % 256)
const psbt = btoa(String.fromCharCode(...psbtBytes))
const keyOne = { fingerprint: '73c5da0a', path: "48'/0'/0'/2'", signedAt: '2026-11-19T10:00:00.000Z' }
const keyTwo = { fingerprint: 'a1b2c3d4', path: "48'/0'/0'/2'", signedAt: null }
const keyThree = { fingerprint: '0f056943', path: "48'/0'/0'/2'", signedAt: null }
const address = 'bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h'
const waiting = {
  ...{ id: 12, kind: 'withdrawal', state: 'waiting', amountUsd: '2400.00', amountBtc: '0.02208248', address },
  ...{ description: 'Cold wallet', requestedBy: 'ola@northlight.shop', requestedAt: '2026-11-19T09:00:00.000Z' },
  ...{ expiresAt: '2026-11-21T09:00:00.000Z', script: 'wsh-sortedmulti', required: 2 },
  signers: [keyTwo, keyOne, keyThree],
  inputs: [
    { txid: '661b7a2e'.repeat(8), index: 0, amountBtc: '0.01840000' },
    { txid: '9c04f1d8'.repeat(8), index: 1, amountBtc: '0.00421190' },
  ],
  change: { address: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g', number: 14, amountBtc: '0.00051856' },
  ...{ networkFeeBtc: '0.00001086', networkFeeUsd: '1.18', feeRate: 5.2, psbt, txid: null, problem: null },
  ...{ canStillBeSent: false, feeRefused: false, canceledById: null },
}
const signed = [{ ...keyTwo, signedAt: '2026-11-19T10:05:00.000Z' }, keyOne, keyThree]
const sending = {
  ...waiting,
  state: 'sending',
  signers: signed,
  psbt: null,
  expiresAt: null,
  txid: 'ab12cd34'.repeat(8),
}
const preparing = {
  ...{ ...waiting, state: 'preparing', psbt: null, expiresAt: null, inputs: [], change: null },
  ...{ networkFeeBtc: null, networkFeeUsd: null },
}

const list = 'GET /api/merchant/signing-requests'
const get = 'GET /api/merchant/signing-requests/12'
const submit = 'POST /api/merchant/signing-requests/12/signatures'
const cancel = 'POST /api/merchant/withdrawals/12/cancel'

const open = (answers: Record<string, unknown> = {}, user = owner) =>
  show(
    <Routes>
      <Route path="/merchant/signing" element={<SigningPage />} />
      <Route path="/merchant/signing/:requestId" element={<SigningPage />} />
    </Routes>,
    { at: '/merchant/signing/12', user, answers: { [get]: waiting, ...answers } },
  )

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const upload = async (shown: ReturnType<typeof open>, name: string, content: BlobPart) =>
  shown.person.upload(await screen.findByLabelText('Signed file'), new File([content], name))
const paste = async ({ person }: ReturnType<typeof open>, text: string) => {
  await person.click(await screen.findByRole('button', { name: 'Paste' }))
  await person.click(await screen.findByLabelText('Signed PSBT'))
  await person.paste(text)
  await person.click(screen.getByRole('button', { name: 'Check and send' }))
}
const refused = (fault: string, message: string, outputs: unknown[] = []) =>
  Response.json(
    { error: message, message, code: 'signature-refused', requestId: 'r', signing: { fault, outputs } },
    { status: 422 },
  )

/** What this person’s system says about motion. */
const prefer = (reduced: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: reduced && query.includes('reduced-motion'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

beforeEach(() => prefer(true))

describe('the list', () => {
  const openList = (answer: unknown, user = owner) =>
    show(<SigningPage />, { at: '/merchant/signing', user, answers: { [list]: answer } })

  it('says what waits, for how many signatures and until when, with a link to each', async () => {
    openList({ requests: [waiting, { ...preparing, id: 13 }] })
    const [first, second] = (await screen.findAllByRole('row')).slice(1)
    for (const text of ['$2,400.00', 'Cold wallet', 'ola@northlight.shop', '1 of 2', 'Nov 21, 2026']) {
      expect(first?.textContent).toContain(text)
    }
    expect(first?.querySelector(`[title=${address}]`)).not.toBeNull()
    expect(second?.textContent).toContain('Preparing')
    expect(second?.textContent).toContain('Not yet')
    const links = screen.getAllByRole('link', { name: /^Sign \$/ }).map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/merchant/signing/12', '/merchant/signing/13'])
  })

  it('says that nothing waits, and only those who may send find the way there', async () => {
    const { unmount } = openList({ requests: [] })
    expect(await screen.findByText('Nothing waits for your signature')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Send payment' }).getAttribute('href')).toBe('/merchant/send')
    unmount()
    openList({ requests: [] }, { ...owner, role: 'user' })
    expect(await screen.findByText('Nothing waits for your signature')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Send payment' })).toBeNull()
  })

  it('says that it couldn’t be loaded, and loads it again', async () => {
    const { person, answer } = openList(refusal(500, 'internal-error', 'No'))
    expect(await screen.findByText('Couldn’t load your payments')).toBeTruthy()
    answer(list, { requests: [waiting] })
    await person.click(screen.getByRole('button', { name: /Try again/i }))
    expect(await screen.findByText('1 of 2')).toBeTruthy()
  })
})

describe('a payment that waits', () => {
  it('shows what goes where, and both sides have the same sum', async () => {
    open()
    const from = (await screen.findByText('From, 2 coins')).parentElement ?? expect.fail()
    const to = screen.getByText('To').parentElement ?? expect.fail()
    const sats = (side: HTMLElement) =>
      [...side.querySelectorAll('.btc')].map(({ textContent }) => Number(textContent?.replace(/\D/g, '')))
    expect(sats(from)).toEqual([1_840_000, 421_190])
    expect(sats(to)).toEqual([2_208_248, 51_856, 1_086])
    expect(from.textContent).toContain('661b7a2e…:0')
    expect(to.textContent).toContain('Back to you, change')
    expect(to.textContent).toContain('Network fee, 5.2 sat/vB')
    expect(document.querySelector('.money')?.textContent).toBe('−$2,400.00')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('Step 2 of 3')
    expect(screen.getByText('Signing')).toBeTruthy()
  })

  it('names who signed first, how many are missing and until when coins are reserved', async () => {
    open()
    const signatures = await card('Signatures')
    expect(signatures.getByText('1 of 2 needed, 3 keys')).toBeTruthy()
    expect(signatures.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '73c5da0aSigned',
      'a1b2c3d4not signed',
      '0f056943not signed',
    ])
    expect(signatures.getByText(/^73c5da0a signed .* One more key is enough\. Any order works\.$/)).toBeTruthy()
    expect(signatures.getByText(/^Coins are reserved until Nov 21, 2026/)).toBeTruthy()
  })

  it('is simpler with one key', async () => {
    open({ [get]: { ...waiting, required: 1, signers: [keyTwo] } })
    const signature = await card('Signature')
    expect(signature.getByText('Not signed yet')).toBeTruthy()
    expect(signature.getByText("Sign with the key a1b2c3d4, path 48'/0'/0'/2'.")).toBeTruthy()
    expect(signature.getByRole('listitem').getAttribute('aria-current')).toBe('step')
  })

  it('says the whole address and the amount to compare on the device', async () => {
    open()
    const notice = (await screen.findByText('Compare on the device:')).parentElement
    expect(notice?.textContent).toBe(`Compare on the device: 0.02208248 BTC to ${address}`)
  })

  it('is canceled as a withdrawal', async () => {
    const { person, askedFor } = open({ [cancel]: { id: 12 } })
    await person.click(await screen.findByRole('button', { name: 'Cancel withdrawal 12' }))
    await waitFor(() => expect(askedFor(cancel)).toHaveLength(1))
    // What is shown is read again.
    await waitFor(() => expect(askedFor(get).length).toBeGreaterThan(1))
  })

  it('is canceled as a refund, which its customer can claim again', async () => {
    const cancelRequest = 'POST /api/merchant/signing-requests/12/cancel'
    const refund = { ...waiting, kind: 'refund', description: 'Refund for invoice i1' }
    const { person, askedFor } = open({ [get]: refund, [cancelRequest]: { ...refund, state: 'canceled' } })
    expect(await screen.findByText(/^Refund to bc1q/)).toBeTruthy()
    await person.click(await screen.findByRole('button', { name: 'Cancel payment' }))
    await waitFor(() => expect(askedFor(cancelRequest)).toHaveLength(1))
  })

  it('is canceled for sure with another payment, when it has ended and can still be sent', async () => {
    const forSure = 'POST /api/merchant/signing-requests/12/cancel-for-sure'
    const ended = { ...waiting, state: 'canceled', psbt: null, expiresAt: null, canStillBeSent: true }
    const canceling = { ...waiting, id: 13, kind: 'cancel' }
    const { person } = open({
      ...{ [get]: ended, [forSure]: canceling, 'GET /api/merchant/signing-requests/13': canceling },
    })
    await person.click(await screen.findByRole('button', { name: 'Cancel for sure' }))
    expect(await screen.findByText(/^Cancels for sure, back to bc1q/)).toBeTruthy()
  })

  it('leads to the cancellation that waits, and says when it can’t be sent anymore', async () => {
    const ended = { ...waiting, state: 'failed', psbt: null, expiresAt: null, canStillBeSent: true, canceledById: 13 }
    open({ [get]: ended })
    const link = await screen.findByRole('link', { name: 'Open the cancellation' })
    expect(link.getAttribute('href')).toBe('/merchant/signing/13')
    cleanup()
    open({ [get]: { ...ended, canStillBeSent: false } })
    expect(await screen.findByText('It can’t be sent anymore.')).toBeTruthy()
  })

  it('is signed again with a higher fee when the network refuses it', async () => {
    const raise = 'POST /api/merchant/signing-requests/12/raise-fee'
    const { person, askedFor } = open({ [get]: { ...sending, feeRefused: true }, [raise]: waiting })
    await person.click(await screen.findByRole('button', { name: 'Sign again with a higher fee' }))
    await waitFor(() => expect(askedFor(raise)).toHaveLength(1))
    // What is shown is read again.
    await waitFor(() => expect(askedFor(get).length).toBeGreaterThan(1))
  })

  it('can be looked at with the role user, and neither signed nor canceled', async () => {
    open({}, { ...owner, role: 'user' })
    expect(await screen.findByText('Only the owner and admins can hand in a signature.')).toBeTruthy()
    expect(screen.queryByLabelText('Signed file')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Paste' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  })

  it('doesn’t exist, or can’t be loaded', async () => {
    const { unmount } = open({ [get]: refusal(404, 'not-found', 'Not found') })
    expect(await screen.findByText('This payment doesn’t exist, or you don’t have access')).toBeTruthy()
    unmount()
    open({ [get]: refusal(500, 'internal-error', 'No') })
    expect(await screen.findByText('Couldn’t load this payment')).toBeTruthy()
  })
})

describe('the code', () => {
  const count = toUrParts(psbtBytes).length
  const part = () => screen.getByText(/^Part \d+ of \d+/).textContent
  const button = (name: string) => screen.queryByRole('button', { name })

  describe('with motion', () => {
    beforeEach(() => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      prefer(false)
    })
    afterEach(() => {
      vi.useRealTimers()
    })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

    it('moves, slower if wanted, and stands still when paused', async () => {
      const { person } = open()
      await screen.findByText(/^Part/)
      expect(button('Next')).toBeNull()
      await person.click(screen.getByRole('button', { name: 'Pause' }))
      const paused = part()
      await pass(5_000)
      expect(part()).toBe(paused)
      await person.click(screen.getByRole('button', { name: 'Next' }))
      expect(part()).not.toBe(paused)
      await person.click(screen.getByRole('button', { name: 'Previous' }))
      expect(part()).toBe(paused)
      await person.click(screen.getByRole('button', { name: 'Play' }))
      await waitFor(() => expect(part()).not.toContain(paused ?? ''))
      expect(part()).toContain('it repeats')
      await person.click(screen.getByRole('button', { name: 'Slower' }))
      const before = part()
      await pass(600)
      expect(part()).toBe(before)
      await pass(500)
      expect(part()).not.toBe(before)
    })

    it('begins again after its last part', async () => {
      open()
      await screen.findByText(`Part 1 of ${count}, it repeats`)
      const seen = new Set<string | null>()
      for (let turn = 0; turn < 2 * count; turn += 1) {
        seen.add(part())
        await pass(400)
      }
      expect(seen.size).toBe(count)
    })
  })

  it('stands still with reduced motion and steps by hand', async () => {
    const { person } = open()
    await screen.findByText(`Part 1 of ${count}`)
    expect([button('Pause'), button('Slower'), button('Play')]).toEqual([null, null, null])
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(part()).toBe(`Part 1 of ${count}`)
    await person.click(screen.getByRole('button', { name: 'Next' }))
    expect(part()).toBe(`Part 2 of ${count}`)
    await person.click(screen.getByRole('button', { name: 'Previous' }))
    await person.click(screen.getByRole('button', { name: 'Previous' }))
    expect(part()).toBe(`Part ${count} of ${count}`)
    expect(await screen.findByRole('img', { name: `Payment to sign, part ${count} of ${count}` })).toBeTruthy()
  })

  it('is cut for another kind of device', async () => {
    const { person } = open()
    await person.selectOptions(await screen.findByLabelText('Your device'), 'Coldcard Q (BBQr)')
    expect(part()).toBe(`Part 1 of ${toBbqrParts(psbtBytes).length}`)
  })
})

describe('taking it out', () => {
  it('saves the bytes as a file', async () => {
    const saved: Blob[] = []
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:it'
    })
    // A page that is no browser would leave for the file.
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: 'File' }))
    await person.click(screen.getByRole('button', { name: 'Download PSBT' }))
    createObjectURL.mockRestore()
    click.mockRestore()
    expect(new Uint8Array((await saved[0]?.arrayBuffer()) ?? expect.fail())).toEqual(psbtBytes)
  })

  it('shows it as text to copy', async () => {
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: 'Copy' }))
    expect(screen.getByText(psbt)).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Copy PSBT' }))
    expect(await navigator.clipboard.readText()).toBe(psbt)
  })
})

describe('bringing it back', () => {
  it.each([
    ['binary file', 'signed.psbt', psbtBytes, psbt],
    ['text in base64', 'signed.txt', `${psbt.slice(0, 64)}\r\n${psbt.slice(64)}\r\n`, psbt],
    ['transaction in hex', 'final.hex', '0200000000010161\n', '0200000000010161'],
  ])('sends a %s and shows that one more was added', async (_what, name, content, sent) => {
    const { askedFor, ...shown } = open({ [submit]: { ...waiting, required: 3, signers: signed } })
    await upload({ ...shown, askedFor }, name, content)
    await screen.findByText('Signature added')
    expect(askedFor(submit).map(({ body }) => body)).toEqual([{ psbt: sent }])
  })

  it.each([
    ['too large', 'x'.repeat(1_048_577), /larger than 1 MB.*Nothing was sent/],
    ['something else', '{"name": "wallet"}', /holds no signed payment.*Nothing was sent/],
    ['a recovery phrase', `${'abandon '.repeat(11)}about`, /private key or a recovery phrase. We didn’t send it/],
  ])('never sends a file that is %s', async (_what, content, sentence) => {
    const shown = open({ [submit]: sending })
    await upload(shown, 'file.txt', content)
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(shown.askedFor(submit)).toEqual([])
  })

  it.each([
    ['nothing that is one', 'a few words', /This is no PSBT/],
    ['the key of an address in hex', 'a1'.repeat(32), /This is a private key/],
    ['the bytes of a phrase in hex', 'a1'.repeat(16), /This is no PSBT/],
    ['a private key', `xprv${'9'.repeat(107)}`, /This is a private key/],
    ['a recovery phrase', `${'abandon '.repeat(11)}about`, /This is a private key or a recovery phrase/],
    ['the numbers of its words', '192402220235174306311124037817700641198012901210', /This is a private key or a/],
  ])('never sends pasted text with %s', async (_what, text, sentence) => {
    const shown = open({ [submit]: sending })
    await paste(shown, text)
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(shown.askedFor(submit)).toEqual([])
  })

  describe('with a camera', () => {
    afterEach(removeCamera)
    const scan = async ({ person }: ReturnType<typeof open>, ...codes: readonly string[]) => {
      const camera = startCamera()
      await person.click(await screen.findByRole('button', { name: 'Scan' }))
      await screen.findByRole('dialog', { name: 'Scan the signed payment' })
      camera.show(...codes)
      return camera
    }

    it.each([
      ['UR', toUrParts(psbtBytes), psbt],
      ['BBQr', toBbqrParts(psbtBytes), psbt],
      ['base64', [psbt], psbt],
      ['a final transaction', ['B$HT01000200000000010161'], '0200000000010161'],
    ])('sends what its codes say, in %s', async (_what, codes, sent) => {
      const shown = open({ [submit]: { ...waiting, required: 3, signers: signed } })
      await scan(shown, ...codes)
      await screen.findByText('Signature added')
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(shown.askedFor(submit).map(({ body }) => body)).toEqual([{ psbt: sent }])
    })

    it.each([
      ['something else', 'https://example.test', /This code holds no signed payment/],
      [
        'the numbers of a phrase',
        '192402220235174306311124037817700641198012901210',
        /This is a private key or a recovery/,
      ],
      ['a private key', `xprv${'9'.repeat(107)}`, /This is a private key or a recovery phrase. We didn’t send it/],
    ])('never sends a code with %s', async (_what, code, sentence) => {
      const shown = open({ [submit]: sending })
      await scan(shown, code)
      expect(await screen.findByText(sentence)).toBeTruthy()
      expect(shown.askedFor(submit)).toEqual([])
    })
  })

  it('sends pasted text, and shows what was sent', async () => {
    const shown = open({ [submit]: sending })
    shown.answer(get, waiting)
    await screen.findByRole('button', { name: 'Paste' })
    shown.answer(get, sending)
    await paste(shown, `  ${psbt}\n`)
    const sent = await card('Sent')
    expect(shown.askedFor(submit)[0]?.body).toEqual({ psbt })
    expect(sent.getByText('2 valid signatures')).toBeTruthy()
    expect(sent.getByText('First confirmation, usually within 10 minutes')).toBeTruthy()
    expect(sent.getByTitle(sending.txid)).toBeTruthy()
    expect(screen.getByText('$2,400.00 is on its way.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Paste' })).toBeNull()
    expect((await card('Signatures')).getByText('2 of 2')).toBeTruthy()
  })
})

describe('a refusal', () => {
  it.each([
    ['not-signed', 'Approve it on the device first, then bring it back.'],
    ['partly-signed', 'Sign all of its coins, then bring it back.'],
    ['wrong-key', 'Use the device with one of the keys named here.'],
    ['wrong-sighash', 'Sign the whole transaction, with the usual signature type.'],
    ['fee-too-high', 'Sign the original again, on the device.'],
    ['unreadable', 'Export it as a PSBT and try again.'],
  ])('for %s has the server’s words and says what to do', async (fault, advice) => {
    const shown = open({ [submit]: refused(fault, 'In words. Nothing was sent, and your coins stay reserved.') })
    await upload(shown, 'signed.psbt', psbtBytes)
    const notice = await screen.findByText(/^In words/)
    expect(notice.textContent).toBe(`In words. Nothing was sent, and your coins stay reserved. ${advice}`)
    expect(screen.getByText(/^Part 1 of/)).toBeTruthy()
  })

  it('with other outputs shows which, and leads back to the original', async () => {
    const outputs = [
      { address, requestedBtc: '0.02208248', signedBtc: '0.02108248' },
      { address: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh', requestedBtc: null, signedBtc: '0.00100000' },
      { address: waiting.change.address, requestedBtc: '0.00051856', signedBtc: '0.00051856' },
    ]
    const shown = open({ [submit]: refused('other-outputs', 'It pays something else.', outputs) })
    await upload(shown, 'signed.psbt', psbtBytes)
    const differs = await card('This isn’t the payment you requested')
    expect(differs.getByRole('alert').textContent).toBe(
      '2 outputs are different. Nothing was sent. Your coins stay reserved.',
    )
    const rows = differs.getAllByRole('row').slice(1)
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Payeebc1qm34lsc65…e3ewf0j77s3h0.02208248BTC0.02108248BTC',
      'Unknown addressbc1qxy2kgdyg…83kkfjhx0wlhnot there0.00100000BTC',
      'Changebc1qnjg0jd82…nf9xvrerkf9g0.00051856BTCsame',
    ])
    expect(rows.map((row) => row.querySelectorAll('.text-bad').length)).toEqual([3, 3, 0])
    expect(screen.queryByLabelText('Signed file')).toBeNull()
    await shown.person.click(differs.getByRole('button', { name: 'Show the original again' }))
    expect(await screen.findByLabelText('Signed file')).toBeTruthy()
  })

  it('with other coins has the server’s words in place of a table', async () => {
    const shown = open({ [submit]: refused('other-inputs', 'This spends other coins.') })
    await upload(shown, 'signed.psbt', psbtBytes)
    const differs = await card('This isn’t the payment you requested')
    expect(differs.getByRole('alert').textContent).toBe('This spends other coins.')
    expect(differs.queryByRole('table')).toBeNull()
  })

  it('of a paused platform has the server’s words, and no answer says that it may have been sent', async () => {
    const shown = open({ [submit]: refusal(503, 'withdrawals-paused', 'Withdrawals are paused.') })
    await upload(shown, 'signed.psbt', psbtBytes)
    expect(await screen.findByText('Withdrawals are paused.')).toBeTruthy()
    shown.answer(submit, noServer)
    await upload(shown, 'signed.psbt', psbtBytes)
    expect(await screen.findByText(/It may have been sent/)).toBeTruthy()
    expect(screen.queryByText('Withdrawals are paused.')).toBeNull()
  })
})

describe('other states', () => {
  it('while it is prepared says so, and goes on by itself', async () => {
    const { answer } = open({ [get]: preparing })
    expect(await screen.findByText(/^We choose the coins/)).toBeTruthy()
    expect(screen.queryByText(/^From/)).toBeNull()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('Step 1 of 3')
    answer(get, waiting)
    expect(await screen.findByText('Sign this payment')).toBeTruthy()
  })

  it('once it is confirmed has nothing more to do', async () => {
    open({ [get]: { ...sending, state: 'confirmed' } })
    expect((await card('Sent')).getByText('Confirmed on the Bitcoin network')).toBeTruthy()
    expect(screen.getByText('Confirmed')).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
  })

  it.each([
    ['canceled', null, 'It was canceled. Nothing was sent, and its coins are available again.'],
    ['failed', 'Its coins were spent elsewhere.', 'Its coins were spent elsewhere.'],
  ])('says why it is %s, and leads to a new one', async (state, problem, sentence) => {
    open({ [get]: { ...waiting, state, problem, psbt: null, expiresAt: null } })
    const ended = await card('Not sent')
    expect(ended.getByText(sentence)).toBeTruthy()
    expect(ended.getByRole('link', { name: 'Create a new withdrawal' }).getAttribute('href')).toBe('/merchant/send')
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})
