import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import DoctorPage from './pages/admin.tsx'
import type { Doctor } from './use-doctor.ts'

const none = { subject: null, action: null }
const found: Doctor = {
  at: '2026-11-18T10:00:00.000Z',
  version: '0.3.0',
  findings: [
    { ...none, area: 'database', state: 'ok', sentence: 'PostgreSQL 18 keeps what it acknowledges.' },
    { ...none, area: 'explorer', state: 'skipped', sentence: 'The sandbox has its own explorer.' },
    {
      area: 'btcpay',
      subject: 'berlin',
      state: 'failed',
      sentence: 'Stores can’t sign.',
      action: 'Turn on hot wallets.',
    },
    { ...none, area: 'backup', state: 'warning', sentence: 'The last backup is old.', action: 'Run one.' },
  ],
}
const mended: Doctor = { ...found, findings: found.findings.slice(0, 2) }

const draw = () =>
  drawSignedIn(<DoctorPage />, { answers: { 'GET /api/admin/doctor': found, 'POST /api/admin/doctor': mended } })

test('what is wrong comes first, with what to do', async () => {
  draw()
  const rows = within(await screen.findByRole('region', { name: 'Checks' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'FailedBTCPay Server berlinStores can’t sign.Turn on hot wallets.',
    'WarningBackupThe last backup is old.Run one.',
    'OKDatabasePostgreSQL 18 keeps what it acknowledges.',
    'SkippedBlock explorerThe sandbox has its own explorer.',
  ])
  expect(screen.getByRole('heading', { name: '1 failed, 1 warning' })).toBeTruthy()
})

test('the tests run only after a question, and their findings replace what was shown', async () => {
  const { person, sent } = draw()
  await person.click(await screen.findByRole('button', { name: 'Test email and webhooks' }))
  expect(sent.map(({ call }) => call)).not.toContain('POST /api/admin/doctor')
  await person.click(screen.getByRole('button', { name: 'Test' }))
  expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeTruthy()
  expect(sent.map(({ call }) => call)).toContain('POST /api/admin/doctor')
})
