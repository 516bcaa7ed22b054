import { expect, it } from 'vitest'
import { cutAddress, cutTxid, shortenForDesk, shortenForPhone } from './shorten.ts'

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

it('keeps both ends of an address', () => {
  expect(shortenForPhone(address)).toBe('bc1qar0srrr7…59gtzzwf5mdq')
  expect(shortenForDesk(address)).toBe('bc1qar0srrr7xfkv…w9re59gtzzwf5mdq')
})

it('leaves what is short enough', () => {
  expect(shortenForPhone('a'.repeat(20))).toBe('a'.repeat(20))
  expect(shortenForDesk('a'.repeat(32))).toBe('a'.repeat(32))
})

it('cuts for partners', () => {
  expect(cutAddress(address)).toBe('bc1qar0srrr7xfkvy5l6…')
  expect(cutTxid('0123456789abcdef0')).toBe('0123456789abcdef…')
})
