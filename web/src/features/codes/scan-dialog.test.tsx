import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { removeCamera, startCamera } from '../../../test/camera.ts'
import { show } from '../../../test/draw.tsx'
import type { Content } from './content.ts'
import { ScanButton } from './index.ts'
import { toBbqrParts } from './write-bbqr.ts'
import { toUrParts } from './write-ur.ts'

const psbt = Uint8Array.from({ length: 600 }, (_, at) => [0x70, 0x73, 0x62, 0x74, 0xff][at] ?? (at * 37) % 256)
const parts = toUrParts(psbt)

const open = async () => {
  const found: string[] = []
  const shown = show(
    <ScanButton
      title="Scan it"
      purpose="Hold it there."
      otherCode="This is something else."
      secret="This is a secret."
      read={(content: Content) =>
        content.type === 'psbt' ? { text: `psbt of ${content.bytes.length} bytes` } : { problem: 'unreadable' }
      }
      onFound={(text) => found.push(text)}
    />,
    { at: '/merchant/signing/12' },
  )
  await shown.person.click(screen.getByRole('button', { name: 'Scan' }))
  await screen.findByRole('dialog', { name: 'Scan it' })
  return { ...shown, found }
}
const status = () => screen.getByRole('status').textContent
const dialog = () => screen.queryByRole('dialog')

afterEach(() => {
  removeCamera()
})

describe('scanning', () => {
  it('counts parts in any order, hands in what they say once, and stops the camera', async () => {
    const camera = startCamera()
    const { found } = await open()
    await waitFor(() => expect(status()).toBe('Looking for a code'))
    expect(camera.asked).toEqual([
      { audio: false, video: expect.objectContaining({ facingMode: { ideal: 'environment' } }) },
    ])
    camera.show(...parts.slice(3), ...parts.slice(3), 'https://example.test')
    await waitFor(() => expect(status()).toBe(`${parts.length - 3} of ${parts.length} parts`))
    const places = [...(dialog()?.querySelectorAll('.berth-bar i') ?? [])].map(({ className }) => className)
    expect(places).toEqual(parts.map((_, place) => (place < 3 ? '' : 'done')))
    expect(found).toEqual([])
    camera.show(...parts.slice(0, 3), ...toBbqrParts(psbt), ...parts)
    await waitFor(() => expect(found).toEqual(['psbt of 600 bytes']))
    expect(dialog()).toBeNull()
    await waitFor(() => expect(camera.areOn()).toEqual([false]))
  })

  it('says that a code holds something else, and goes on', async () => {
    const camera = startCamera()
    const { found } = await open()
    camera.show('https://example.test')
    expect(await screen.findByText('This is something else.')).toBeTruthy()
    camera.show(...toBbqrParts(psbt))
    await waitFor(() => expect(found).toHaveLength(1))
  })

  it('says that parts didn’t fit together, and reads them again', async () => {
    const camera = startCamera()
    const { found } = await open()
    camera.show('B$HP0200FFFF', 'B$HP0201FFFF')
    expect(await screen.findByText(/^The parts didn’t fit together/)).toBeTruthy()
    camera.show(...toBbqrParts(psbt))
    await waitFor(() => expect(found).toHaveLength(1))
  })

  it('stops at a private key or a phrase and shows no more picture', async () => {
    const camera = startCamera()
    const { found, container } = await open()
    camera.show(`${'abandon '.repeat(11)}about`, ...parts)
    expect((await screen.findByRole('alert')).textContent).toBe('This is a secret.')
    expect(container.ownerDocument.querySelector('video')).toBeNull()
    await waitFor(() => expect(camera.areOn()).toEqual([false]))
    expect(found).toEqual([])
  })

  it('stops the camera when it is closed', async () => {
    const camera = startCamera()
    const { person } = await open()
    await waitFor(() => expect(camera.areOn()).toEqual([true]))
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(dialog()).toBeNull()
    expect(camera.areOn()).toEqual([false])
  })

  it('stops the camera while nobody sees the page, and keeps the parts', async () => {
    const camera = startCamera()
    const { found } = await open()
    camera.show(...parts.slice(1))
    await waitFor(() => expect(status()).toMatch(/^\d+ of/))
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(camera.areOn()).toEqual([false])
    visibility.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(camera.areOn()).toEqual([false, true]))
    camera.show(parts[0] ?? '')
    await waitFor(() => expect(found).toHaveLength(1))
  })
})

describe('without a picture', () => {
  it.each([
    ['NotAllowedError', /doesn’t let this page use the camera.*use a file or text/],
    ['NotFoundError', /No camera found.*use a file or text/],
    ['OverconstrainedError', /No camera found/],
    ['NotReadableError', /couldn’t be started. Close other apps that use it.*use a file or text/],
  ])('%s has a sentence, and a second try', async (refuse, sentence) => {
    const camera = startCamera({ refuse })
    const { found, person } = await open()
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    camera.allow()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    camera.show(...parts)
    await waitFor(() => expect(found).toHaveLength(1))
  })

  it('of an insecure address there is nothing to try again', async () => {
    await open()
    expect((await screen.findByRole('alert')).textContent).toMatch(/addresses that start with https/)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('on a page that was loaded as another one', () => {
  const forbid = (isForbidden: boolean) =>
    Object.defineProperty(document, 'featurePolicy', {
      configurable: true,
      value: { allowsFeature: (name: string) => name !== 'camera' || !isForbidden },
    })
  afterEach(() => {
    Reflect.deleteProperty(document, 'featurePolicy')
  })

  it('loads it again where the browser forbids the camera, and opens then', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    const camera = startCamera()
    forbid(true)
    const button = (
      <ScanButton
        title="Scan it"
        purpose="Hold it there."
        otherCode=""
        secret=""
        read={() => ({ problem: 'unreadable' })}
        onFound={() => undefined}
      />
    )
    const { person, unmount, address } = show(button, { at: '/merchant/signing/12?from=mail' })
    await person.click(screen.getByRole('button', { name: 'Scan' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(dialog()).toBeNull()
    const { state } = history
    unmount()
    forbid(false)
    // What a browser keeps when it loads the page again.
    const shown = show(button, { at: address(), state })
    expect(await screen.findByRole('dialog', { name: 'Scan it' })).toBeTruthy()
    expect(camera.asked).toHaveLength(1)
    await shown.person.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(history.state.usr).toBeNull()
    expect(reload).toHaveBeenCalledOnce()
  })
})
