import { brand } from '../../content/content.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'

const changes = () => [
  [t.signingKeys, t.onlyYours],
  [t.weSee({ brand: brand.name }), t.watchOnly],
  [t.customerPayments, t.straight],
  [t.sending, t.fromYourApp],
  [t.lightning, t.lightningStays({ brand: brand.name })],
  [t.fees, t.feesStay],
]

/** Stands beside every step. */
export const WhatChanges = () => (
  <Card title={t.changesTitle} aria-label={t.changesTitle}>
    <div className="stack gap-4">
      <dl className="lined">
        {changes().map(([name, value]) => (
          <div key={name} className="across between gap-3">
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Notice>{t.neverAsk}</Notice>
    </div>
  </Card>
)
