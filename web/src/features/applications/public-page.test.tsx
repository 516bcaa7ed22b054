import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, noServer, show } from '../../../test/draw.tsx'
import GetStartedPage from './pages/public.tsx'

const apply = 'POST /api/merchant-applications'
const open = (answers: Record<string, unknown> = {}) => show(<GetStartedPage />, { at: '/get-started', answers })
type Shown = ReturnType<typeof open>

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const proceed = ({ person }: Shown) => person.click(screen.getByRole('button', { name: 'Continue' }))
const submit = () => screen.getByRole('button', { name: 'Submit Application' })

const fillUntilLast = async (shown: Shown) => {
  const { person } = shown
  await fill(person, field('Business name'), 'Kestrel Arcade')
  await proceed(shown)
  await person.selectOptions(await screen.findByLabelText(/^Business type/), 'Gaming & Entertainment')
  await fill(person, field('Business description'), 'Arcade games in the browser')
  await proceed(shown)
  await fill(person, await screen.findByLabelText(/^Contact name/), 'Anna')
  await fill(person, field('Email'), 'anna@kestrel.test')
  await fill(person, field('Phone'), '555 010 0100')
  await proceed(shown)
  expect(await screen.findByText('Step 4 of 4')).toBeDefined()
}

describe('the application wizard', () => {
  it('checks each step with the spec’s messages', async () => {
    const shown = open()
    const { person } = shown
    expect(screen.getByText('Step 1 of 4')).toBeDefined()
    expect(screen.getByText('25%')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull()
    await proceed(shown)
    expect(await screen.findByText('Business name must be at least 2 characters')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field('Business name')))
    await fill(person, field('Business name'), 'Kestrel Arcade')
    await person.keyboard('{Enter}')

    const second = await screen.findByRole('heading', { name: 'What do you do?' })
    await waitFor(() => expect(document.activeElement).toBe(second))
    await proceed(shown)
    expect(await screen.findByText('Please select a business type')).toBeDefined()
    expect(screen.getByText('Please provide at least 10 characters')).toBeDefined()
    await person.selectOptions(field('Business type'), 'Other High-Risk')
    await fill(person, field('Business description'), 'Arcade games in the browser')
    await waitFor(() => expect(screen.queryByText('Please provide at least 10 characters')).toBeNull())
    await proceed(shown)

    expect(await screen.findByRole('heading', { name: 'How can we contact you?' })).toBeDefined()
    await fill(person, field('Email'), 'anna')
    await proceed(shown)
    expect(await screen.findByText('Contact name must be at least 2 characters')).toBeDefined()
    expect(screen.getByText('Invalid email address')).toBeDefined()
    expect(screen.getByText('Phone number must be at least 10 digits')).toBeDefined()
    await fill(person, field('Contact name'), 'Anna')
    await fill(person, field('Email'), 'anna@kestrel.test')
    await fill(person, field('Phone'), '5550100100')
    await proceed(shown)

    expect(await screen.findByRole('heading', { name: "What's your volume?" })).toBeDefined()
    expect(screen.getByText('100%')).toBeDefined()
    await fill(person, field('Website'), 'nowhere')
    await person.click(submit())
    expect(await screen.findByText('Please select your monthly volume')).toBeDefined()
    expect(screen.getByText('Please enter a valid website URL')).toBeDefined()
    expect(shown.askedFor(apply)).toEqual([])
  })

  it('keeps the input when going back and when opened again', async () => {
    const shown = open()
    await fillUntilLast(shown)
    await shown.person.click(screen.getByRole('button', { name: 'Previous' }))
    await waitFor(() => expect(field('Contact name').value).toBe('Anna'))
    shown.unmount()
    open()
    expect(await screen.findByText('Step 3 of 4')).toBeDefined()
    expect(field('Phone').value).toBe('555 010 0100')
  })

  it('sends once, confirms it, and starts empty again', async () => {
    let answer = (_value: object) => {}
    const held = new Promise<object>((resolve) => {
      answer = resolve
    })
    const shown = open({ [apply]: () => held })
    const { person, askedFor } = shown
    await fillUntilLast(shown)
    await person.selectOptions(field('Monthly volume'), '$10,000 - $50,000')
    await person.click(submit())
    const busy = await screen.findByRole('button', { name: 'Submitting...' })
    expect(busy.getAttribute('aria-busy')).toBe('true')
    await person.click(busy)
    answer({ message: 'Received' })
    expect(await screen.findByRole('heading', { name: 'Application Submitted!' })).toBeDefined()
    expect(screen.getByText("We'll review your application and get back to you within 24 hours.")).toBeDefined()
    for (const name of ['Return to Homepage', 'Back to Home'])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/')
    expect(askedFor(apply).map(({ body }) => body)).toEqual([
      {
        businessName: 'Kestrel Arcade',
        businessType: 'Gaming & Entertainment',
        businessDescription: 'Arcade games in the browser',
        contactName: 'Anna',
        contactEmail: 'anna@kestrel.test',
        contactPhone: '555 010 0100',
        monthlyVolume: '$10,000 - $50,000',
        website: '',
      },
    ])
    await person.click(screen.getByRole('button', { name: 'Submit Another Application' }))
    expect(await screen.findByText('Step 1 of 4')).toBeDefined()
    expect(field('Business name').value).toBe('')
  })

  it('stays on the form when sending fails', async () => {
    const shown = open({ [apply]: noServer })
    await fillUntilLast(shown)
    await shown.person.selectOptions(field('Monthly volume'), 'Over $1,000,000')
    await shown.person.click(submit())
    expect(await screen.findByText('Failed to submit application. Please try again.')).toBeDefined()
    expect(submit().hasAttribute('disabled')).toBe(false)
    expect(field('Monthly volume').value).toBe('Over $1,000,000')
  })
})
