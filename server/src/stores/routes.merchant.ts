import { readRecoveryWords as readCall } from '@bitquay/contract/recovery-words'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { revealRecoveryPhrase } from './reveal-recovery-phrase.ts'

export const recoveryPhraseRoute = (deps: Deps) =>
  route(readCall, async ({ person, body, source }) => ({
    words: await revealRecoveryPhrase(deps, person, body.twoFactorToken, source),
  }))
