import { createClient, PermissionError } from '../../../client/src/index.ts'
import { type Command, CommandError, requireText, textOf } from '../command.ts'
import { readSecret } from '../read-secret.ts'
import { forgetKey, keyFile, saveKey } from '../saved-key.ts'

export const login: Command = {
  name: 'login',
  usage: 'login --url URL',
  does: 'Saves an API key for the next commands. The key is read from the terminal, a pipe or BITQUAY_KEY. --key KEY works too, but stays in the history of your shell.',
  options: { url: { type: 'string' }, key: { type: 'string' } },
  run: async (typed, { print }) => {
    const url = requireUrl(requireText(typed, 'url'))
    const apiKey = textOf(typed, 'key') ?? process.env.BITQUAY_KEY ?? (await readSecret('API key: '))
    if (!apiKey) throw new CommandError('Enter an API key.')
    await checkKey(url, apiKey)
    await saveKey({ url, apiKey })
    print(`Signed in to ${url} with ${apiKey.slice(0, 14)}… The key is saved in ${keyFile()}.`)
  },
}

export const logout: Command = {
  name: 'logout',
  usage: 'logout',
  does: 'Deletes the saved API key from this computer.',
  run: async (_typed, { print }) => {
    await forgetKey()
    print('Signed out.')
  },
}

const requireUrl = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new CommandError('Enter a URL like https://pay.example.com.')
  return url.origin
}

/** A key without the scope `read` is valid too. */
const checkKey = async (url: string, apiKey: string) => {
  try {
    await createClient({ url, apiKey }).balances.get()
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error
  }
}
