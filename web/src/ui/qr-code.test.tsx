import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { keepDrawnCode, loadEncoder, QrCode } from './qr-code.tsx'

const pathOf = (text: string) =>
  render(<QrCode text={text} label="Code" />)
    .container.querySelector('path')
    ?.getAttribute('d')

it('encodes the same text once, however often its code is drawn', async () => {
  await loadEncoder()
  const encode = vi.spyOn(TextEncoder.prototype, 'encode')
  const first = pathOf('bitcoin:drawn-twice')
  const once = encode.mock.calls.length
  expect(once).toBeGreaterThan(0)
  expect(pathOf('bitcoin:drawn-twice')).toBe(first)
  expect(encode).toHaveBeenCalledTimes(once)
  expect(pathOf('bitcoin:another')).not.toBe(first)
  expect(encode.mock.calls.length).toBeGreaterThan(once)
  encode.mockRestore()
})

it('shows the code that the server drew, for its text only', () => {
  document.body.innerHTML = '<svg class="qr" viewBox="0 0 9 9"><path d="M1 1"/></svg>'
  keepDrawnCode('bitcoin:from-the-server', 'M', document.body)
  expect(pathOf('bitcoin:from-the-server')).toBe('M1 1')
  expect(pathOf('bitcoin:from-nowhere')).not.toBe('M1 1')
})
