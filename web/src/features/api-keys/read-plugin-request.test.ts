import { expect, test } from 'vitest'
import { readPluginRequest, refundPermission } from './read-plugin-request.ts'

const read = (query: string, plain = false) => readPluginRequest(new URLSearchParams(query), plain)

test('a shop gets what shops get, and its name and host are told', () => {
  const request = read(
    'permissions=btcpay.store.cancreateinvoice&permissions=btcpay.store.canmanagewallets:abc&applicationName=Rope%20Shop&redirect=https%3A%2F%2Fshop.example.test%2Fback%3Fx%3D1',
  )
  expect(request).toMatchObject({
    name: 'Rope Shop',
    redirect: 'https://shop.example.test/back?x=1',
    host: 'shop.example.test',
    refused: ['btcpay.store.canmanagewallets'],
    problem: undefined,
  })
  expect(request.given).not.toContain('btcpay.store.canmanagewallets')
  expect(request.wantsRefunds).toBe(false)
})

test('a shop may ask to start refunds, which is given with a code and never by itself', () => {
  const request = read(`permissions=btcpay.store.cancreateinvoice&permissions=${refundPermission}`)
  expect(request).toMatchObject({ wantsRefunds: true, refused: [] })
  expect(request.given).not.toContain(refundPermission)
})

test('a key goes nowhere but to a web address, and with real money only over https', () => {
  expect(read('redirect=javascript:alert(1)', true)).toMatchObject({ redirect: undefined, problem: expect.any(String) })
  expect(read('redirect=http://shop.example.test/')).toMatchObject({ redirect: undefined, problem: expect.any(String) })
  expect(read('redirect=http://shop.example.test/', true).redirect).toBe('http://shop.example.test/')
  expect(read('')).toMatchObject({ name: 'A shop', redirect: undefined, problem: undefined })
})
