import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../test/draw.tsx'
import { portalScreens } from '../frame/portal-screens.ts'
import { Pages } from './router.tsx'

const portalPaths = Object.values(portalScreens).flatMap((screens) => Object.values(screens).map(({ path }) => path))

/** The first heading of the landing page. */
const landing = /Accept Bitcoin/

it('signed out, portal paths and unknown paths show the landing page and keep the address', async () => {
  const { address, go } = show(<Pages />, { at: '/merchant/dashboard' })
  await screen.findByRole('heading', { level: 1 })
  for (const path of ['/', '/no/such/page', ...portalPaths]) {
    go(path)
    expect((await screen.findByRole('heading', { level: 1 })).textContent, path).toMatch(landing)
    expect(address()).toBe(path)
  }
})

it('the buttons of the landing page lead to their targets', async () => {
  show(<Pages />)
  await screen.findByRole('heading', { level: 1 })
  const links = (place: HTMLElement, name: string) =>
    within(place)
      .getAllByRole('link', { name })
      .map((link) => link.getAttribute('href'))
  const bar = screen.getByRole('banner')
  for (const [name, href] of [
    ['Features', '#features'],
    ['Pricing', '#pricing'],
    ['Open an account', '#cta'],
    ['Sign In', '/login'],
    ['Get Started', '/get-started'],
  ] as const)
    expect(links(bar, name)).toEqual([href])
  expect(new Set(links(document.body, 'Get Started'))).toEqual(new Set(['/get-started']))
  for (const [name, href] of [
    ['Get Started', '/get-started'],
    ['Talk to Sales', '/contact'],
    ['Get Started Today', '/get-started'],
    ['Create a Merchant Account', '/get-started'],
  ] as const)
    expect(links(screen.getByRole('main'), name)).toEqual([href])
  for (const [name, href] of [
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Privacy', '/privacy'],
    ['Terms', '/terms'],
  ] as const)
    expect(links(screen.getByRole('contentinfo'), name)).toEqual([href])
  expect(document.querySelectorAll('#features article')).toHaveLength(6)
})
