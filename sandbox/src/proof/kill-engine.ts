import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Engine, openEngine } from '../engine/engine.ts'
import { checkEngine } from './check-engine.ts'

type Fact = { readonly [what: string]: string | number | undefined }

const here = dirname(fileURLToPath(import.meta.url))

/**
 * Kills a busy sandbox without warning at random times. After each kill the folder is opened: everything reported must
 * be there, and the whole state must be consistent. Returns how many facts were checked.
 */
export const killEngine = async (times: number): Promise<{ facts: number; blocks: number }> => {
  const dir = await mkdtemp(join(tmpdir(), 'kill-'))
  const facts: Fact[] = []
  let blocks = 0
  try {
    for (let round = 0; round < times; round += 1) {
      facts.push(...(await runAndKill(dir, round)))
      const engine = await openEngine({ dir })
      blocks = checkEngine(engine).blocks
      checkFacts(engine, facts)
      await engine.close()
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
  return { facts: facts.length, blocks }
}

const runAndKill = async (dir: string, round: number): Promise<Fact[]> => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(here, 'busy-engine.ts'), dir, `${round + 1}`], {
    cwd: resolve(here, '../../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const facts: Fact[] = []
  const lines = createInterface({ input: child.stdout })
  // The kill comes a random time after a random number of reports: during writes, flushes and compactions.
  const enough = 5 + Math.floor(Math.random() * 60)
  for await (const line of lines) {
    facts.push(JSON.parse(line) as Fact)
    if (facts.length === enough) setTimeout(() => child.kill('SIGKILL'), Math.random() * 30)
  }
  await gone
  if (child.signalCode !== 'SIGKILL') throw new Error(`The busy engine ended by itself: ${complaint}`)
  return facts
}

const checkFacts = ({ chain, wallets, lightning, clock }: Engine, facts: readonly Fact[]): void => {
  const notes = new Map<string, Fact>()
  for (const fact of facts) {
    const { wallet, transaction, block, invoice, paid, timeMs, note, txid } = fact
    if (wallet !== undefined) must(wallets.find(`${wallet}`)?.mnemonic === fact.mnemonic, fact)
    if (transaction !== undefined) must(chain.transaction(`${transaction}`) !== undefined, fact)
    if (block !== undefined) must(chain.blockByHash(`${block}`) !== undefined, fact)
    if (invoice !== undefined) must(lightning.invoice('shared', `${invoice}`) !== undefined, fact)
    if (paid !== undefined) must(lightning.invoice('shared', `${paid}`)?.status === 'Paid', fact)
    if (timeMs !== undefined) must(clock.now() >= Number(timeMs), fact)
    if (note !== undefined) notes.set(`${note}/${txid}`, fact)
  }
  for (const fact of notes.values()) {
    const entry = wallets.historyEntry(`${fact.note}`, `${fact.txid}`)
    // The transaction itself may have been replaced since. A later comment may have been stored and not reported.
    if (entry) must(Number(entry.comment.slice(5)) >= Number(`${fact.comment}`.slice(5)), fact)
  }
}

const must = (isThere: boolean, fact: Fact): void => {
  if (!isThere) throw new Error(`Reported, then lost: ${JSON.stringify(fact)}.`)
}
