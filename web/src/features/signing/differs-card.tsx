import type { SigningRequest } from '@bitquay/contract/signing'
import type { SigningRefusal } from '@bitquay/contract/signing.faults'
import type { ReactNode } from 'react'
import { shortenForPhone } from '../../lib/shorten.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Btc } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'
import * as t from './messages.ts'

type Output = SigningRefusal['outputs'][number]

type DiffersCardProps = {
  request: SigningRequest
  refusal: SigningRefusal
  /** The server's own words. */
  sentence: string
  onBack: () => void
}

/** What came back isn't what was requested: the outputs that differ, and what to do. */
export const DiffersCard = ({ request, refusal: { outputs }, sentence, onBack }: DiffersCardProps) => {
  const count = outputs.filter(differs).length
  return (
    <Card bare className="signing-differs" title={t.differsTitle} aria-label={t.differsTitle}>
      <div className="pad">
        <Notice kind="bad">{count > 0 ? t.outputsDiffer({ count }) : sentence}</Notice>
      </div>
      {outputs.length > 0 && (
        <Table
          caption={t.differsTitle}
          phone="blocks"
          rows={outputs}
          keyOf={({ address }) => address}
          columns={columnsOf(request)}
        />
      )}
      <div className="pad stack gap-4 ruled">
        <p className="small muted">{t.differsAdvice}</p>
        <Button variant="signal" block onClick={onBack}>
          {t.showOriginal}
        </Button>
      </div>
    </Card>
  )
}

const columnsOf = (request: SigningRequest) => [
  {
    head: t.partHead,
    cell: (output: Output) => (
      <Part output={output}>
        <b className="block strong">{nameOf(output, request)}</b>
        <span className="mono small" title={output.address}>
          {shortenForPhone(output.address)}
        </span>
      </Part>
    ),
  },
  { head: t.askedHead, cell: (output: Output) => <Part output={output}>{amountOf(output.requestedBtc)}</Part> },
  {
    head: t.signedHead,
    cell: (output: Output) => <Part output={output}>{differs(output) ? amountOf(output.signedBtc) : t.same}</Part>,
  },
]

const differs = ({ requestedBtc, signedBtc }: Output) => requestedBtc !== signedBtc

const nameOf = ({ address }: Output, request: SigningRequest) => {
  if (address === request.address) return t.payee
  return address === request.change?.address ? t.changePart : t.unknownAddress
}

const amountOf = (btc: string | null) => (btc === null ? t.notThere : <Btc amount={btc} />)

const Part = ({ output, children }: { output: Output; children: ReactNode }) => (
  <span className={differs(output) ? 'text-bad strong' : undefined}>{children}</span>
)
