import { login } from '@bitquay/contract/accounts'
import { startTestApp } from './app.ts'
import { type Answered, ask, password } from './people.ts'

/** An app that counts how many passwords were compared with a hash, and attempts to sign in from many addresses. */
export const startSignInAttempts = async () => {
  const app = await startTestApp()
  let checkedPasswords = 0
  const { passwords } = app.deps
  app.deps.passwords = {
    ...passwords,
    verify: (hash, given) => {
      checkedPasswords += 1
      return passwords.verify(hash, given)
    },
  }

  let network = 0
  /** An address that no other test has used. */
  const newAddress = () => {
    network += 1
    return `10.${20 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}`
  }

  const trySignIn = (email: string, attempt: Attempt = {}): Promise<Answered> =>
    ask(app, login, {
      body: { email, password: attempt.password ?? password },
      from: attempt.from ?? newAddress(),
      headers: {
        ...(attempt.cookie ? { cookie: attempt.cookie } : {}),
        ...(attempt.proof ? { 'bitquay-proof': attempt.proof } : {}),
      },
    })

  const guess = (email: string, from?: string) =>
    trySignIn(email, { password: 'a wrong guess', ...(from === undefined ? {} : { from }) })

  const wave = async (email: string, sources: readonly string[]) => {
    const answers: Answered[] = []
    for (let at = 0; at < sources.length; at += 50) {
      answers.push(...(await Promise.all(sources.slice(at, at + 50).map((from) => guess(email, from)))))
    }
    return answers
  }

  return { app, countChecked: () => checkedPasswords, newAddress, trySignIn, guess, wave }
}

type Attempt = { password?: string; from?: string; cookie?: string; proof?: string }
