import { readRecoveryWords as readCall } from '@bitquay/contract/recovery-words'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { readRecoveryWords } from './reveal-recovery-phrase.ts'

export const recoveryWordsRoute = (deps: Deps) =>
  route(readCall, async ({ person, body, source }) => ({
    words: await readRecoveryWords(deps, person, body.twoFactorToken, source),
  }))
