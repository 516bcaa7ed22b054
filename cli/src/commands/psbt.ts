import { readFile, writeFile } from 'node:fs/promises'
import type { SigningRequest } from '../../../client/src/index.ts'
import { type Command, CommandError, tableOf, textOf } from '../command.ts'

export const listPsbts: Command = {
  name: 'psbt list',
  usage: 'psbt list [--json]',
  does: 'Lists the payments that wait for your signature.',
  options: { json: { type: 'boolean' } },
  run: async (typed, { print, note }, getClient) => {
    const client = await getClient()
    const requests = await client.signingRequests.list({ limit: 100 })
    if (typed.options.json) return print(JSON.stringify(requests, undefined, 2))
    if (requests.length === 0) note('Nothing waits for a signature.')
    for (const request of requests) print(lineOf(request))
  },
}

const lineOf = ({ id, amountBtc, address, state, signers, required, expiresAt }: SigningRequest) => {
  const signed = signers.filter(({ signedAt }) => signedAt !== null).length
  const until = expiresAt === null ? '' : `  until ${expiresAt}`
  return `${id}  ${amountBtc} BTC to ${address}  ${state}, ${signed} of ${required} signatures${until}`
}

export const getPsbt: Command = {
  name: 'psbt get',
  usage: 'psbt get ID [--output payment.psbt]',
  does: 'Prints the PSBT in base64, or writes the file that wallets read. What it pays is printed beside it.',
  options: { output: { type: 'string', short: 'o' } },
  run: async (typed, { print, note }, getClient) => {
    const client = await getClient()
    const request = await client.signingRequests.get(idOf(typed.positionals[0]))
    const { amountBtc, address, networkFeeBtc, change, psbt } = request
    note(
      tableOf([
        ['Pays', `${amountBtc} BTC`],
        ['To', address],
        ['Network fee', networkFeeBtc === null ? null : `${networkFeeBtc} BTC`],
        ['Back to you', change && `${change.amountBtc} BTC`],
      ]),
    )
    if (psbt === null) throw new CommandError(`There is nothing to sign: it is ${request.state}.`)
    const output = textOf(typed, 'output')
    if (output === undefined) return print(psbt)
    await writeFile(output, Buffer.from(psbt, 'base64'))
    note(`Saved as ${output}`)
  },
}

export const submitPsbt: Command = {
  name: 'psbt submit',
  usage: 'psbt submit ID FILE',
  does: 'Hands in what your wallet signed. It’s checked, and sent as soon as it has all signatures.',
  run: async ({ positionals: [id, path] }, { print }, getClient) => {
    if (path === undefined) throw new CommandError('Add the file that your wallet signed.')
    const client = await getClient()
    const request = await client.signingRequests.submit(idOf(id), await readSigned(path))
    print(request.txid === null ? lineOf(request) : `Sent as ${request.txid}`)
  },
}

/** Wallets save bytes, base64 or hex. */
const readSigned = async (path: string): Promise<string> => {
  const bytes = await readFile(path).catch(() => {
    throw new CommandError(`There is no file ${path}.`)
  })
  return bytes.subarray(0, 5).toString('latin1') === 'psbt\xff'
    ? bytes.toString('base64')
    : bytes.toString('utf8').trim()
}

const idOf = (text: string | undefined): number => {
  const id = Number(text)
  if (!Number.isInteger(id) || id <= 0) throw new CommandError('Add the ID of the payment, from psbt list.')
  return id
}
