import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, noServer, owner, refusal, show } from '../../../test/draw.tsx'
import LoginPage from './pages/login.tsx'

const login = 'POST /api/auth/login'
const signIn = () => screen.getByRole('button', { name: 'Sign In' })
const email = () => screen.getByLabelText('Email')
const password = () => screen.getByLabelText('Password')

const open = (answers: Record<string, unknown> = {}) => show(<LoginPage />, { at: '/login', answers })

const enter = async ({ person }: ReturnType<typeof open>, secret = 'bitquay-demo-1') => {
  await fill(person, email(), 'nora@example.test')
  await fill(person, password(), secret)
  await person.click(signIn())
}

describe('signing in', () => {
  it('reports missing fields with the spec’s messages and sends no request', async () => {
    const { person, sent } = open()
    await person.click(signIn())
    expect(await screen.findByText('Invalid email address')).toBeDefined()
    expect(screen.getByText('Password is required')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(email()))
    await fill(person, email(), 'not an address')
    expect(screen.getByText('Invalid email address')).toBeDefined()
    expect(sent).toEqual([])
  })

  it.each([
    ['admin', '/admin/merchants'],
    ['merchant', '/merchant/dashboard'],
    ['partner', '/partner/dashboard'],
  ] as const)('brings %s to %s and keeps the token', async (type, path) => {
    const shown = open({ [login]: { token: 'fresh' }, 'GET /api/auth/verify': { user: { ...owner, type } } })
    await enter(shown)
    expect(await screen.findByText('Logged in successfully')).toBeDefined()
    await waitFor(() => expect(shown.address()).toBe(path))
    expect(localStorage.getItem('bitquay_token')).toBe('fresh')
    expect(shown.askedFor(login)[0]?.body).toEqual({ email: 'nora@example.test', password: 'bitquay-demo-1' })
  })

  it('says beside the password and in a toast why it was refused, until that is dismissed', async () => {
    const shown = open({ [login]: refusal(401, 'invalid-credentials', 'Invalid email or password') })
    await enter(shown, 'wrong')
    expect(await screen.findByText('Login failed')).toBeDefined()
    expect(screen.getAllByText('Invalid email or password').length).toBe(2)
    expect(document.querySelector('form')?.textContent).toContain('Invalid email or password')
    expect(document.querySelector('.toast [role=alert]')?.textContent).toContain('Invalid email or password')
    await shown.person.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(document.querySelector('.toast')).toBeNull())
    expect(shown.address()).toBe('/login')
  })

  it('says that it failed when there is no server, and can be tried again', async () => {
    await enter(open({ [login]: noServer }))
    expect(await screen.findByText('Login failed')).toBeDefined()
    await waitFor(() => expect(signIn().hasAttribute('disabled')).toBe(false))
  })

  it('links back, to a new password and to a new account', () => {
    open()
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/reset-password')
    expect(screen.getByRole('link', { name: 'Create a Merchant Account' }).getAttribute('href')).toBe('/get-started')
  })

  it('shows the password while it is typed, if asked to', async () => {
    const { person } = open()
    await fill(person, password(), 'secret')
    expect(password().getAttribute('type')).toBe('password')
    await person.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password().getAttribute('type')).toBe('text')
  })
})

describe('the second step', () => {
  const askForCode = () => Response.json({ tempToken: 't', message: 'm' }, { status: 202 })
  const openSecondStep = async () => {
    const shown = open({ [login]: askForCode() })
    await enter(shown)
    await screen.findByText('Please enter your 2FA code to continue')
    return { ...shown, code: await screen.findByLabelText('2FA code') }
  }
  const verify = () => screen.getByRole('button', { name: 'Verify & Sign In' })

  it('takes the focus, wants six digits and says when they are wrong', async () => {
    const { person, code, answer, askedFor } = await openSecondStep()
    expect(document.activeElement).toBe(code)
    await fill(person, code, '12')
    await person.click(verify())
    expect(await screen.findByText('Token must be 6 digits')).toBeDefined()
    expect(askedFor(login)).toHaveLength(1)
    answer(login, refusal(401, 'invalid-two-factor', 'Invalid 2FA code'))
    await fill(person, code, '000000')
    await person.click(verify())
    expect((await screen.findAllByText('Invalid 2FA code')).length).toBe(2)
    expect(askedFor(login)[1]?.body).toEqual({
      email: 'nora@example.test',
      tempToken: 't',
      twoFactorToken: '000000',
    })
  })

  it('takes a recovery code instead, and goes back to the password', async () => {
    const { person } = await openSecondStep()
    await person.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
    await person.click(verify())
    expect(await screen.findByText('Recovery code is required')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Use another account' }))
    expect(password()).toBeDefined()
  })
})
