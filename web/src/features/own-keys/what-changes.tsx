import { brand } from '../../content/content.ts'
import { Card, Sums } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'

const changes = () => [
  { name: t.signingKeys, value: t.onlyYours },
  { name: t.weSee({ brand: brand.name }), value: t.watchOnly },
  { name: t.customerPayments, value: t.straight },
  { name: t.sending, value: t.fromYourApp },
  { name: t.lightning, value: t.lightningStays({ brand: brand.name }) },
  { name: t.fees, value: t.feesStay },
]

/** Stands beside every step. */
export const WhatChanges = () => (
  <Card title={t.changesTitle} aria-label={t.changesTitle}>
    <div className="stack gap-4">
      <Sums rows={changes()} />
      <Notice>{t.neverAsk}</Notice>
    </div>
  </Card>
)
