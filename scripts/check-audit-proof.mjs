/**
 * Checks a proof that `npm run audit -- --export FILE` wrote, without the database and without any package:
 * `node scripts/check-audit-proof.mjs FILE`. It recomputes the chain of seals and the sums of the accounts, and exits
 * with 1 if they don't fit together. `npm run audit -- --check FILE` compares a proof with the database.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Format 2 binds each entry to the owner of its account. A proof of format 1 has only seals of format 1. */
const formats = [1, 2]
const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')

const sealText = (seal) =>
  [
    ...[seal.format ?? 1, seal.id, seal.afterId, seal.lastId, seal.transfers, seal.entries],
    ...[seal.entriesHash, seal.peopleHash, seal.sumsHash, seal.previousHash],
  ].join('|')

const sumText = (sum) =>
  [sum.accountId, sum.ownerKind, sum.ownerId, sum.kind, sum.category, sum.sats, sum.usd].join('|')

/** A decimal with 8 places, as a whole number. */
const toWhole = (usd) => BigInt(usd.replace('.', ''))

/** One sentence for each thing that doesn't fit. */
export const findProofProblems = (proof) => {
  if (!formats.includes(proof.format)) {
    return [`The proof has format ${proof.format}. This script checks formats ${formats.join(' and ')}.`]
  }
  const problems = []
  let before = { id: '0', lastId: '0', hash: '0'.repeat(64) }
  for (const seal of proof.seals) {
    if (BigInt(seal.id) !== BigInt(before.id) + 1n) problems.push(`Seal ${seal.id} doesn't follow seal ${before.id}.`)
    if (seal.afterId !== before.lastId) problems.push(`Seal ${seal.id} doesn't start where seal ${before.id} ends.`)
    if (seal.previousHash !== before.hash) problems.push(`Seal ${seal.id} has another hash of seal ${before.id}.`)
    if (seal.hash !== sha256(sealText(seal))) problems.push(`Seal ${seal.id} has a wrong hash.`)
    before = seal
  }
  const sumsHash = sha256(proof.sums.map(sumText).join('\n'))
  if (sumsHash !== (before.sumsHash ?? sha256(''))) problems.push('The sums of the accounts don’t match the last seal.')
  const sats = proof.sums.reduce((total, sum) => total + BigInt(sum.sats), 0n)
  const usd = proof.sums.reduce((total, sum) => total + toWhole(sum.usd), 0n)
  if (sats !== 0n || usd !== 0n) problems.push('The sums of all accounts don’t add up to zero.')
  return problems
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file] = process.argv.slice(2)
  if (!file) {
    process.stderr.write('Usage: node scripts/check-audit-proof.mjs FILE\n')
    process.exit(2)
  }
  const proof = JSON.parse(readFileSync(file, 'utf8'))
  const problems = findProofProblems(proof)
  for (const problem of problems) process.stdout.write(`✗ ${problem}\n`)
  const { seals } = proof
  if (problems.length === 0) {
    const last = seals.at(-1)
    process.stdout.write(
      last
        ? `✓ ${seals.length} seals up to transfer ${last.lastId}, exported at ${proof.exportedAt}. Last hash: ${last.hash}\n`
        : '✓ Nothing was sealed yet.\n',
    )
  }
  process.exitCode = problems.length === 0 ? 0 : 1
}
