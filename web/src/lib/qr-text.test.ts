import { expect, it } from 'vitest'
import { toQrText } from './qr-text.ts'

it('writes bech32 in capitals and leaves the rest', () => {
  expect(toQrText('bitcoin:bc1qabc?amount=0.00250000&lightning=lnbc25u1xyz')).toBe(
    'bitcoin:BC1QABC?amount=0.00250000&lightning=LNBC25U1XYZ',
  )
  expect(toQrText('lightning:lnbcrt1xyz')).toBe('lightning:LNBCRT1XYZ')
})

it('never changes an address whose case counts', () => {
  expect(toQrText('bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=1.00000000')).toBe(
    'bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=1.00000000',
  )
  expect(toQrText('bitcoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')).toBe('bitcoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')
})

it('keeps the link of a page, with its port', () => {
  expect(toQrText('http://localhost:4000/i/aBc?lang=de')).toBe('http://localhost:4000/i/aBc?lang=de')
})
