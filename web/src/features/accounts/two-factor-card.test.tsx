import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, noServer, owner, refusal, show } from '../../../test/draw.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

const security = (twoFactorEnabled: boolean, recoveryCodesLeft = 10) => ({ twoFactorEnabled, recoveryCodesLeft })
const read = 'GET /api/merchant/security'
const setUp = 'POST /api/merchant/setup-2fa'
const verify = 'POST /api/merchant/verify-2fa'
const disable = 'POST /api/merchant/disable-2fa'
const wrongCode = refusal(400, 'invalid-verification-code', 'Invalid verification code')
const open = (answers: Record<string, unknown>) => show(<TwoFactorCard portal="merchant" />, { user: owner, answers })

describe('the second factor', () => {
  it('is set up with a code, after which the recovery codes are shown', async () => {
    const recoveryCodes = Array.from({ length: 10 }, (_, place) => `code-${place}`)
    const { person, answer, askedFor } = open({
      [read]: security(false),
      [setUp]: { secret: 'JBSWY3DP', manualKey: 'JBSW Y3DP', qrCodeImage: 'data:image/png;base64,' },
      [verify]: wrongCode,
    })
    await person.click(await screen.findByRole('button', { name: 'Enable 2FA' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined()
    const proceed = within(dialog).getByRole('button', { name: /^Verify/ })
    await fill(person, within(dialog).getByLabelText('2FA code'), '12')
    await person.click(proceed)
    expect(await screen.findByText('Token must be 6 digits')).toBeDefined()
    expect(askedFor(verify)).toEqual([])
    await fill(person, within(dialog).getByLabelText('2FA code'), '000000')
    await person.click(proceed)
    expect(await screen.findByText('Invalid verification code')).toBeDefined()
    answer(verify, { recoveryCodes })
    answer(read, security(true))
    await person.click(proceed)
    for (const code of recoveryCodes) expect(await screen.findByText(code)).toBeDefined()
    expect(askedFor(verify).at(-1)?.body).toEqual({ secret: 'JBSWY3DP', token: '000000' })
    expect(await screen.findByText('On')).toBeDefined()
  })

  it('says why it couldn’t be set up', async () => {
    const { person } = open({ [read]: security(false), [setUp]: noServer })
    await person.click(await screen.findByRole('button', { name: 'Enable 2FA' }))
    expect(await screen.findByText('2FA Setup Failed')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is turned off with a recovery code by who has lost the phone', async () => {
    const { person, askedFor } = open({ [read]: security(true), [disable]: { message: 'ok' } })
    await person.click(await screen.findByRole('button', { name: 'Disable 2FA' }))
    const dialog = await screen.findByRole('dialog')
    const proceed = within(dialog).getByRole('button', { name: 'Disable 2FA' })
    await person.click(within(dialog).getByRole('button', { name: 'Use a recovery code' }))
    await person.click(proceed)
    expect(await screen.findByText('Recovery code is required')).toBeDefined()
    await fill(person, within(dialog).getByLabelText('Recovery code'), 'abcde-23456-fghjk')
    await person.click(proceed)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(askedFor(disable).at(-1)?.body).toEqual({ token: 'abcde-23456-fghjk' })
  })

  it('is turned off with a code only', async () => {
    const { person, answer, askedFor } = open({ [read]: security(true), [disable]: wrongCode })
    await person.click(await screen.findByRole('button', { name: 'Disable 2FA' }))
    const dialog = await screen.findByRole('dialog')
    const proceed = within(dialog).getByRole('button', { name: 'Disable 2FA' })
    await person.click(proceed)
    expect(await screen.findByText('Token must be 6 digits')).toBeDefined()
    expect(askedFor(disable)).toEqual([])
    await fill(person, within(dialog).getByLabelText('2FA code'), '000000')
    await person.click(proceed)
    expect(await screen.findByText('2FA Disable Failed')).toBeDefined()
    expect(screen.getByText('Invalid verification code')).toBeDefined()
    answer(disable, { message: 'ok' })
    answer(read, security(false))
    await person.click(proceed)
    expect(await screen.findByText('2FA Disabled')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('Turn on two-factor')).toBeDefined()
  })

  it('that couldn’t be read is no guess', async () => {
    open({ [read]: noServer })
    await waitFor(() => expect(document.querySelector('.notice')).not.toBeNull())
    expect(screen.queryByRole('button', { name: /2FA/ })).toBeNull()
  })
})
