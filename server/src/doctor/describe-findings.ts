import { type DoctorArea, findingStates } from '@bitquay/contract/doctor'
import type { Finding } from './finding.ts'

const names: Record<DoctorArea, string> = {
  settings: 'Settings',
  database: 'Database',
  backup: 'Backup',
  work: 'Servers',
  btcpay: 'BTCPay Server',
  webhooks: 'Webhooks',
  explorer: 'Explorer',
  email: 'Email',
  prices: 'Prices',
  clock: 'Clock',
  address: 'Public address',
  disk: 'Disk',
}

const colors = { ok: '32', warning: '33', failed: '31', skipped: '2' }

/** One line for each finding, with its state as a word, so that nothing depends on colors. What to do is indented. */
export const describeFindings = (findings: readonly Finding[], { inColor }: { inColor: boolean }): string[] => {
  const paint = (text: string, state: Finding['state']) => (inColor ? `\u001b[${colors[state]}m${text}\u001b[0m` : text)
  const lines = findings.flatMap(({ area, subject, state, sentence, action }) => {
    const name = subject === null ? names[area] : `${names[area]} ${subject}`
    return [
      `${paint(state.padEnd(9), state)}${name}: ${sentence}`,
      ...(action === null ? [] : [`         → ${action}`]),
    ]
  })
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  return [...lines, '', `${findingStates.map((state) => `${count(state)} ${state}`).join(', ')}.`]
}
