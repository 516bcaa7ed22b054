import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { readConfig } from '../../config.ts'
import { isAddressOf } from '../../stores/verify-store.ts'
import { claimPlatform } from '../db/claim-platform.ts'
import { requireAddress } from './require-address.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const onSignet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const elsewhere = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080']

test('NETWORK=signet is live, and saved at the first start', async () => {
  const { mode, network } = readConfig({
    NETWORK: 'signet',
    BTCPAY_URL: 'https://btcpay.example.com',
    BTCPAY_API_KEY: 'key',
    APP_SECRET: 'a secret of more than 32 characters, kept',
    PUBLIC_URL: 'https://pay.example.com',
  })
  expect({ mode, network }).toEqual({ mode: 'live', network: 'signet' })
  await claimPlatform(database.pool, mode, network)
  await claimPlatform(database.pool, mode, network)
  await expect(claimPlatform(database.pool, 'live', 'mainnet')).rejects.toThrow(
    'This database belongs to a live platform on signet, but the settings say live on mainnet.',
  )
})

test('on signet, addresses of signet are accepted and no others', () => {
  expect(requireAddress(onSignet, 'signet')).toBe(onSignet)
  expect(isAddressOf(onSignet, 'signet')).toBe(true)
  expect(() => requireAddress(onSignet, 'mainnet')).toThrow()
  for (const address of elsewhere) {
    expect(() => requireAddress(address, 'signet'), address).toThrow('of the signet network')
    expect(isAddressOf(address, 'signet')).toBe(false)
  }
})
