import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { removeCamera, startCamera } from '../../../test/camera.ts'
import { owner, refusal, show } from '../../../test/draw.tsx'
import { OwnKeysCard } from './own-keys-card.tsx'
import OwnKeysPage from './pages/merchant.tsx'

const addresses = [
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  'bc1qp59yckz4ae5c4efgw2s5wfyvrz0ala7rgvuz8z',
]
const wallet = {
  ...{ script: 'wpkh', required: 1, descriptor: 'wpkh([73c5da0a/84h/0h/0h]xpub6/<0;1>/*)#abcdefgh', addresses },
  keys: [{ fingerprint: '73c5da0a', path: "84'/0'/0'", xpub: 'xpub6' }],
}
const hosted = { holder: 'platform', wallet: null, receiving: null, change: null, hasExplorer: true }
const own = { ...hosted, holder: 'merchant', wallet, receiving: { next: 54, lastPaid: 36, unpaid: 17 } }
const waiting = {
  ...{ kind: 'connect', status: 'waiting', requestedBy: 'nora@northlight.shop', addresses },
  ...{ requestedAt: '2026-11-18T14:15:00.000Z', dueAt: '2026-11-19T14:15:00.000Z' },
}
const get = 'GET /api/merchant/own-keys'
const read = 'POST /api/merchant/own-keys/read'
const connect = 'POST /api/merchant/own-keys'
const signer = { ...owner, twoFactorEnabled: true }

it('connects a wallet in three steps, whose addresses were compared', async () => {
  const { person, askedFor } = show(<OwnKeysPage />, {
    user: signer,
    answers: {
      [get]: hosted,
      [read]: { wallet, missing: [], scripts: ['wpkh'] },
      [connect]: { ...hosted, change: waiting },
    },
  })
  await person.click(await screen.findByRole('button', { name: 'Continue' }))
  await person.type(screen.getByLabelText('Public key, descriptor or wallet file'), 'zpub6rFR7y4Q2AijB')
  await person.click(screen.getByRole('button', { name: 'Read key' }))
  const list = within(await screen.findByRole('list', { name: 'First addresses' }))
  expect(list.getAllByRole('listitem')).toHaveLength(3)
  const act = screen.getByRole('button', { name: 'Connect wallet' })
  expect(act.hasAttribute('disabled')).toBe(true)
  await person.click(screen.getByRole('checkbox'))
  await person.click(act)
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByLabelText('2FA code'), '123456')
  await person.click(dialog.getByRole('button', { name: 'Connect wallet' }))
  await waitFor(() =>
    expect(askedFor(connect)[0]?.body).toEqual({ text: 'zpub6rFR7y4Q2AijB', addresses, twoFactorToken: '123456' }),
  )
})

it.each([
  ['Signing device with QR codes', 'Public key, descriptor or wallet file', /Export a new account on your device/],
  ['Wallet app', 'Public key, descriptor or wallet file', /Use a new account of your wallet/],
  ['Several keys', 'Descriptor or wallet file', /One key doesn’t say who else signs/],
])('asks the owner of a %s for what it exports', async (kind, label, hint) => {
  const { person } = show(<OwnKeysPage />, { user: signer, answers: { [get]: hosted } })
  await person.click(await screen.findByRole('radio', { name: new RegExp(kind) }))
  await person.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByLabelText(label)).toBeTruthy()
  expect(screen.getByText(hint)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Help with this' }).getAttribute('href')).toMatch(/own-keys#with-/)
  await person.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(kind) }).checked).toBe(true)
})

const openKeyStep = async () => {
  const shown = show(<OwnKeysPage />, {
    user: signer,
    answers: { [get]: hosted, [read]: { wallet, missing: [], scripts: ['wpkh'] } },
  })
  await shown.person.click(await screen.findByRole('button', { name: 'Continue' }))
  return shown
}
afterEach(removeCamera)

const scannedKey =
  '[37b5eed4/84h/0h/0h]xpub6BkU445MSEBXbPjD3g2c2ch6mn8yy1SXXQUM7EwjgYiq6Wt1NDwDZ45npqWcV8uQC5oi2gHuVukoCoZZyT4HKq8EpotPMqGqxdZRuapCQ23'
const scannedFile = `{"xfp":"37B5EED4","bip84":{"xpub":"${scannedKey.slice(20)}"}}`

it.each([
  ['text', scannedKey, scannedKey],
  ['a file of a Coldcard', `B$HJ0100${Buffer.from(scannedFile).toString('hex').toUpperCase()}`, scannedFile],
])('reads a key from a code with %s', async (_what, code, text) => {
  const camera = startCamera()
  const { person, askedFor } = await openKeyStep()
  await person.click(screen.getByRole('button', { name: 'Scan' }))
  camera.show(code)
  const field = screen.getByLabelText<HTMLTextAreaElement>('Public key, descriptor or wallet file')
  await waitFor(() => expect(field.value).toBe(text))
  // Its owner sees it first.
  expect(askedFor(read)).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Read key' }))
  await waitFor(() => expect(askedFor(read)[0]?.body).toEqual({ text }))
})

it.each([
  ['a phrase', `${'abandon '.repeat(11)}about`, /^This is a private key or a recovery phrase/],
  ['any other text', 'https://example.test', /^This code holds no public key/],
  [
    'a payment',
    'B$HP010070736274FF',
    'This code holds no public key. Export the account on your device and show that code.',
  ],
])('takes nothing from a code with %s', async (_what, code, sentence) => {
  const camera = startCamera()
  const { person } = await openKeyStep()
  await person.click(screen.getByRole('button', { name: 'Scan' }))
  camera.show(code)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Public key, descriptor or wallet file').value).toBe('')
})

it('opens the scanner where it was when the page had to be loaded again', async () => {
  startCamera()
  show(<OwnKeysPage />, { user: signer, state: { usr: { scan: 'several' } }, answers: { [get]: hosted } })
  expect(await screen.findByRole('dialog', { name: 'Scan your public key' })).toBeTruthy()
  expect(screen.getByLabelText('Descriptor or wallet file')).toBeTruthy()
})

const secrets = [
  ['a phrase', `${'abandon '.repeat(11)}about`, 'This is a recovery phrase.'],
  ['a private key', `xprv${'9'.repeat(107)}`, 'This is a private key.'],
]

it.each(secrets)('never sends %s', async (_what, text, sentence) => {
  const { person, askedFor } = show(<OwnKeysPage />, { user: signer, answers: { [get]: hosted, [read]: {} } })
  await person.click(await screen.findByRole('button', { name: 'Continue' }))
  const field = screen.getByLabelText('Public key, descriptor or wallet file')
  await person.click(field)
  await person.paste(text)
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(screen.getByRole('button', { name: 'Read key' }).hasAttribute('disabled')).toBe(true)
  await person.type(field, '{Enter}')
  expect(askedFor(read)).toEqual([])
})

it('asks for what a key lacks, and shows why a key is refused', async () => {
  const { person, answer, askedFor } = show(<OwnKeysPage />, {
    user: signer,
    answers: {
      [get]: hosted,
      [read]: { wallet: null, missing: ['script', 'fingerprint', 'path'], scripts: ['wpkh', 'tr'] },
    },
  })
  await person.click(await screen.findByRole('button', { name: 'Continue' }))
  await person.type(screen.getByLabelText('Public key, descriptor or wallet file'), 'xpub6')
  await person.click(screen.getByRole('button', { name: 'Read key' }))
  await person.selectOptions(await screen.findByLabelText('Address type'), 'Taproot')
  await person.type(screen.getByLabelText('Master fingerprint'), '73c5da0a')
  await person.type(screen.getByLabelText('Path'), '86h/0h/0h')
  answer(read, refusal(422, 'own-keys-unreadable', 'Path and key don’t belong together.'))
  await person.click(screen.getByRole('button', { name: 'Read key' }))
  expect(await screen.findByText('Path and key don’t belong together.')).toBeTruthy()
  expect(askedFor(read).at(-1)?.body).toEqual({
    text: 'xpub6',
    script: 'tr',
    fingerprint: '73c5da0a',
    path: '86h/0h/0h',
  })
})

it('needs a word that the account is new where no explorer can tell', async () => {
  const { person } = show(<OwnKeysPage />, {
    user: signer,
    answers: { [get]: { ...hosted, hasExplorer: false }, [read]: { wallet, missing: [], scripts: ['wpkh'] } },
  })
  await person.click(await screen.findByRole('button', { name: 'Continue' }))
  await person.type(screen.getByLabelText('Public key, descriptor or wallet file'), 'zpub6')
  await person.click(screen.getByRole('button', { name: 'Read key' }))
  await person.click(await screen.findByLabelText(/All three match/))
  expect(screen.getByRole('button', { name: 'Connect wallet' }).hasAttribute('disabled')).toBe(true)
  await person.click(screen.getByLabelText(/This account is new/))
  expect(screen.getByRole('button', { name: 'Connect wallet' }).hasAttribute('disabled')).toBe(false)
})

it('shows a change that waits with its addresses, and cancels it', async () => {
  const cancel = 'POST /api/merchant/own-keys/cancel'
  const { person, askedFor } = show(<OwnKeysPage />, {
    user: signer,
    answers: { [get]: { ...hosted, change: waiting }, [cancel]: hosted },
  })
  expect(await screen.findByText(/Requested by nora@northlight.shop/)).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Cancel change' }))
  await waitFor(() => expect(askedFor(cancel)).toHaveLength(1))
})

it('says which number is next, warns before a wallet app stops looking, and finds what it missed', async () => {
  const look = 'POST /api/merchant/own-keys/look'
  const { person } = show(<OwnKeysPage />, {
    user: signer,
    answers: {
      [get]: own,
      [look]: { first: 37, last: 136, found: [{ number: 60, address: addresses[0], transactions: 1 }] },
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Addresses' }))
  expect(card.getByText('Next is number 54')).toBeTruthy()
  expect(card.getByText(/3 more unpaid addresses and your wallet app may not show new payments/)).toBeTruthy()
  await person.click(card.getByRole('button', { name: 'Look at the next 100' }))
  expect(await card.findByText('Paid among numbers 37 to 136:')).toBeTruthy()
  expect(card.getByText('No. 60')).toBeTruthy()
})

it('leaves the wallet with a code, and shows others who holds the keys', async () => {
  const leave = 'POST /api/merchant/own-keys/leave'
  const { person, askedFor, unmount } = show(<OwnKeysPage />, { user: signer, answers: { [get]: own, [leave]: own } })
  await person.click(await screen.findByRole('button', { name: 'Stop using my own wallet' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByLabelText('2FA code'), '123456')
  await person.click(dialog.getByRole('button', { name: 'Stop using my own wallet' }))
  await waitFor(() => expect(askedFor(leave)[0]?.body).toEqual({ twoFactorToken: '123456' }))
  unmount()
  show(<OwnKeysPage />, { user: { ...owner, role: 'user' }, answers: { [get]: hosted } })
  expect(await screen.findByText('Only the owner of this account can change the wallet.')).toBeTruthy()
})

it('leads to the payments that wait for a signature, while there are some', async () => {
  const list = 'GET /api/merchant/signing-requests'
  const { unmount } = show(<OwnKeysCard />, { user: signer, answers: { [get]: own, [list]: { requests: [{}, {}] } } })
  const link = await screen.findByRole('link', { name: '2 payments wait for your signature' })
  expect(link.getAttribute('href')).toBe('/merchant/signing')
  unmount()
  const { askedFor } = show(<OwnKeysCard />, { user: signer, answers: { [get]: own, [list]: { requests: [] } } })
  await waitFor(() => expect(askedFor(list)).toHaveLength(1))
  expect(await screen.findByRole('link', { name: 'Your keys' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /wait/ })).toBeNull()
})
